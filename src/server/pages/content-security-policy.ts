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
