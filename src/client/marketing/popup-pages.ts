/** Splits a popup's custom HTML into its two pages (R52). Runs in the browser, because it needs a DOM. */
import { localiseLinks } from '#lib/language/localise-links.ts';

export interface PopupSteps {
  /** HTML of the first page; if no element has the first page's id, the whole HTML. */
  first: string;
  /** HTML of the second page; '' for none. */
  second: string;
}

/** Splits a popup's custom HTML. @param html sanitised on save; parsing it runs no scripts and loads nothing */
export function splitPopupSteps(html: string, firstId: string, secondId: string): PopupSteps {
  const { root = '' } = document.documentElement.dataset;
  const parsed = new DOMParser().parseFromString(localiseLinks(html, root), 'text/html');
  const second = parsed.getElementById(secondId);
  const first = parsed.getElementById(firstId);
  second?.remove();
  return { first: (first ?? parsed.body).innerHTML, second: second?.innerHTML ?? '' };
}
