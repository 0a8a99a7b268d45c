/** Splits a popup's custom HTML into its two pages (R52), in the browser because it needs a DOM. */
import { localiseLinks } from '#lib/language/localise-links.ts';

export interface PopupPages {
  /** HTML; all of it if no element is named as the first page. */
  first: string;
  /** HTML; '' for none. */
  second: string;
}

/** @param html sanitised on save; parsing it runs and fetches nothing */
export function splitPopupPages(html: string, firstId: string, secondId: string): PopupPages {
  const { root = '' } = document.documentElement.dataset;
  const parsed = new DOMParser().parseFromString(localiseLinks(html, root), 'text/html');
  const second = parsed.getElementById(secondId);
  const first = parsed.getElementById(firstId);
  second?.remove();
  return { first: (first ?? parsed.body).innerHTML, second: second?.innerHTML ?? '' };
}
