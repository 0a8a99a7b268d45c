/** Reads and builds the visitor cookie (R63). Pure, except that the id of a new visitor is random. */
import { createHmac, randomBytes } from 'node:crypto';
import { readCookies } from '../core/read-cookie.ts';
import { isSameSecret } from '../core/same-secret.ts';

const oneYear = 365 * 24 * 60 * 60;
const plainName = 'visitor';
/** Browsers accept a `__Host-` cookie only over HTTPS and from the host itself, so a sibling subdomain cannot set it. */
const hostName = '__Host-visitor';
const unsignedShape = /^[\w-]{43}$/;
const signedShape = /^([\w-]{43})\.([\w-]{43})$/;

export function createVisitorId(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns whether the Cookie header contains a visitor cookie. Most requests contain none and need no database read. */
export function hasVisitorCookie(header: string | undefined): header is string {
  return header?.includes(`${plainName}=`) ?? false;
}

/**
 * Returns the visitor id from the signed visitor cookie. Values that this shop did not sign are ignored. Returns null if the header
 * contains two different signed visitor ids, because either could be the right one.
 */
export function readSignedVisitor(header: string, key: Uint8Array, siteUrl: string): string | null {
  const found = new Set(
    readCookies(header, cookieName(siteUrl)).flatMap((value) => {
      const [, visitor = '', mac = ''] = signedShape.exec(value) ?? [];
      return visitor !== '' && isSameSecret(mac, macOf(visitor, key)) ? [visitor] : [];
    }),
  );
  const [visitor = null] = found;
  return found.size === 1 ? visitor : null;
}

/** Returns the values of visitor cookies that were issued before the shop signed its cookies. */
export function readUnsignedVisitors(header: string): string[] {
  return readCookies(header, plainName).filter((value) => unsignedShape.test(value));
}

/** Returns the Set-Cookie headers for a visitor id. @param replaces whether to delete the browser's unsigned cookie as well */
export function visitorCookies(
  visitor: string,
  key: Uint8Array,
  siteUrl: string,
  replaces: boolean,
): string[] {
  const name = cookieName(siteUrl);
  const secure = name === hostName ? '; Secure' : '';
  const rest = `; HttpOnly; SameSite=Lax${secure}`;
  const signedCookie = `${name}=${visitor}.${macOf(visitor, key)}; Path=/; Max-Age=${oneYear}${rest}`;
  return name === plainName || !replaces
    ? [signedCookie]
    : [signedCookie, `${plainName}=; Path=/; Max-Age=0${rest}`];
}

function cookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? hostName : plainName;
}

function macOf(visitor: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(visitor).digest('base64url');
}
