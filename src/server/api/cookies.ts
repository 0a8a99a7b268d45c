/** Reading a Cookie header and writing the visitor cookie (R63). Pure but for the random value of a new visitor. */
import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from '../core/same-secret.ts';

const oneYear = 365 * 24 * 60 * 60;
const plainName = 'visitor';
/** Browsers take a cookie of this prefix from the shop's own origin only, never from a neighbour's or over plain http. */
const hostName = '__Host-visitor';
const unsignedShape = /^[\w-]{43}$/;
const signedShape = /^([\w-]{43})\.([\w-]{43})$/;

/** Value of a cookie, the first of its name; null when absent. */
export function readCookie(header: string | undefined, name: string): string | null {
  return readCookies(header, name)[0] ?? null;
}

function readCookies(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
}

export function newVisitor(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a request says anything of a visitor; most do not, and nothing has to be read to know them. */
export function hasVisitorCookie(header: string | undefined): header is string {
  return header?.includes(`${plainName}=`) ?? false;
}

/**
 * The visitor of the signed cookie. Cookies that are not ours count for nothing, also beside one that is; of two that
 * are ours it cannot be told whose browser it is, so neither counts.
 */
export function signedVisitor(header: string, key: Uint8Array, siteUrl: string): string | null {
  const found = new Set(
    readCookies(header, cookieName(siteUrl)).flatMap((value) => {
      const [, visitor = '', mac = ''] = signedShape.exec(value) ?? [];
      return visitor !== '' && sameSecret(mac, macOf(visitor, key)) ? [visitor] : [];
    }),
  );
  const [visitor = null] = found;
  return found.size === 1 ? visitor : null;
}

/** Values of the cookie as it was issued before it was signed. */
export function unsignedVisitors(header: string): string[] {
  return readCookies(header, plainName).filter((value) => unsignedShape.test(value));
}

/** Set-Cookie headers that identify this visitor to us again. @param replaces whether it has the cookie without a signature */
export function visitorCookies(
  visitor: string,
  key: Uint8Array,
  siteUrl: string,
  replaces: boolean,
): string[] {
  const name = cookieName(siteUrl);
  const secure = name === hostName ? '; Secure' : '';
  const rest = `; HttpOnly; SameSite=Lax${secure}`;
  const own = `${name}=${visitor}.${macOf(visitor, key)}; Path=/; Max-Age=${oneYear}${rest}`;
  return name === plainName || !replaces ? [own] : [own, `${plainName}=; Path=/; Max-Age=0${rest}`];
}

function cookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? hostName : plainName;
}

function macOf(visitor: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(visitor).digest('base64url');
}
