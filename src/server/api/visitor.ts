/** Which visitor and which customer a request comes from (R42, R63, R132, docs/decisions/20-access-to-orders.md). */

import type { Caller } from '../core/caller.ts';
import { visitorHash } from '../core/identity.ts';
import type { Services } from '../core/services.ts';
import { sessionCookieName } from '../customers/session-cookie.ts';
import { readSession, renewSession } from '../customers/sessions-store.ts';
import { exchangeKnownVisitor, isKnownVisitor } from '../orders/known-visitors-store.ts';
import { serverKey } from '../settings/server-key.ts';
import { hasVisitorCookie, readCookie, signedVisitor, unsignedVisitors, visitorCookies } from './cookies.ts';

type Needs = Pick<Services, 'db' | 'env' | 'now'>;

/** Returns the caller with the customer of its login and the visitor of its cookie, where the shop has issued them. */
export async function recognise(services: Needs, caller: Caller): Promise<Caller> {
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
  const own = readCookie(caller.header('cookie'), sessionCookieName(env.SITE_URL));
  // A cookie `token` can be set for the shop by its neighbours: it is no way into a browser that has a login of its own.
  const token = caller.token === caller.header('token') ? caller.token : (own ?? caller.token);
  const login = token ? await readSession(db.read, token, now()) : null;
  if (!login) return { customer: null, sessionCookie: null };
  const { customer, isDue } = login;
  // A page's cookie is renewed together with its login (API-082); a program has nothing to renew.
  if (token === own) return { customer, sessionCookie: own };
  if (isDue) await renewSession(db.write, customer.session, now());
  return { customer, sessionCookie: null };
}

/**
 * A cookie of before they were signed counts when the shop knows it by an order or a checkout of that time; such a caller
 * is to be given a signed one, once.
 */
async function recogniseVisitor(
  services: Needs,
  caller: Caller,
): Promise<Pick<Caller, 'visitor' | 'isUnsigned'>> {
  const cookies = caller.header('cookie');
  if (!hasVisitorCookie(cookies)) return caller;
  const signed = signedVisitor(cookies, await keyOf(services), services.env.SITE_URL);
  if (signed !== null) return { visitor: signed, isUnsigned: false };
  for (const visitor of unsignedVisitors(cookies)) {
    if (await isKnownVisitor(services.db.read, visitorHash(visitor), services.now())) {
      return { visitor, isUnsigned: true };
    }
  }
  return caller;
}

/**
 * Set-Cookie headers for a visitor whose cookie has no signature. One answer in the life of a value has them: whoever
 * sends it later, to be known as its visitor or into somebody else's browser, is given nothing.
 */
export async function exchangeCookie(
  services: Needs & Pick<Services, 'log'>,
  visitor: string,
): Promise<string[]> {
  const { db, now, log } = services;
  try {
    const isFirst = await exchangeKnownVisitor(db.write, visitorHash(visitor), now());
    return isFirst ? await issueCookies(services, visitor, true) : [];
  } catch (error) {
    // The call itself is done, and the next one can exchange it.
    log.warn({ err: error }, 'visitor cookie migration failed');
    return [];
  }
}

/** Set-Cookie headers for a visitor of ours. @param replaces whether the browser has the cookie without a signature */
export async function issueCookies(services: Needs, visitor: string, replaces: boolean): Promise<string[]> {
  return visitorCookies(visitor, await keyOf(services), services.env.SITE_URL, replaces);
}

function keyOf({ db, now }: Needs): Promise<Uint8Array> {
  return serverKey(db, 'visitor', now());
}
