import { describe, expect, test } from 'vitest';
import { parseQuickViewMessage } from '#client/quick-view/messages.ts';
import { quickViewUrl } from '#islands/quick-add/QuickView.tsx';

test('the frame’s address is the product’s page with p_source=quick, its variant kept [QV-01, QV-02]', () => {
  const base = 'https://shop.example/collections/table';
  expect(quickViewUrl('/products/cup', base)).toBe('/products/cup?p_source=quick');
  expect(quickViewUrl('https://shop.example/products/cup?variant=3', base)).toBe(
    '/products/cup?variant=3&p_source=quick',
  );
});

describe('a message of the frame', () => {
  const own = 'https://shop.example';
  const frame = {} as MessageEventSource;
  const added = { type: 'quick-view', event: 'added', product: { spu_id: 1, sku_id: 2, quantity: 1 } };
  const read = (more: object) =>
    parseQuickViewMessage({ origin: own, source: frame, data: added, ...more }, own, frame);

  test('counts only from the shop’s own origin and from the frame that is open [QV-05]', () => {
    expect(read({})).toEqual(added);
    expect(read({ origin: 'https://evil.example' })).toBeNull();
    expect(read({ source: {} })).toBeNull();
    expect(parseQuickViewMessage({ origin: own, source: null, data: added }, own, null)).toBeNull();
  });

  test('is one of the four that there are', () => {
    expect(read({ data: { type: 'quick-view', event: 'close' } })).toMatchObject({ event: 'close' });
    for (const data of [null, 'added', { event: 'added' }, { type: 'quick-view', event: 'paid' }]) {
      expect(read({ data })).toBeNull();
    }
  });
});
