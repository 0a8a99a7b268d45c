/** Headers that keep answers from doing what they are not meant to; those of pages: pages/content-security-policy.ts. Pure. */
import type { HeaderList } from '../cache/stored-page.ts';
import type { Env } from '../core/env.ts';

/** For the API; its readable page needs its own style sheet. */
export const barePolicy = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";

/** For files and plain words: nothing of theirs runs, loads or is framed when they are opened by themselves, SVG included. */
export const filePolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers every answer carries, whatever it is. */
export function commonHeaders(env: Pick<Env, 'SITE_URL'>): HeaderList {
  const headers: HeaderList = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ];
  if (!env.SITE_URL.startsWith('https:')) return headers;
  return [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']];
}
