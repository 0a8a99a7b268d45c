import { useEffect, useRef, useState } from 'react';
import { api } from '#client/api.ts';
import {
  askHints,
  askSuggestions,
  type Suggestions as Found,
  type Hints,
} from '#client/header/ask-suggestions.ts';
import { searchField, searchPath } from '#client/header/search-form.ts';
import { localPath } from '#client/language/local-path.ts';
import { suggester } from '#lib/forms/suggest.ts';
import { variantPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { useShop, useWords } from '../currency/use-words.ts';
import { useAnnounced } from '../use-announced.ts';
import SuggestedLinks from './SuggestedLinks.tsx';

/**
 * What is suggested under the header's search field: others' searches and collections while it is empty (R152), then products
 * and what else is called so (SRCH-23). The form itself needs none of this.
 */
export default function Suggestions() {
  const [found, setFound] = useState<Found | null>(null);
  const [isShown, setShown] = useState(false);
  const [hints, setHints] = useState<Hints | null>(null);
  const [isBlank, setBlank] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const links = useRef<(HTMLAnchorElement | null)[]>([]);
  const words = useWords(useShop());

  useEffect(() => {
    const panel = root.current?.closest<HTMLElement>('.search-panel');
    const field = panel && searchField(panel);
    if (!panel || !field) return;
    const suggest = suggester<Found>(
      (text, signal) => askSuggestions(api, text, signal),
      ([answer]) => {
        setFound(answer ?? null);
        setShown(answer !== undefined);
      },
    );
    let asked: Promise<void> | undefined;
    const look = () => {
      const isEmpty = field.value.trim() === '';
      setBlank(isEmpty);
      if (isEmpty) asked ??= askHints(api).then(setHints, () => {});
    };
    const typed = () => {
      suggest.typed(field.value);
      look();
    };
    const close = () => {
      setShown(false);
      setBlank(false);
    };
    const move = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        const places = [field, ...links.current.filter((link) => link !== null)];
        const next = places[places.indexOf(document.activeElement as HTMLInputElement) + step];
        if (!next) return;
        event.preventDefault();
        next.focus();
      }
      if (event.key === 'Escape' && !panel.matches(':popover-open')) {
        field.focus();
        close();
      }
    };
    const left = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !panel.contains(relatedTarget as Node)) close();
    };
    field.addEventListener('input', typed);
    field.addEventListener('focus', look);
    panel.addEventListener('keydown', move);
    panel.addEventListener('focusout', left);
    // What was typed before this woke up.
    typed();
    return () => {
      suggest.stop();
      field.removeEventListener('input', typed);
      field.removeEventListener('focus', look);
      panel.removeEventListener('keydown', move);
      panel.removeEventListener('focusout', left);
    };
  }, []);

  const q = found?.q ?? '';
  const products = isShown && found ? found.products : [];
  const named = isShown && found ? found.links : [];
  const count = products.length + named.length;
  const hinted = !isShown && isBlank && hints ? hints : { searches: [], collections: [] };
  const told = !isShown
    ? ''
    : count === 0
      ? words.text('noSuggestions', { q })
      : words.text('suggestionCount', { count });
  useAnnounced(told);
  const isOpen = isShown || hinted.searches.length + hinted.collections.length > 0;
  const linkAt = (at: number) => (link: HTMLAnchorElement | null) => {
    links.current[at] = link;
  };
  return (
    <div ref={root} className={isOpen ? 'suggestions suggestions-open' : 'suggestions'}>
      <SuggestedLinks name={words.text('popularSearches')} list={hinted.searches} linkAt={linkAt} from={0} />
      <SuggestedLinks
        name={words.text('hintedCollections')}
        list={hinted.collections}
        linkAt={linkAt}
        from={hinted.searches.length}
      />
      {isShown && count === 0 && <p className="quiet">{told}</p>}
      {products.length > 0 && (
        <ul className="suggestion-list">
          {products.map(({ id, title, seo_url, variant, original, sale_price, price_varies }, at) => (
            <li key={id}>
              <a ref={linkAt(at)} href={localPath(variantPath(seo_url, variant))}>
                {original ? (
                  <img src={pictureSource(original, 'webp', 320).src} width="200" height="250" alt="" />
                ) : (
                  <span className="suggestion-blank" />
                )}
                <span>{title}</span>
                <span className="quiet">
                  {price_varies && `${words.text('priceFrom')} `}
                  {words.money(sale_price)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <SuggestedLinks list={named} linkAt={linkAt} from={products.length} />
      {count > 0 && (
        <a ref={linkAt(count)} className="link-row" href={localPath(searchPath(q))}>
          {words.text('seeResults', { q })}
        </a>
      )}
    </div>
  );
}
