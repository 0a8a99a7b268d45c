/** Security headers of HTML pages. Pure. */
import type { HeaderList } from '../cache/stored-page.ts';
import type { PaymentHosts } from '../core/payment-provider.ts';

export interface PagePolicy {
  /** CSP sources (`'sha256-…'`) of inline scripts and styles, computed at build time. */
  scriptHashes: string[];
  styleHashes: string[];
  /** Hosts of the payment providers that the shop offers, and of the tracking pixels that the page may load. */
  hosts: PaymentHosts;
  /** Whether SITE_URL is https. */
  secure: boolean;
}

/**
 * Returns the Content-Security-Policy of an HTML page. Inline scripts and styles run only if the build computed a hash for them.
 */
export function buildPagePolicy({ scriptHashes, styleHashes, hosts, secure }: PagePolicy): string {
  const directives: [string, string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...scriptHashes, ...hosts.script]],
    ['style-src', ["'self'", ...styleHashes]],
    ['img-src', ["'self'", 'data:', 'blob:', ...hosts.img]],
    ['font-src', ["'self'"]],
    ['media-src', ["'self'"]],
    ['connect-src', ["'self'", ...hosts.connect]],
    ['frame-src', ["'self'", ...hosts.frame]],
    ['manifest-src', ["'self'"]],
    ['form-action', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', ["'self'"]],
    ...(secure ? ([['upgrade-insecure-requests', []]] as [string, string[]][]) : []),
  ];
  return toPolicy(directives);
}

/**
 * Returns the Content-Security-Policy of an admin page: only files of the shop, no inline script, and no frame may contain the page.
 * The admin's components insert style elements at run time, which the nonce of the response allows.
 */
export function buildAdminPolicy(nonce: string, secure: boolean): string {
  return toPolicy([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'"]],
    ['style-src', ["'self'", `'nonce-${nonce}'`]],
    ['img-src', ["'self'", 'data:', 'blob:']],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['form-action', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    ...(secure ? ([['upgrade-insecure-requests', []]] as [string, string[]][]) : []),
  ]);
}

function toPolicy(directives: [string, string[]][]): string {
  return directives.map(([name, sources]) => [name, ...new Set(sources)].join(' ')).join('; ');
}

/**
 * Other security headers of HTML pages. COOP is `same-origin-allow-popups`, because payment popups need access to their opener.
 */
export const documentHeaders: HeaderList = [
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  [
    'Permissions-Policy',
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(self "https://www.paypal.com" "https://www.sandbox.paypal.com" "https://js.stripe.com"), usb=()',
  ],
];

/** Other security headers of admin pages: no other window gets a reference to them, and search engines do not list them. */
export const adminDocumentHeaders: HeaderList = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['X-Robots-Tag', 'noindex, nofollow'],
  [
    'Permissions-Policy',
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  ],
];
