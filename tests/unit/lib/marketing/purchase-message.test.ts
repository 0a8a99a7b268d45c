import { describe, expect, test } from 'vitest';
import { formatPurchaseMessage, type PurchaseNoticeData } from '#lib/marketing/purchase-message.ts';
import { formatPurchaseNotice } from '#lib/marketing/purchase-notice.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 5, 1, 12);
const purchase = (orderTime: number): PurchaseNoticeData['shopVirtualCustomerVos'][number] => ({
  name: 'Ada',
  country: 'US',
  countryName: 'United States',
  title: 'Tidal mug',
  imageUrl: '',
  seoUrl: 'tidal-mug',
  state: 'Oregon',
  sku: 'M-1',
  orderTime,
});
const config = (more: Partial<PurchaseNoticeData['basicConfigResponse']> = {}) =>
  ({
    displayTextJson: '',
    displayDateType: 1,
    popFramePreview: {
      templateStr: '{name}, {state}, {country}: {title}, {time}',
      templateImg: '',
      styleJson: '',
    },
    ...more,
  }) as PurchaseNoticeData['basicConfigResponse'];
const words = { lang: 'en', recently: 'Recently', someone: 'Someone' };
const line = (past: number, more = {}, of = words) =>
  formatPurchaseMessage(purchase(now - past), config(more), now, of);

describe('a purchase as a line', () => {
  test('puts the buyer’s name, place, product and time into the merchant’s words', () => {
    expect(line(3 * hour)).toBe('Ada, Oregon, United States: Tidal mug, 3 hours ago');
    expect(line(59_999 + 60_000)).toMatch(/1 minute ago$/);
    expect(line(3 * hour, {}, { lang: 'de', recently: 'Neulich', someone: 'Jemand' })).toMatch(
      /vor 3 Stunden$/,
    );
  });

  test('calls a buyer who is not named so in the page’s own language [R125]', () => {
    const unnamed = { ...purchase(now - hour), name: 'Someone' };
    const german = { lang: 'de', recently: 'Neulich', someone: 'Jemand' };
    expect(formatPurchaseMessage(unnamed, config(), now, german)).toMatch(/^Jemand,/);
    expect(formatPurchaseMessage(unnamed, config(), now, words)).toMatch(/^Someone,/);
  });

  test('of a day ago or more is said to be recent, of a younger one how long ago it was [NOTICE-14, NOTICE-15]', () => {
    expect(line(24 * hour - 1)).toMatch(/23 hours ago$/);
    expect(line(24 * hour)).toMatch(/Recently$/);
  });

  test.each([
    ['no time', Number.NaN],
    ['later than now', now + 1],
  ])('with %s is said to be recent, and no time is made up for it [VAL-19, VAL-20]', (_, then) => {
    expect(formatPurchaseMessage(purchase(then), config(), now, words)).toMatch(/Recently$/);
    expect(formatPurchaseMessage(purchase(then), config({ displayDateType: 2 }), now, words)).toMatch(
      /Recently$/,
    );
  });

  test('leaves out what stands in brackets where it does not know it [R125]', () => {
    const templateStr = '{name}[ from {country}] bought {title}[, {state}]';
    const told = config({ popFramePreview: { templateStr, templateImg: '', styleJson: '' } });
    const named = { ...purchase(now), state: '' };
    expect(formatPurchaseNotice(named, told, now, words)).toBe('Ada from United States bought Tidal mug');
    const unnamed = { ...named, name: 'Someone', countryName: '' };
    expect(formatPurchaseNotice(unnamed, told, now, words)).toBe('Someone bought Tidal mug');
  });

  test('may say date and time, and other words than the template', () => {
    expect(line(hour, { displayDateType: 2 })).toMatch(/2026/);
    expect(line(hour, { displayTextJson: '{"text":"{title} went to {state}"}' })).toBe(
      'Tidal mug went to Oregon',
    );
    expect(line(hour, { displayTextJson: 'not json' })).toMatch(/^Ada/);
  });
});
