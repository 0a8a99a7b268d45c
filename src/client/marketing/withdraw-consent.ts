/** Withdraws consent: deletes the data that advertising has stored, and reloads a page with third-party scripts. */

import { stopAdvertising } from './advertise.ts';

/**
 * Names of cookies and storage keys to delete: those for ad-click ids (R76) and pixel events, and those of the advertising services.
 * consent.ts tests for the prefixes of the cookies.
 */
const theirs =
  /^(?:_fb[cp]|ttclid|_tt|tt_|_ga|_gcl|_gac|_pin|_epik|_derived_epik|_scid|_sct|_ScCbts|u_sc|pixel_)/;

export function withdrawConsent(): void {
  stopAdvertising();
  for (const pair of document.cookie.split(/;\s*/)) {
    const name = pair.split('=')[0] ?? '';
    if (theirs.test(name)) deleteCookie(name);
  }
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      const store = window[kind];
      for (const key of Object.keys(store)) if (theirs.test(key)) store.removeItem(key);
    } catch {
      // Storage is blocked, so there is nothing to delete.
    }
  }
  // A running script cannot be unloaded.
  if (document.querySelector('script[data-pixel]')) location.reload();
}

/** Deletes a cookie on every parent domain, because services set cookies on the widest domain possible. */
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
