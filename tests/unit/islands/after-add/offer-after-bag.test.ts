// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { $bagView, closeBag } from '#client/bag/bag-view.ts';
import { addToBag } from '#islands/after-add/add-to-bag.ts';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { islandShop } from '../product/form-fixture.ts';

const offerMore = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../../../../src/islands/recommend/show-recommendations.ts', () => ({
  showRecommendations: offerMore,
}));

const words = createShopTexts(islandShop);
const add = (afterAdd: string, id: number) =>
  addToBag(
    { lines: [{ id, sku_id: id, title: 'Mug', price: 28, quantity: 1 }] },
    document.body,
    { ...islandShop.bag, afterAdd, bagStyle: 'dropdown' },
    words,
  );
const offered = () => offerMore.mock.calls.map(([products]: unknown[]) => products);
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  document.body.innerHTML = '<div id="live"></div>';
  localStorage.clear();
  offerMore.mockClear();
  $bagView.set('closed');
});

test.each(['drawer', 'show-bag'])(
  '%s: more is offered when the bag is closed, once and for the last add [RECO-07]',
  async (mode) => {
    add(mode, 1);
    add(mode, 2);
    await settled();
    expect(offered()).toEqual([]);
    $bagView.set('dropdown');
    closeBag();
    await vi.waitFor(() => expect(offered()).toEqual([[{ spu_id: 2, sku_id: 2, quantity: 1 }]]));
    $bagView.set('drawer');
    closeBag();
    await settled();
    expect(offered()).toHaveLength(1);
  },
);

test('to-cart offers nothing: the shopper goes to the bag [RECO-07]', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  add('to-cart', 1);
  $bagView.set('drawer');
  closeBag();
  await settled();
  expect(offered()).toEqual([]);
});
