/** The two pages in a popup's own HTML (R52): found here, where elements may be looked up. */
import { localLinks } from '#lib/language/local-links.ts';

export interface PopupPages {
  /** HTML; all of it where no element is named as the first page. */
  first: string;
  /** HTML; '' for none. */
  second: string;
}

/** @param html cleaned when it was saved; nothing in it runs or is fetched while it is read */
export function popupPages(html: string, firstId: string, secondId: string): PopupPages {
  const { root = '' } = document.documentElement.dataset;
  const parsed = new DOMParser().parseFromString(localLinks(html, root), 'text/html');
  const second = parsed.getElementById(secondId);
  const first = parsed.getElementById(firstId);
  second?.remove();
  return { first: (first ?? parsed.body).innerHTML, second: second?.innerHTML ?? '' };
}
