// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $bagView } from '#client/bag/bag-view.ts';
import { $bag, changeBag } from '#client/bag/store.ts';
import { addToBag } from '#islands/after-add/add-to-bag.ts';
import { createShopTexts, type IslandShopProps } from '#lib/bag/shop-texts.ts';
import { bagSettings } from '#lib/contract/wire-theme.ts';
import { islandShop } from '../product/form-fixture.ts';

// No stylesheet is fetched here.
vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));

const mug = { id: 7, sku_id: 71, title: 'Mug', price: 28, quantity: 1 };
const full = 'Your shopping cart can hold at most 99 items';
let now = 0;
let fetch: ReturnType<typeof vi.fn>;

beforeEach(() => {
  fetch = vi.fn(async () => Response.json({ code: 0, msg: '', data: {} }));
  vi.stubGlobal('fetch', fetch);
  // The times are far apart, because openings of the drawer are throttled.

  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  document.body.innerHTML = `<a href="/cart" data-bag-link aria-label="Bag"><span data-bag-count hidden></span></a>
    <main id="main"><button>Add</button></main><div id="live"></div>`;
  changeBag((bag) => ({ ...bag, lines: [] }));
  $bagView.set('closed');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const button = () => document.querySelector('button')!;
const said = () => document.getElementById('live')?.textContent;
const toast = () => document.querySelector('.toast');
const count = () => document.querySelector('[data-bag-count]')?.textContent;
const events = () => fetch.mock.calls.filter(([path]) => String(path).endsWith('/cart/add/event'));

function add(
  settings: Partial<IslandShopProps['bag']>,
  lines = [mug],
  texts: IslandShopProps['texts'] = {},
): boolean {
  const shop = { ...islandShop, texts, bag: { ...islandShop.bag, ...settings } };
  return addToBag({ lines }, button(), shop.bag, createShopTexts(shop));
}

describe('after an add', () => {
  test('toast mode says that it is in the bag, for as long as the shop wants [ADD-01, ADD-02, ADD-08, ADD-16]', async () => {
    await import('#islands/adding/notices.tsx');
    vi.useFakeTimers();
    add({ afterAdd: 'toast', toastDuration: bagSettings.parse({}).toastDuration });
    await vi.dynamicImportSettled();
    expect(said()).toBe('Added to cart successfully');
    expect(toast()?.textContent).toContain('Added to cart successfully');
    expect(toast()?.querySelector('a')?.getAttribute('href')).toBe('/cart');
    vi.advanceTimersByTime(999);
    expect(toast()?.classList.contains('toast-over')).toBe(false);
    vi.advanceTimersByTime(1);
    expect(toast()?.classList.contains('toast-over')).toBe(true);
    vi.useRealTimers();
  });

  test('to-cart mode goes to the bag’s page [ADD-03]', () => {
    const go = vi.spyOn(location, 'assign').mockImplementation(() => {});
    add({ afterAdd: 'to-cart' });
    expect(go.mock.calls).toEqual([['/cart']]);
    expect($bagView.get()).toBe('closed');
  });

  test('drawer, show-bag and any other mode open the bag as the settings say [ADD-04, ADD-05, ADD-06, ADD-25]', () => {
    const views = [
      { afterAdd: 'show-bag', bagStyle: 'dropdown' },
      { afterAdd: 'drawer', bagStyle: 'dropdown' },
      { afterAdd: 'whatever', bagStyle: 'drawer' },
    ] as const;
    expect(
      views.map((settings) => {
        add(settings);
        return $bagView.get();
      }),
    ).toEqual(['dropdown', 'drawer', 'dropdown']);
    expect(toast()).toBeNull();
  });

  test('the count is right when the feedback begins, and the add is told to the shop once [ADD-24, BAG-46]', () => {
    const seen: unknown[] = [];
    $bagView.listen(() => seen.push(count()));
    add({ afterAdd: 'drawer' }, [{ ...mug, quantity: 3 }]);
    expect(seen).toEqual(['3']);
    expect(document.querySelector('[data-bag-link]')?.getAttribute('aria-label')).toBe('Bag, 3');
    expect(events()).toHaveLength(1);
    expect(JSON.parse(events()[0]![1].body).extra_params).toMatchObject({
      cart_num: 3,
      productList: [{ spu_id: 7, sku_id: 71, quantity: 3 }],
    });
  });
});

describe('a bag of 99 pieces', () => {
  const lines = () => $bag.get().lines.map(({ sku_id, quantity }) => [sku_id, quantity]);

  test('takes no more: nothing changes, the control shakes and the words of the language say why [ADD-18, ADD-19, ADD-20, ADD-21, I18N-07]', async () => {
    add({ afterAdd: 'drawer' }, [{ ...mug, quantity: 99 }]);
    $bagView.set('closed');
    expect(add({ afterAdd: 'drawer' })).toBe(false);
    expect(lines()).toEqual([[71, 99]]);
    await vi.waitFor(() => expect(toast()?.textContent).toBe(full));
    expect([$bagView.get(), events().length, said()]).toEqual(['closed', 1, full]);
    expect(button().className).toBe('shake');
    expect(toast()?.className).toContain('toast-error');
    add({ afterAdd: 'drawer' }, [mug], { purchaseMaxItemsMsg: 'Der Warenkorb ist voll' });
    await vi.waitFor(() => expect(said()).toBe('Der Warenkorb ist voll'));
  });

  test('is full at 99, not before: an add that starts below is accepted whole [ADD-21, BAG-29]', () => {
    add({ afterAdd: 'drawer' }, [{ ...mug, quantity: 98 }]);
    expect(add({ afterAdd: 'drawer' }, [{ ...mug, quantity: 5 }])).toBe(true);
    expect([lines(), count()]).toEqual([[[71, 103]], '99+']);
  });

  test('refuses several lines together', () => {
    const two = [mug, { ...mug, sku_id: 72 }];
    expect(add({ afterAdd: 'drawer' }, two)).toBe(true);
    expect(lines()).toEqual([
      [71, 1],
      [72, 1],
    ]);
    add({ afterAdd: 'drawer' }, [{ ...mug, quantity: 97 }]);
    expect(add({ afterAdd: 'drawer' }, two)).toBe(false);
    expect(lines()).toEqual([
      [71, 98],
      [72, 1],
    ]);
  });
});

test('of a bundle the pieces of all its sets are told', () => {
  const lines = [mug, { ...mug, sku_id: 72, quantity: 2 }];
  addToBag(
    { lines, bundle: { code: 'SET', sets: 3 } },
    button(),
    islandShop.bag,
    createShopTexts(islandShop),
  );
  expect(JSON.parse(events()[0]![1].body).extra_params.productList).toEqual([
    { spu_id: 7, sku_id: 71, quantity: 3 },
    { spu_id: 7, sku_id: 72, quantity: 6 },
  ]);
});

test('no surface has a way of its own into the bag: each passes the one check of its capacity [ADD-23]', () => {
  const ways = globSync('src/{client,islands,components,sections,pages}/**/*.{ts,tsx,astro}', {
    exclude: ['src/client/bag/actions.ts'],
  }).filter((file) => /\badd(?:Line|Lines|Bundle)\(/.test(readFileSync(file, 'utf8')));
  expect(ways).toEqual(['src/islands/adding/put-in-bag.ts']);
});
