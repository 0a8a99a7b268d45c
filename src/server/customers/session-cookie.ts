/**
 * The login of the shop's own pages (R132): a cookie that no script can read. What a page may know of it is the marker.
 */
import { SESSION_LIFE_MS } from './sessions-store.ts';

/** `token` of R42 in the shop's own pages: says that there is a login, and opens nothing. */
export const loginMarker = 'session-cookie';

/** Browsers take a cookie of this prefix from the shop's own origin only, never from a neighbour's or over plain http. */
export function sessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-session' : 'session';
}

/** Set-Cookie header. @param token '' takes the cookie away */
export function sessionCookie(token: string, siteUrl: string): string {
  const name = sessionCookieName(siteUrl);
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const life = token === '' ? 0 : SESSION_LIFE_MS / 1000;
  return `${name}=${token}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`;
}
