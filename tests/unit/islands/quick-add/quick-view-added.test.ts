// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $bagView } from '#client/bag/bag-view.ts';
import { $bag, changeBag } from '#client/bag/store.ts';
import { framedClass, type QuickViewMessage } from '#client/quick-view/messages.ts';
import { addToBag } from '#islands/after-add/add-to-bag.ts';
import { openQuickView } from '#islands/quick-add/QuickView.tsx';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { islandShop } from '../product/form-fixture.ts';

vi.mock('#client/page/page-shop.ts', async () => {
  const { islandShop: shop } = await import('../product/form-fixture.ts');
  return { getShopData: () => ({ ...shop, bag: { ...shop.bag, afterAdd: 'dropdown' } }) };
});

const mug = { id: 7, sku_id: 71, title: 'Mug', price: 28, quantity: 2 };
const lines = () => $bag.get().lines.map(({ sku_id, quantity }) => [sku_id, quantity]);

/** Adds as the framed page does. @returns its message to the page around it */
function addInFrame(): QuickViewMessage {
  document.documentElement.classList.add(framedClass);
  const told = vi.spyOn(parent, 'postMessage').mockImplementation(() => {});
  addToBag({ lines: [mug] }, document.body, islandShop.bag, createShopTexts(islandShop));
  document.documentElement.classList.remove(framedClass);
  return told.mock.calls[0]![0] as QuickViewMessage;
}

/** Opens a quick view and dispatches this message from its frame. */
async function hear(data: QuickViewMessage): Promise<void> {
  // happy-dom loads no page and logs an error; the frame has no window of its own.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await openQuickView(document.querySelector('a')!);
  const source = {};
  Object.defineProperty(document.querySelector('iframe')!, 'contentWindow', { value: source });
  dispatchEvent(Object.assign(new Event('message'), { data, source, origin: location.origin }));
}

function forbid(): void {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  document.body.innerHTML = '<a href="/products/mug">Mug</a><div id="live"></div>';
  changeBag((bag) => ({ ...bag, lines: [] }));
  $bagView.set('closed');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('what a frame could keep is told as added, and is read from the storage [QV-05]', async () => {
  const told = addInFrame();
  expect(told.addition).toBeUndefined();
  await hear(told);
  await vi.waitFor(() => expect($bagView.get()).not.toBe('closed'));
  expect(lines()).toEqual([[71, 2]]);
  expect(document.querySelector('iframe')).toBeNull();
});

test('what a frame could not keep goes into the bag of the page around it, once [QV-05]', async () => {
  forbid();
  const told = addInFrame();
  expect(told).toMatchObject({ event: 'added', addition: { lines: [mug] } });
  // The page around the frame has its own bag, without the frame's change.
  changeBag((bag) => ({ ...bag, lines: [] }));
  await hear(told);
  await vi.waitFor(() => expect($bagView.get()).not.toBe('closed'));
  expect(lines()).toEqual([[71, 2]]);
});

test('a bag that only this page has is not left for the bag’s page [ADD-03]', async () => {
  const go = vi.spyOn(location, 'assign').mockImplementation(() => {});
  forbid();
  const shop = { ...islandShop.bag, afterAdd: 'to-cart', bagStyle: 'dropdown' } as const;
  addToBag({ lines: [mug] }, document.body, shop, createShopTexts(islandShop));
  expect([$bagView.get(), go.mock.calls.length]).toEqual(['dropdown', 0]);
});
