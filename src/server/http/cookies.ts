/** Reading a Cookie header and writing the visitor cookie (R63). */
import { randomBytes } from 'node:crypto';

const oneYear = 365 * 24 * 60 * 60;
const visitorShape = /^[\w-]{43}$/;

/** Value of a cookie, the first of its name; null when absent. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/** The visitor value of a request, null when there is none or it is not one of ours. */
export function readVisitor(header: string | undefined): string | null {
  const value = readCookie(header, 'visitor');
  return value !== null && visitorShape.test(value) ? value : null;
}

export function newVisitor(): string {
  return randomBytes(32).toString('base64url');
}

/** Set-Cookie header of a visitor value; Secure when the shop is on https. */
export function visitorCookie(value: string, siteUrl: string): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `visitor=${value}; Path=/; Max-Age=${oneYear}; HttpOnly; SameSite=Lax${secure}`;
}
