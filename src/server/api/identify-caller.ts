/** Identifies the visitor and the customer of a request (R42, R63, R132, docs/decisions/20-access-to-orders.md). */

import type { Caller } from '../core/caller.ts';
import { hashVisitorCookie } from '../core/identity.ts';
import { readCookie } from '../core/read-cookie.ts';
import type { Services } from '../core/services.ts';
import { sessionCookieName } from '../customers/session-cookie.ts';
import { readSession, renewSession } from '../customers/sessions-store.ts';
import { exchangeVisitorCookie, isLegacyVisitor } from '../orders/legacy-visitors-store.ts';
import { serverKey } from '../settings/server-key.ts';
import { hasVisitorCookie, readSignedVisitor, readUnsignedVisitors, visitorCookies } from './cookies.ts';

type Needs = Pick<Services, 'db' | 'env' | 'now'>;

/** Returns the caller with the customer of the login token and the visitor of the visitor cookie, if this shop issued them. */
export async function identifyCaller(services: Needs, caller: Caller): Promise<Caller> {
  const [{ visitor, isUnsigned }, customer] = await Promise.all([
    recogniseVisitor(services, caller),
    recogniseCustomer(services, caller),
  ]);
  return { ...caller, visitor, isUnsigned, ...customer };
}

async function recogniseCustomer(
  services: Needs,
  caller: Caller,
): Promise<Pick<Caller, 'customer' | 'sessionCookie'>> {
  const { db, env, now } = services;
  const loginCookie = readCookie(caller.header('cookie'), sessionCookieName(env.SITE_URL));
  // A sibling subdomain can set a `token` cookie for the shop, so a `token` cookie must not override the session cookie.
  const token = caller.token === caller.header('token') ? caller.token : (loginCookie ?? caller.token);
  const login = token ? await readSession(db.read, token, now()) : null;
  if (!login) return { customer: null, sessionCookie: null };
  const { customer, isDue } = login;
  // Do not renew the session of a page here: pages renew it together with the session cookie (API-082). API clients have no session cookie.
  if (token === loginCookie) return { customer, sessionCookie: loginCookie };
  if (isDue) await renewSession(db.write, customer.session, now());
  return { customer, sessionCookie: null };
}

/**
 * Returns the visitor of the request. An unsigned cookie is accepted only if an order or checkout from before the shop signed its cookies
 * belongs to the visitor. Each unsigned cookie is exchanged once for a signed one.
 */
async function recogniseVisitor(
  services: Needs,
  caller: Caller,
): Promise<Pick<Caller, 'visitor' | 'isUnsigned'>> {
  const cookies = caller.header('cookie');
  if (!hasVisitorCookie(cookies)) return caller;
  const signed = readSignedVisitor(cookies, await keyOf(services), services.env.SITE_URL);
  if (signed !== null) return { visitor: signed, isUnsigned: false };
  for (const visitor of readUnsignedVisitors(cookies)) {
    if (await isLegacyVisitor(services.db.read, hashVisitorCookie(visitor), services.now())) {
      return { visitor, isUnsigned: true };
    }
  }
  return caller;
}

/**
 * Returns the Set-Cookie headers that replace an unsigned visitor cookie with a signed one. Each unsigned value is exchanged only once, so
 * an attacker who replays it later cannot impersonate the visitor or plant the cookie in another browser.
 */
export async function exchangeCookie(
  services: Needs & Pick<Services, 'log'>,
  visitor: string,
): Promise<string[]> {
  const { db, now, log } = services;
  try {
    const isFirst = await exchangeVisitorCookie(db.write, hashVisitorCookie(visitor), now());
    return isFirst ? await issueCookies(services, visitor, true) : [];
  } catch (error) {
    // Do not fail the request: it has succeeded, and the next request can exchange the cookie.
    log.warn({ err: error }, 'visitor cookie migration failed');
    return [];
  }
}

/** Returns the Set-Cookie headers for a visitor id. @param replaces whether to delete the browser's unsigned cookie as well */
export async function issueCookies(services: Needs, visitor: string, replaces: boolean): Promise<string[]> {
  return visitorCookies(visitor, await keyOf(services), services.env.SITE_URL, replaces);
}

function keyOf({ db, now }: Needs): Promise<Uint8Array> {
  return serverKey(db, 'visitor', now());
}
