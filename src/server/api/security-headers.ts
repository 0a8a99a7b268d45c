/** Security headers of API responses and files; the headers of pages are defined in pages/content-security-policy.ts. Pure. */
import type { HeaderList } from '../cache/stored-page.ts';
import type { Env } from '../core/env.ts';

/** Content-Security-Policy of API responses; it allows the stylesheet of the HTML reference. */
export const apiCsp = "default-src 'none'; style-src 'self'; frame-ancestors 'none'";

/** Content-Security-Policy of files (including SVG) and plain text: no scripts, no subresources, no framing. */
export const fileCsp = "default-src 'none'; frame-ancestors 'none'";

/** Returns the security headers that every response has. */
export function commonHeaders(env: Pick<Env, 'SITE_URL'>): HeaderList {
  const headers: HeaderList = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ];
  if (!env.SITE_URL.startsWith('https:')) return headers;
  return [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']];
}
