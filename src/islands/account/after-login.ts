/** Runs after a login: stores in the browser that the shopper is logged in, and determines the next page (R42, R132, ACCT-14). */
import { api } from '#client/api/api.ts';
import { storeCheckoutLines } from '#client/checkout/checkout-lines.ts';
import { localPath } from '#client/language/local-path.ts';
import { safeLocalStorage, safeSessionStorage } from '#client/stores/storage.ts';
import { syncWishlist } from '#client/wishlist/sync-wishlist.ts';
import type { RequestInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';

/**
 * Endpoint that creates a checkout. If it rejects a request because a login is required, the request is stored in sessionStorage
 * with this string as key (R25).
 */
const row = 'POST /api/v1/checkout';
type CheckoutBody = RequestInput<Endpoints[typeof row]>['body'];

/** Value of `source` for a checkout that was created from the bag (R65). */
const fromBag = 2;

/** Maximum time for which the wishlist sync may delay the next page, in ms. Unsent changes are sent later. */
const syncTimeoutMs = 2000;

/**
 * Stores in localStorage that the shopper is logged in. The stored values grant no access, because the session is in a cookie. Then
 * merges this device's wishlist into the account's wishlist (R170).
 */
export async function storeLogin({ token, email }: { token: string; email: string }): Promise<void> {
  safeLocalStorage.set('frontToken', token);
  safeLocalStorage.set('email', email);
  await Promise.race([syncWishlist(), new Promise((resolve) => setTimeout(resolve, syncTimeoutMs))]);
}

/**
 * Returns the path of the next page: the checkout that required the login, else the `return_url` of the login page, else the
 * account page.
 * @param search query string of the login page
 */
export async function getPathAfterLogin(search: string): Promise<string> {
  const body = parseStoredJson(safeSessionStorage.get(row)) as CheckoutBody | null;
  safeSessionStorage.remove(row);
  return (
    (body && (await openRefused(body))) ?? safeReturnPath(search, location.origin) ?? localPath('/user-info')
  );
}

/** Resends the stored checkout request. @returns the checkout's path, null if the server rejects the request again */
async function openRefused(body: CheckoutBody): Promise<string | null> {
  const answer = await api(row, { body }, { jumpLogin: false });
  if (answer.code !== 0 || !answer.data) return null;
  const { token, web_url } = answer.data.checkout;
  // Remember the lines only if the checkout was created from the bag: other checkouts must not remove lines from the bag.
  if (body.source === fromBag) storeCheckoutLines(token, linesOf(body));
  return localPath(web_url);
}

function linesOf(body: CheckoutBody) {
  return body.checkouts.flatMap(({ variant_items }) =>
    variant_items.map(({ random_id = '', quantity = 1, is_selected }) => ({
      ...{ random_id, quantity },
      is_selected: is_selected === 1 || is_selected === true,
    })),
  );
}

/**
 * Returns the path of `return_url` if it belongs to this shop and is not a login page, else null.
 * @param origin the shop's origin
 */
export function safeReturnPath(search: string, origin: string): string | null {
  const returnUrl = new URLSearchParams(search).get('return_url') ?? '';
  const url = URL.parse(returnUrl, origin);
  if (!returnUrl.startsWith('/') || url?.origin !== origin) return null;
  const isLogin = /\/(login|register|forgot|reset-pwd)\/?$/.test(url.pathname);
  // "/.//elsewhere" resolves to the path "//elsewhere", which without an origin is a protocol-relative URL of another site.
  return isLogin || url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash;
}
