import { type CSSProperties, useEffect, useState } from 'react';
import { api } from '#client/api/api.ts';
import { fetchPopularLinks, type PopularLinks } from '#client/header/fetch-popular-links.ts';
import type { Suggestions as Found } from '#client/header/fetch-suggestions.ts';
import { groupSuggestions } from '#client/header/group-suggestions.ts';
import { searchPath } from '#client/header/search-form.ts';
import { localPath } from '#client/language/local-path.ts';
import { loadStylesheet } from '#client/loading/load-stylesheet.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { variantPath } from '#lib/pages/paths.ts';
import { useAnnouncement } from '../use-announcement.ts';
import SuggestedLinks, { SuggestionImage } from './SuggestedLinks.tsx';
import sheet from './suggestions.css?url';

interface Props {
  /** Suggestions for the text in the search field; null while there are none. */
  found: Found | null;
  /** True while the shopper uses the search field and it is empty. */
  isBlank: boolean;
  texts: ShopTexts;
  /** Returns a ref callback that registers the link at position `at` of the arrow-key navigation. */
  linkAt: (at: number) => (link: HTMLAnchorElement | null) => void;
}

/** Renders the search suggestions; loaded when the shopper starts to search. */
export default function SuggestedPanel({ found, isBlank, texts, linkAt }: Props) {
  const [hints, setHints] = useState<PopularLinks>({ searches: [], collections: [] });
  const [isStyled, setStyled] = useState(false);
  useEffect(() => void loadStylesheet(sheet).then(() => setStyled(true)), []);
  // If the request for popular links fails, none are displayed.
  useEffect(() => void fetchPopularLinks(api).then(setHints, () => {}), []);
  const { q } = found ?? { q: '' };
  const suggested = found && groupSuggestions(found);
  const { products = [], links: named = [] } = suggested ?? {};
  const count = products.length + named.length;
  const isHinting = found ? count === 0 : isBlank;
  const searches = isHinting ? hints.searches : [];
  const collections = isHinting ? hints.collections : (suggested?.collections ?? []);
  // Popular links come after the results and the link to all results.
  const firstHint = count && count + 1;
  const status = !found
    ? ''
    : count === 0
      ? texts.text('noSuggestions', { q })
      : texts.text('suggestionCount', { count });
  useAnnouncement(status);
  const isOpen = found !== null || searches.length + collections.length > 0;
  if (!isStyled) return null;
  return (
    <div
      className={isOpen ? 'suggestions suggestions-open' : 'suggestions'}
      style={{ '--count': products.length } as CSSProperties}
    >
      {found && count === 0 && <p className="quiet">{status}</p>}
      {products.length > 0 && (
        <ul className="suggestion-list">
          {products.map(({ id, title, seo_url, variant, original, sale_price, price_varies }, at) => (
            <li key={id}>
              <a ref={linkAt(at)} href={localPath(variantPath(seo_url, variant))}>
                <SuggestionImage picture={original} sizes="(width > 640px) 260px, 45vw" />
                <span dir="auto">{title}</span>
                <span className="quiet">
                  {price_varies && `${texts.text('priceFrom')} `}
                  {texts.money(sale_price)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="suggested">
        <SuggestedLinks list={named} linkAt={linkAt} from={products.length} />
        {count > 0 && (
          <a ref={linkAt(count)} className="link-row" href={localPath(searchPath(q))}>
            {texts.text('seeResults', { q })}
          </a>
        )}
        <SuggestedLinks
          name={texts.text('popularSearches')}
          list={searches}
          linkAt={linkAt}
          from={firstHint}
        />
        <SuggestedLinks
          name={texts.text('hintedCollections')}
          list={collections}
          linkAt={linkAt}
          from={firstHint + searches.length}
          isNarrow={products.length > 3}
        />
      </div>
    </div>
  );
}
