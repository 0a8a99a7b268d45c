/** Session cookie for the shop's own pages (R132). Scripts cannot read the cookie; they see only `loginMarker`. */
import { SESSION_LIFETIME_MS } from './sessions-store.ts';

/** Value of `token` (R42) for the shop's own pages: indicates that there is a login, but grants no access. */
export const loginMarker = 'session-cookie';

/**
 * Returns the name of the session cookie. Browsers accept a cookie with the `__Host-` prefix only from the shop's own origin over
 * https, never from a sibling domain.
 */
export function sessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-session' : 'session';
}

/** Returns the Set-Cookie header of the session cookie. @param token '' deletes the cookie */
export function createSessionCookie(token: string, siteUrl: string): string {
  const name = sessionCookieName(siteUrl);
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  const life = token === '' ? 0 : SESSION_LIFETIME_MS / 1000;
  return `${name}=${token}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`;
}
