/** Security headers of HTML pages. Pure. */
import type { HeaderList } from '../cache/stored-page.ts';
import type { PaymentHosts } from '../core/payment-provider.ts';

export interface PagePolicy {
  /** `'sha256-…'` sources of inline scripts and styles, computed at build time. */
  scriptHashes: string[];
  styleHashes: string[];
  /** Hosts of the payment providers that this shop may show, and of the pixels that the page may load. */
  hosts: PaymentHosts;
  /** Whether SITE_URL is https. */
  secure: boolean;
}

/** Returns the Content-Security-Policy of an HTML page. Inline scripts and styles run only with a hash from the build. */
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

/** Headers of HTML pages besides the policy. A payment window that we open needs its opener (COOP allow-popups). */
export const documentHeaders: HeaderList = [
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  [
    'Permissions-Policy',
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
      'magnetometer=(), microphone=(), midi=(), payment=(self "https://www.paypal.com" "https://www.sandbox.paypal.com" "https://js.stripe.com"), usb=()',
  ],
];
