// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeBag } from '#client/bag/store.ts';
import { mountCarousels } from '#client/carousel/carousel.ts';
import RecommendLists, {
  initialBagListCount,
  initialListCount,
  maxLists,
} from '#islands/recommend/RecommendLists.tsx';
import { addLine } from '../../client/bag/add-line.ts';

vi.mock('#client/carousel/carousel.ts', () => ({ mountCarousels: vi.fn() }));

/** Product ids of each list in the shop; a missing list returns 404. */
let shop: Map<number, number[]>;
let limit: number;
let loaded: number[];
/** The shop's response for the collection that every list is made of; null for lists of no collection. */
let collection: { product_list: { id: number }[]; seo_url: string } | null;
let collectionQuery: Record<string, string>;
/** Ids of the lists that the shop recommends for a bag. */
let ofBag: number[];
const watched = new Map<Element, () => void>();
let nextProduct = 100;

const card = (id: number) =>
  `<li><article class="card" data-product="${id}"><h3 class="card-title"><a href="/products/p${id}">P${id}</a></h3></article></li>`;

beforeEach(() => {
  shop = new Map();
  limit = 4;
  loaded = [];
  ofBag = [];
  collection = null;
  watched.clear();
  changeBag((bag) => ({ ...bag, lines: [] }));
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/recommend/match'))
      return Response.json({ code: 0, msg: '', data: { recommend_ids: ofBag } });
    if (path.includes('/recommed/collection/')) {
      collectionQuery = Object.fromEntries(new URL(path, 'http://shop').searchParams);
      return Response.json({ code: 0, msg: '', data: collection });
    }
    const id = Number(/^\/cards\/(\d+)$/.exec(path)?.[1]);
    loaded.push(id);
    const products = shop.get(id);
    if (!products) return new Response('No such page', { status: 404 });
    return new Response(
      `<ul data-cards data-title="List ${id}" data-limit="${limit}" data-collection="${collection ? 3 : 0}">${products.map(card).join('')}</ul>`,
    );
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen;
      }
      observe(element: Element) {
        watched.set(element, () => this.#seen([{ isIntersecting: true }]));
      }
      disconnect() {
        watched.clear();
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Fills the shop with lists 1 to `count`, each with one product of its own. */
function fillShop(count: number): number[] {
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  for (const id of ids) {
    nextProduct += 1;
    shop.set(id, [nextProduct]);
  }
  return ids;
}
const show = (ids: readonly number[] | null) =>
  act(async () => void render(<RecommendLists ids={ids} title="Recommended" />));
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-list]:not([inert])')].map(({ dataset }) =>
    Number(dataset.list),
  );
const see = (id: number) => act(async () => watched.get(document.querySelector(`[data-list="${id}"]`)!)?.());
const productsShown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-product]')].map(({ dataset }) => Number(dataset.product));

describe('recommendation lists', () => {
  test('load two at once and one more each time the last shown comes into view [RECO-08, RECO-10]', async () => {
    await show(fillShop(5));
    expect([loaded, shown()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await see(1);
    expect(loaded).toEqual([1, 2]);
    await see(2);
    expect([loaded, shown()]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    await see(3);
    expect(loaded).toEqual([1, 2, 3, 4]);
  });

  test('load one at once beside the bag, of what is in it, then one more each time [RECO-09, RECO-13]', async () => {
    ofBag = fillShop(3);
    const [inBag] = shop.get(1)!;
    const other = inBag! + 1000;
    shop.set(1, [inBag!, other]);
    addLine({ id: inBag!, sku_id: 1, title: 'Mug', price: 28 });
    await show(null);
    await vi.waitFor(() => expect(loaded).toEqual([1]));
    await vi.waitFor(() => expect(productsShown()).toEqual([other]));
    expect(vi.mocked(mountCarousels)).toHaveBeenCalled();
    await see(1);
    expect(loaded).toEqual([1, 2]);
  });

  test('of a collection link to it beside the bag, without cards that have left it [RECO-25, RECO-26]', async () => {
    ofBag = [1];
    shop.set(1, [901, 902]);
    collection = { product_list: [{ id: 902 }], seo_url: 'mugs' };
    addLine({ id: 5, sku_id: 1, title: 'Mug', price: 28 });
    await show(null);
    await vi.waitFor(() => expect(productsShown()).toEqual([902]));
    expect(document.querySelector('h2 a')?.getAttribute('href')).toBe('/collections/mugs');
    expect(collectionQuery).toEqual({ collectionId: '3', pageSize: '24' });
  });

  test('of a large collection keep cards that are not among its first 24 products [RECO-25, RECO-26]', async () => {
    ofBag = [1];
    shop.set(1, [901]);
    collection = { product_list: Array.from({ length: 24 }, (_, id) => ({ id })), seo_url: 'mugs' };
    addLine({ id: 5, sku_id: 1, title: 'Mug', price: 28 });
    await show(null);
    await vi.waitFor(() => expect(productsShown()).toEqual([901]));
  });

  test('are none beside an empty bag, without a call', async () => {
    ofBag = fillShop(1);
    await show(null);
    expect([loaded, document.querySelectorAll('[data-list]').length]).toEqual([[], 0]);
  });

  test('are ten at most, two at once, one beside the bag [RECO-12]', () => {
    expect([maxLists, initialListCount, initialBagListCount]).toEqual([10, 2, 1]);
  });

  test('are never more than ten [RECO-11]', async () => {
    await show(fillShop(12));
    for (let id = 2; id <= 12; id += 1) await see(id);
    expect(loaded).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(document.querySelectorAll('[data-list]')).toHaveLength(10);
  });

  test('leave no place behind where there is nothing to show, and the next ones take their turn [RECO-17]', async () => {
    await show([1, 2, 3]);
    expect([loaded, document.querySelectorAll('[data-list]').length]).toEqual([[1, 2, 3], 0]);
    cleanup();
    loaded = [];
    fillShop(4);
    shop.delete(3);
    await show([1, 2, 3, 4]);
    await see(2);
    expect(shown()).toEqual([1, 2]);
    await see(2);
    expect([loaded, shown()]).toEqual([
      [1, 2, 3, 4],
      [1, 2, 4],
    ]);
  });

  test('show what the page and the lists before do not show, up to their limit, under their own title [RECO-03, RECO-14]', async () => {
    document.body.innerHTML = '<article class="card" data-product="11"></article>';
    shop.set(1, [11, 12, 13, 14]).set(2, [12, 13, 14, 15, 16]);
    limit = 2;
    await show([1, 2]);
    expect(productsShown()).toEqual([11, 12, 13, 14, 15]);
    expect([...document.querySelectorAll('h2')].map((heading) => heading.textContent)).toEqual([
      'List 1',
      'List 2',
    ]);
    document.body.replaceChildren();
  });
});
