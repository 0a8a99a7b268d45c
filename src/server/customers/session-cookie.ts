/** The login of the shop's own pages (R132): a cookie that no script can read. Pages see only the marker. */
import { SESSION_LIFETIME_MS } from './sessions-store.ts';

/** `token` of R42 for the shop's own pages: shows that there is a login, and grants no access. */
export const loginMarker = 'session-cookie';

/** Browsers accept a cookie with this prefix only from the shop's own origin over https, never from a sibling domain. */
export function sessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-session' : 'session';
}

/** Returns the Set-Cookie header. @param token '' deletes the cookie */
export function createSessionCookie(token: string, siteUrl: string): string {
  const name = sessionCookieName(siteUrl);
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const life = token === '' ? 0 : SESSION_LIFETIME_MS / 1000;
  return `${name}=${token}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`;
}
