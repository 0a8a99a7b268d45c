/** Which visitor a request comes from, and the cookie that says so (R63, docs/decisions/20-access-to-orders.md). */

import type { Caller } from '../core/caller.ts';
import { visitorHash } from '../core/identity.ts';
import type { Services } from '../core/services.ts';
import { exchangeKnownVisitor, isKnownVisitor } from '../orders/known-visitors-store.ts';
import { serverKey } from '../settings/server-key.ts';
import { saysVisitor, signedVisitor, unsignedVisitors, visitorCookies } from './cookies.ts';

type Needs = Pick<Services, 'db' | 'env' | 'now'>;

/**
 * The caller with the visitor of its cookie, when the shop has issued it. A cookie of before they were signed counts when
 * the shop knows it by an order or a checkout of that time; such a caller is to be given a signed one, once.
 */
export async function recognise(services: Needs, caller: Caller): Promise<Caller> {
  const cookies = caller.header('cookie');
  // In front of another platform the cookie is that platform's, and goes there as it came.
  if (services.env.API_ORIGIN || !saysVisitor(cookies)) return caller;
  const signed = signedVisitor(cookies, await keyOf(services), services.env.SITE_URL);
  if (signed !== null) return { ...caller, visitor: signed };
  for (const visitor of unsignedVisitors(cookies)) {
    if (await isKnownVisitor(services.db.read, visitorHash(visitor), services.now())) {
      return { ...caller, visitor, isUnsigned: true };
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
    log.warn({ err: error }, 'a cookie of before could not be exchanged');
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
