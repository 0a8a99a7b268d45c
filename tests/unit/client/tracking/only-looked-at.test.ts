// @vitest-environment happy-dom
/** In the editor and in frames the page sends no events and opens nothing automatically; elsewhere it does both. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showAddResult } from '#islands/after-add/add-to-bag.ts';
import { showRecommendations } from '#islands/recommend/show-recommendations.ts';
import { emptyBag } from '#lib/bag/bag-codec.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';

const words = { text: (key: string) => key } as unknown as ShopTexts;
const toast = { afterAdd: 'toast', bagStyle: 'drawer', toastDuration: 1000 } as const;
const product = { spu_id: 7, sku_id: 70, quantity: 2 };
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  localStorage.clear();
  document.body.innerHTML = '<div id="live"></div>';
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ code: 0, msg: '', data: { status: false } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const told = () => asked.filter((path) => path.endsWith('/cart/add/event')).length;
const offered = () => asked.filter((path) => path.includes('/recommend/')).length;

test('an add is told once to the shop, and more is offered', async () => {
  showAddResult([product], emptyBag, toast, words);
  await vi.waitFor(() => expect([told(), offered()]).toEqual([1, 1]), { timeout: 10_000 });
  expect(localStorage.getItem('client_id')).not.toBeNull();
});

test.each([
  ['in edit mode', () => history.replaceState(null, '', '/products/mug?edit=true')],
  ['in a frame', () => vi.stubGlobal('top', {})],
])(
  '%s an add is not told, no label is stored, and nothing opens by itself [EDIT-02, EDIT-03, EDIT-04]',
  async (_, look) => {
    look();
    showAddResult([product], emptyBag, toast, words);
    await vi.dynamicImportSettled();
    await showRecommendations([product], words);
    expect(asked).toEqual([]);
    expect(localStorage.getItem('client_id')).toBeNull();
  },
);
