/** Cookie of a login of staff. Scripts cannot read it, and requests from other sites do not carry it. */
import { readCookie } from '../core/read-cookie.ts';
import { MAX_SESSION_MS } from './sessions-store.ts';

function cookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-staff' : 'staff';
}

/** Returns the Set-Cookie header of the staff cookie. @param token '' deletes the cookie */
export function createStaffCookie(token: string, siteUrl: string): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const life = token === '' ? 0 : MAX_SESSION_MS / 1000;
  return `${cookieName(siteUrl)}=${token}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns the token in the staff cookie; null without one. */
export function readStaffCookie(cookies: string | undefined, siteUrl: string): string | null {
  return readCookie(cookies, cookieName(siteUrl));
}
