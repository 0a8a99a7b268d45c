import { describe, expect, it } from 'vitest';
import { parseConsent, serialiseConsent } from '#lib/marketing/consent.ts';
import { isPageWithoutPixels } from '#lib/marketing/pages-without-pixels.ts';
import { buildPagePolicy } from '#server/pages/content-security-policy.ts';
import { withPixelHosts } from '#server/pages/pixel-hosts.ts';
import {
  closestPrice,
  eventUrl,
  parseEventContents,
  parseEventTime,
  parseSearchQuery,
} from '#server/tracking/conversion.ts';
import { hashEmail, internationalDigits, sha256 } from '#server/tracking/hash-contact-data.ts';
import { conversionServices, pixelSettings } from '#server/tracking/pixel-settings.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 23);

describe('the answer of a shopper', () => {
  it('holds for a year, for the services that were named [TRK-19]', () => {
    const yes = serialiseConsent('yes', ['meta', 'google'], now);
    expect(parseConsent(yes, ['meta', 'google'], now)).toBe('yes');
    expect(parseConsent(yes, ['google'], now + 364 * day)).toBe('yes');
    expect(parseConsent(yes, ['meta', 'google'], now + 365 * day)).toBe('open');
    // A new service needs consent again; a refusal stays.
    expect(parseConsent(yes, ['meta', 'tiktok'], now)).toBe('open');
    expect(parseConsent(serialiseConsent('no', ['meta'], now), ['meta', 'tiktok'], now)).toBe('no');
  });

  it('is open where nothing readable is stored, and never a yes by accident [TRK-19]', () => {
    const odd = [null, '', 'yes', 'yes x meta', `maybe ${now} meta`, `yes ${now + day} meta`];
    for (const stored of odd) expect(parseConsent(stored, ['meta'], now), String(stored)).toBe('open');
  });
});

describe('contact data', () => {
  // Examples from the documentation of the services.
  it('is hashed as Meta says', () => {
    expect(hashEmail(' John_Smith@gmail.com ')).toBe(
      '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
    );
    expect(sha256(internationalDigits('(650)555-1212', 'US') ?? '')).toBe(
      'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
    );
    expect(hashEmail('no address')).toBeNull();
  });

  it.each([
    ['+49 (0)151 1234567', 'DE', '491511234567'],
    ['(+49) 151 1234567', 'US', '491511234567'],
    ['0151 1234567', 'DE', '491511234567'],
    ['0043 660 1234567', 'DE', '436601234567'],
    ['0043 660 1234567', 'US', '436601234567'],
    ['00 44 20 7946 0958', '', '442079460958'],
    ['1 503 555 0100', 'US', '15035550100'],
    ['06 1234 5678', 'IT', '390612345678'],
    ['393331234567', 'IT', '393331234567'],
    ['030/123456 DW 12', 'DE', '4930123456'],
    // Not all countries use the prefixes 0 and 00.
    ['06 20 123 4567', 'HU', '36201234567'],
    ['8 612 34567', 'LT', '37061234567'],
    ['011 54 9 11 2345 6789', 'US', '5491123456789'],
    ['0011 49 30 123456', 'AU', '4930123456'],
    ['010 44 20 7946 0958', 'JP', '442079460958'],
    ['0549 882312', 'SM', '3780549882312'],
    ['0151 1234567', '', null],
    ['0151 1234567', 'ZZ', null],
    ['555-0100', 'US', null],
    ['12', 'DE', null],
    ['', 'DE', null],
  ])('names the calling code of %j dialled in %s: %s [TRK-13]', (phone, country, digits) => {
    expect(internationalDigits(phone, country)).toBe(digits);
  });
});

