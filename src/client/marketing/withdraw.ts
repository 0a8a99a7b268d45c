/** A yes is taken back: what advertising has stored is deleted, and a page that has outside scripts begins anew without them. */

import { silence } from './advertise.ts';
import { isTheirs, theirCookies } from './theirs.ts';

export function withdraw(): void {
  silence();
  theirCookies().forEach(deleteCookie);
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const store = window[kind];
      for (const key of Object.keys(store)) if (isTheirs(key)) store.removeItem(key);
    } catch {
      // It is forbidden: nothing is in it.
    }
  }
  // A script that runs cannot be taken out of a page.
  if (document.querySelector('script[data-pixel]')) location.reload();
}

/** Services set theirs for the widest domain they may. */
function deleteCookie(name: string): void {
  const over = `${name}=; Path=/; Max-Age=0`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4 and on plain http.
  document.cookie = over;
  const labels = location.hostname.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) {
    // biome-ignore lint/suspicious/noDocumentCookie: as above.
    document.cookie = `${over}; Domain=${labels.slice(from).join('.')}`;
  }
}
