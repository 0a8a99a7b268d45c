/** Splits a popup's custom HTML into its two pages (R52). Runs in the browser, because it needs a DOM. */
import { localiseLinks } from '#lib/language/localise-links.ts';
import type { PopupContent } from '#lib/marketing/popup-content.ts';

export interface PopupSteps {
  /** HTML of the first page: everything except the element of the second page. */
  first: string;
  /** HTML of the second page: everything except the element of the first page, or only that element's content if none has the first page's id; '' for none. */
  second: string;
}

/**
 * Splits a popup's custom HTML. The result lacks the three ids of R52, because the popup's own elements have them.
 * @param html sanitised on save; parsing it runs no scripts and loads nothing
 */
export function splitPopupSteps({
  html,
  modalId,
  firstPageId,
  secondPageId,
}: Pick<PopupContent, 'html' | 'modalId' | 'firstPageId' | 'secondPageId'>): PopupSteps {
  const { root = '' } = document.documentElement.dataset;
  const parsed = new DOMParser().parseFromString(localiseLinks(html, root), 'text/html');
  const [, first, second] = [modalId, firstPageId, secondPageId].map((id) => {
    const element = parsed.getElementById(id);
    element?.removeAttribute('id');
    return element;
  });
  if (!second) return { first: parsed.body.innerHTML, second: '' };
  const place = parsed.createTextNode('');
  second.replaceWith(place);
  const firstHtml = parsed.body.innerHTML;
  if (!first) return { first: firstHtml, second: second.innerHTML };
  place.replaceWith(second);
  first.replaceWith(...(first.contains(second) ? [second] : []));
  return { first: firstHtml, second: parsed.body.innerHTML };
}
