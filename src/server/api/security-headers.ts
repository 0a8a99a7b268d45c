/** Security headers of API responses and files; those of pages are in pages/content-security-policy.ts. Pure. */
import type { HeaderList } from '../cache/stored-page.ts';
import type { Env } from '../core/env.ts';

/** Content-Security-Policy of the API; its HTML reference needs its own stylesheet. */
export const apiCsp = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";

/** Content-Security-Policy of files and plain text, SVG included: no script, no subresources, no framing. */
export const fileCsp = "default-src 'none'; frame-ancestors 'none'";

/** Returns the headers of every response. */
export function commonHeaders(env: Pick<Env, 'SITE_URL'>): HeaderList {
  const headers: HeaderList = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ];
  if (!env.SITE_URL.startsWith('https:')) return headers;
  return [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']];
}
