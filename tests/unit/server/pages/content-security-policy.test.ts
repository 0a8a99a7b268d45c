import { describe, expect, it } from 'vitest';
import {
  adminDocumentHeaders,
  buildAdminPolicy,
  buildPagePolicy,
  documentHeaders,
} from '#server/pages/content-security-policy.ts';
import { getProviderHosts, joinHosts } from '#server/payments/providers.ts';

const base = { scriptHashes: ["'sha256-abc='"], styleHashes: ["'sha256-def='"], secure: false };

/** One directive per line makes a diff readable. */
const lines = (policy: string) => policy.split('; ');

describe('the policy of a page', () => {
  it('allows nothing but ourselves where there is no payment', () => {
    expect(lines(buildPagePolicy({ ...base, hosts: joinHosts([]) }))).toMatchInlineSnapshot(`
      [
        "default-src 'none'",
        "script-src 'self' 'sha256-abc='",
        "style-src 'self' 'sha256-def='",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'self'",
      ]
    `);
  });

  it('allows the sandbox its script, frame and calls', () => {
    const sandbox = 'http://localhost:4322';
    expect(
      lines(
        buildPagePolicy({
          ...base,
          hosts: joinHosts([{ frame: [sandbox] }, getProviderHosts('paypal', sandbox)]),
        }),
      ),
    ).toMatchInlineSnapshot(`
      [
        "default-src 'none'",
        "script-src 'self' 'sha256-abc=' http://localhost:4322",
        "style-src 'self' 'sha256-def='",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self' http://localhost:4322",
        "frame-src 'self' http://localhost:4322",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'self'",
      ]
    `);
  });

  it("allows PayPal's hosts where its keys are set, and asks for https on a https site", () => {
    const hosts = joinHosts([getProviderHosts('paypal', 'https://www.paypal.com')]);
    expect(lines(buildPagePolicy({ ...base, hosts, secure: true }))).toMatchInlineSnapshot(`
      [
        "default-src 'none'",
        "script-src 'self' 'sha256-abc=' https://*.paypal.com https://*.paypalobjects.com",
        "style-src 'self' 'sha256-def='",
        "img-src 'self' data: blob: https://*.paypal.com https://*.paypalobjects.com",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self' https://*.paypal.com https://*.paypalobjects.com",
        "frame-src 'self' https://*.paypal.com",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'self'",
        "upgrade-insecure-requests",
      ]
    `);
  });

  it("allows Stripe's hosts where its keys are set, beside PayPal's", () => {
    const hosts = joinHosts([
      getProviderHosts('paypal', 'https://www.paypal.com'),
      getProviderHosts('stripe', ''),
    ]);
    const policy = lines(buildPagePolicy({ ...base, hosts }));
    expect(policy.filter((line) => line.includes('stripe'))).toMatchInlineSnapshot(`
      [
        "script-src 'self' 'sha256-abc=' https://*.paypal.com https://*.paypalobjects.com https://js.stripe.com https://*.js.stripe.com",
        "img-src 'self' data: blob: https://*.paypal.com https://*.paypalobjects.com https://*.stripe.com",
        "connect-src 'self' https://*.paypal.com https://*.paypalobjects.com https://api.stripe.com",
        "frame-src 'self' https://*.paypal.com https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
      ]
    `);
  });

  it('never allows what is inline without a hash, nor code from text', () => {
    const all = buildPagePolicy({
      ...base,
      hosts: joinHosts([
        { frame: ['https://cards.test'] },
        getProviderHosts('paypal', 'https://www.paypal.com'),
        getProviderHosts('stripe', ''),
      ]),
    });
    expect(all).not.toMatch(/unsafe-|\*(?:;| |$)| https:(?: |;)/);
  });
});

describe('other headers of a page', () => {
  it('lets a payment window keep its opener, and gives pages no device', () => {
    expect(documentHeaders).toMatchInlineSnapshot(`
      [
        [
          "Cross-Origin-Opener-Policy",
          "same-origin-allow-popups",
        ],
        [
          "Permissions-Policy",
          "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self "https://www.paypal.com" "https://www.sandbox.paypal.com" "https://js.stripe.com"), usb=()",
        ],
      ]
    `);
  });
});

describe('the policy of the admin', () => {
  it('allows files of the shop only, styles with the nonce of the response, and no frame (admin)', () => {
    expect(lines(buildAdminPolicy('abc', true))).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-abc'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      'upgrade-insecure-requests',
    ]);
    const headers = new Map(adminDocumentHeaders);
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('X-Robots-Tag')).toContain('noindex');
  });
});
