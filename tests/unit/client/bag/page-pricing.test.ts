// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { $pricingState, $quote, priceBag } from '#client/bag/page-pricing.ts';
import { addLine } from './add-line.ts';

let fetch: ReturnType<typeof vi.fn>;
let isVisible = true;

function look(visible: boolean): void {
  isVisible = visible;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  fetch = vi.fn(async () => Response.json({ code: 0, msg: '', data: [] }));
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a bag that nobody opened is not priced by looking at its page', () => {
  look(false);
  look(true);
  expect([fetch.mock.calls.length, $pricingState.get()]).toEqual([0, 'idle']);
});

test('a page opened in a hidden tab, whose bag another tab changes before it is priced, is priced when it is looked at [BAG-02]', async () => {
  look(false);
  const first = priceBag();
  addLine({ id: 1, sku_id: 2, title: 'Mug', price: 28 });
  await first;
  expect([$quote.get(), $pricingState.get()]).toEqual([null, 'updating']);
  fetch.mockClear();
  look(true);
  expect(fetch.mock.calls.map(([path]) => path)).toContain('/api/v2/cart/discount');
});
