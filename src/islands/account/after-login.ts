/** Where a login leads, and what the browser stores of it (R42, R132, ACCT-14). */
import { openRefused } from '#client/checkout/refused-checkout.ts';
import { localPath } from '#client/language/local-path.ts';
import { local } from '#client/storage.ts';

/** Stores the marker of the login, which opens nothing: the login itself is a cookie. */
export function storeLogin({ token, email }: { token: string; email: string }): void {
  local.set('frontToken', token);
  local.set('email', email);
}

/**
 * The page to go on to: the checkout that asked for the login, else the address the login page was opened with, else the account.
 * @param search query of the login page
 */
export async function placeAfterLogin(search: string): Promise<string> {
  return (await openRefused()) ?? returnAddress(search, location.origin) ?? localPath('/user-info');
}

/**
 * The address of `return_url`, if it is a page of this shop that is no form of the login itself.
 * @param origin of the shop
 */
export function returnAddress(search: string, origin: string): string | null {
  const wanted = new URLSearchParams(search).get('return_url') ?? '';
  const url = URL.parse(wanted, origin);
  if (!wanted.startsWith('/') || url?.origin !== origin) return null;
  const isLogin = /\/(login|register|forgot|reset-pwd)\/?$/.test(url.pathname);
  return isLogin ? null : url.pathname + url.search + url.hash;
}
