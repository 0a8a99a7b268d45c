/** Where a login leads, and what the browser stores of it (R42, R132, ACCT-14). */
import { api } from '#client/api/api.ts';
import { storeSentLines } from '#client/checkout/sent-lines.ts';
import { localPath } from '#client/language/local-path.ts';
import { local, session } from '#client/stores/storage.ts';
import { syncWishlist } from '#client/wishlist/sync-wishlist.ts';
import type { CallInput } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { readJson } from '#lib/storage/device-storage.ts';

/** Under its name the body of a checkout that was refused for want of a login is kept for the tab (R25). */
const row = 'POST /api/v1/checkout';
type CheckoutBody = CallInput<Endpoints[typeof row]>['body'];

/** `source` of a checkout (R65). */
const fromBag = 2;

/** So long the wishlist may hold back the page that follows, ms: what is not told by then is told later. */
const patience = 2000;

/**
 * Stores the marker of the login, which opens nothing: the login itself is a cookie. The wishlist of this device joins that of
 * the account (R170).
 */
export async function storeLogin({ token, email }: { token: string; email: string }): Promise<void> {
  local.set('frontToken', token);
  local.set('email', email);
  await Promise.race([syncWishlist(), new Promise((resolve) => setTimeout(resolve, patience))]);
}

/**
 * The page to go on to: the checkout that asked for the login, else the address the login page was opened with, else the account.
 * @param search query of the login page
 */
export async function placeAfterLogin(search: string): Promise<string> {
  const body = readJson(session.get(row)) as CheckoutBody | null;
  session.remove(row);
  return (
    (body && (await openRefused(body))) ?? returnAddress(search, location.origin) ?? localPath('/user-info')
  );
}

/** @returns the page of the checkout, null when it can no longer be had as it was sent */
async function openRefused(body: CheckoutBody): Promise<string | null> {
  const answer = await api(row, { body }, { jumpLogin: false });
  if (answer.code !== 0 || !answer.data) return null;
  const { token, web_url } = answer.data.checkout;
  // What is bought past the bag takes nothing out of it.
  if (body.source === fromBag) storeSentLines(token, linesOf(body));
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
 * The address of `return_url`, if it is a page of this shop that is no form of the login itself.
 * @param origin of the shop
 */
export function returnAddress(search: string, origin: string): string | null {
  const returnUrl = new URLSearchParams(search).get('return_url') ?? '';
  const url = URL.parse(returnUrl, origin);
  if (!returnUrl.startsWith('/') || url?.origin !== origin) return null;
  const isLogin = /\/(login|register|forgot|reset-pwd)\/?$/.test(url.pathname);
  // "/.//elsewhere" is a path of this shop until it is written without its origin.
  return isLogin || url.pathname.startsWith('//') ? null : url.pathname + url.search + url.hash;
}