describe('what a page says of an event', () => {
  it('is told without queries and without addresses that are keys', () => {
    const site = 'https://shop.test';
    const told = (url: string) => eventUrl(url, site);
    expect(told(`${site}/de/products/mug?fbclid=1#x`)).toBe(`${site}/de/products/mug`);
    expect(told('/products/mug')).toBe(`${site}/products/mug`);
    for (const key of ['/1/checkouts/abc', '/de/1/checkouts/abc', '/reset-pwd?code=1', '/user-info'])
      expect(told(site + key), key).toBe(site);
    expect(told('https://evil.test/products/mug')).toBe(site);
    expect(told('http://[')).toBe(site);
  });

  it('happened within a week, or now', () => {
    expect(parseEventTime(now - 6 * day, now)).toBe(now - 6 * day);
    expect(parseEventTime(now - 8 * day, now)).toBe(now);
    expect(parseEventTime(now + 1, now)).toBe(now);
    expect(parseEventTime('2026-11-22T00:00:00Z', now)).toBe(now - day);
    expect(parseEventTime('soon', now)).toBe(now);
  });

  it('is read as far as it is known', () => {
    const contents = [
      { id: 7, quantity: 2, price: 14, secret: 'x' },
      { quantity: 1 },
      'mug',
      { id: '8', quantity: -1 },
      { id: 'x; drop table', quantity: 1 },
    ];
    expect(parseEventContents({ value: 28, currency: 'USD', contents, email: 'ada@example.com' })).toEqual([
      { productId: 7, quantity: 2, price: 14 },
      { productId: 8, quantity: 1 },
    ]);
    expect(parseEventContents({ value: 28, contents: [{ id: '7', quantity: 2 }] })).toEqual([
      { productId: 7, quantity: 2, price: 14 },
    ]);
    expect(parseEventContents({ value: -1, contents: {} })).toEqual([]);
    expect(parseSearchQuery({ query: 'jug', email: 'ada@example.com' })).toEqual({ query: 'jug' });
    expect(parseSearchQuery({ query: '' })).toEqual({});
  });

  it('chooses among the prices of a product, and makes none [T11]', () => {
    expect(closestPrice([1400, 2800, 900], 2800)).toBe(2800);
    expect(closestPrice([1400, 2800, 900], 99_999_999)).toBe(2800);
    expect(closestPrice([1400, 2800, 900], 0)).toBe(900);
  });
});

describe('the merchant’s ids', () => {
  const ids = {
    meta: '123456789012345',
    tiktok: 'C4ABCDEFGHIJ1234567',
    google: 'AW-123456789',
    pinterest: '2612345678901',
    snapchat: '0a1b2c3d-1111-2222-3333-444455556666',
  };

  it('have the form of their service [TRK-01]', () => {
    expect(pixelSettings.parse(ids)).toEqual(ids);
    const wrong = {
      meta: 'abc',
      tiktok: '"><script>',
      google: 'UA-1',
      pinterest: '1',
      snapchat: '1',
      other: '1',
    };
    for (const [service, id] of Object.entries(wrong)) {
      const { error } = pixelSettings.safeParse({ [service]: id });
      expect(error?.message, service).toContain(service);
    }
  });

  it('are forwarded to where the server has a key for them as well', () => {
    const env = { META_CONVERSIONS_TOKEN: 'x', TIKTOK_CONVERSIONS_TOKEN: undefined } as never;
    expect(conversionServices(env, ids)).toEqual(['meta']);
    expect(conversionServices(env, { tiktok: ids.tiktok })).toEqual([]);
  });

  it('open the security policy for their own service’s hosts and no other', () => {
    const hosts = { script: [], frame: [], connect: [], img: [] };
    const policy = (pixels: Record<string, string>) =>
      buildPagePolicy({
        hosts: withPixelHosts(hosts, pixels),
        scriptHashes: [],
        styleHashes: [],
        secure: true,
      });
    expect(policy({})).not.toContain('https:');
    const meta = policy({ meta: ids.meta });
    expect(meta).toContain("script-src 'self' https://connect.facebook.net;");
    expect(meta).not.toMatch(/tiktok|google|pinimg|snapchat/);
    expect(policy({ google: 'G-ABC1234567' })).not.toContain('doubleclick');
    expect(policy({ google: ids.google })).toContain('https://*.doubleclick.net');
    expect(policy({ other: 'https://evil.test' })).toBe(policy({}));
  });
});

it('keeps pixels off pages whose address is a key, or where a shopper writes about himself', () => {
  for (const type of ['checkouts', 'login', 'register', 'reset-pwd', 'info', 'logistics'])
    expect(isPageWithoutPixels(type, ''), type).toBe(true);
  for (const search of ['?token=x', '?code=x', 'aesCode=x', '?share=x'])
    expect(isPageWithoutPixels('pay-result', search)).toBe(true);
  for (const type of ['home', 'detail', 'cart', 'pay-result', 'search'])
    expect(isPageWithoutPixels(type, '?order_no=AB-1&q=token'), type).toBe(false);
});
