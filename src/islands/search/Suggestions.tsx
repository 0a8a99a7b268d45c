import { useEffect, useRef, useState } from 'react';
import { api } from '#client/api.ts';
import { askSuggestions, type Suggestions as Found } from '#client/header/ask-suggestions.ts';
import { searchField, searchPath } from '#client/header/search-form.ts';
import { localPath } from '#client/language/local-path.ts';
import { suggester } from '#lib/forms/suggest.ts';
import { variantPath } from '#lib/pages/addresses.ts';
import { pictureSource } from '#lib/pages/picture-sources.ts';
import { useShop, useWords } from '../currency/use-words.ts';
import { useAnnounced } from '../use-announced.ts';

/** Products suggested under the header's search field while one types (SRCH-23). The form itself needs none of this. */
export default function Suggestions() {
  const [found, setFound] = useState<Found | null>(null);
  const [isShown, setShown] = useState(false);
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
    const typed = () => suggest.typed(field.value);
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
        setShown(false);
      }
    };
    const left = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !panel.contains(relatedTarget as Node)) setShown(false);
    };
    field.addEventListener('input', typed);
    panel.addEventListener('keydown', move);
    panel.addEventListener('focusout', left);
    // What was typed before this woke up.
    typed();
    return () => {
      suggest.stop();
      field.removeEventListener('input', typed);
      panel.removeEventListener('keydown', move);
      panel.removeEventListener('focusout', left);
    };
  }, []);

  const products = isShown && found ? found.products : [];
  const q = found?.q ?? '';
  const told = !isShown
    ? ''
    : products.length === 0
      ? words.text('noSuggestions', { q })
      : words.text('suggestionCount', { count: products.length });
  useAnnounced(told);
  return (
    <div ref={root} className={isShown ? 'suggestions suggestions-open' : 'suggestions'}>
      {isShown && products.length === 0 && <p className="quiet">{told}</p>}
      {products.length > 0 && (
        <>
          <ul className="suggestion-list">
            {products.map(({ id, title, seo_url, variant, original, sale_price, price_varies }, at) => (
              <li key={id}>
                <a
                  ref={(link) => {
                    links.current[at] = link;
                  }}
                  href={localPath(variantPath(seo_url, variant))}
                >
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
          <a
            ref={(link) => {
              links.current[products.length] = link;
            }}
            className="link-row"
            href={localPath(searchPath(q))}
          >
            {words.text('seeResults', { q })}
          </a>
        </>
      )}
    </div>
  );
}
