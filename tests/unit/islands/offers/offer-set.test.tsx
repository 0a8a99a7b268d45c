// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import OfferSet from '#islands/offers/OfferSet.tsx';
import {
  buildSetLines,
  buildSetRows,
  fetchSetProps,
  type SetProps,
  toSetProduct,
} from '#islands/offers/set-data.ts';
import * as codes from '#lib/contract/codes.ts';
import type { ProductOffer } from '#lib/contract/storefront.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { islandShop } from '../product/form-fixture.ts';

const added = vi.hoisted(() => vi.fn((_addition: { lines: { sku_id: number; quantity: number }[] }) => true));
vi.mock('../../../../src/islands/after-add/add-to-bag.ts', () => ({ addToBag: added }));

const failed = 'This could not be priced. Please try again.';
const soldOut = 'This set is sold out for now.';
const variant = (id: number, name = '') => ({
  ...{ id, optionValueNames: name ? [name] : [], salePrice: id, sale_status: 1, imgUrl: `/${id}.webp` },
});
/** Product 2 has two glazes. */
const product = (id: number) =>
  ({
    ...{ id, title: `Bowl ${id}`, seoUrl: `bowl-${id}`, thumbnail: '', salePrice: id * 10 },
    ...{ isPreSale: false, isVirtual: false, customizeOptions: [] },
    options: id === 2 ? [{ name: 'Glaze' }] : [],
    variants: id === 2 ? [variant(20, 'Oat'), variant(21, 'Ink')] : [variant(id * 10)],
  }) as unknown as WireProduct;
const priced = (pay: number) => ({
  checkout_items: [{ discount: { promotion_id: 4, desc: '{0}', params: [], status: 1 } }],
  ...{ total_pay_amount: pay, total_discount_amount: 10 },
});
const told = (change: Partial<SetProps> = {}): SetProps => ({
  ...{ id: 4, kind: 'tying', code: 'T4', product: 1, start: 10, isPool: false },
  rows: [{ product: 1 }, { product: 2 }],
  products: [product(1), product(2)].map(toSetProduct),
  cost: { origin: 30, pay: 25, hint: null, status: 1 },
  ...change,
});

/** The shop's error code by path, in place of data; `null` if the shop is unreachable. */
let refused: Record<string, number | null>;
let pay: number;
let root: Root | undefined;
const faults: unknown[] = [];

beforeEach(() => {
  added.mockClear();
  faults.length = 0;
  refused = {};
  pay = 30;
  vi.stubGlobal('fetch', async (path: string) => {
    const part = Object.keys(refused).find((end) => path.endsWith(end));
    const code = part === undefined ? 0 : refused[part];
    if (code === null) throw new TypeError('offline');
    const [, id] = path.match(/product\/(\d+)$/) ?? [];
    const data = path.includes('/discount') ? priced(pay) : product(Number(id));
    return Response.json({ code, msg: '', data: code === 0 ? data : null });
  });
});
afterEach(() => {
  act(() => root?.unmount());
  vi.unstubAllGlobals();
});

/** Renders the set on the server, then hydrates it. @param before changes the page before hydration */
async function open(set = told(), before = () => {}) {
  const island = (
    <OfferSet shop={islandShop} texts={{}} set={set}>
      <h2>A pair</h2>
    </OfferSet>
  );
  document.body.innerHTML = `<div id="live"></div><form id="buy" data-variant="10"></form><div id="island">${renderToString(island)}</div>`;
  before();
  await act(async () => {
    root = hydrateRoot(document.getElementById('island')!, island, {
      onRecoverableError: (fault) => faults.push(fault),
    });
  });
  const place = document.querySelector('section')!;
  const button = place.querySelector('button')!;
  const press = () => act(async () => button.click());
  return { place, button, press };
}
const sum = () => document.querySelector('.set-sum')!.textContent;
const live = () => document.getElementById('live')!.textContent;
const box = () => document.querySelector<HTMLInputElement>('[type=checkbox]')!;
const list = () => document.querySelector('select')!;
const choose = (value: number) =>
  act(async () => {
    list().value = String(value);
    list().dispatchEvent(new Event('change', { bubbles: true }));
  });
const addedSkus = () => added.mock.lastCall?.[0].lines.map((line) => line.sku_id);

test('the server writes the rows with their choices, and what they cost together [PDP-12]', () => {
  const html = renderToString(
    <OfferSet shop={islandShop} texts={{ offerAdd: 'Set in den Warenkorb' }} set={told()} />,
  );
  const page = new DOMParser().parseFromString(html, 'text/html');
  expect([...page.querySelectorAll('.set-item')].map(({ textContent }) => textContent)).toEqual([
    'Bowl 1$10.00',
    'Bowl 2$20.00OatInk',
  ]);
  expect(page.querySelector('.set-title')?.getAttribute('href')).toBe('/products/bowl-1');
  expect(page.querySelector('.set-sum')?.textContent).toBe(
    'Together $25.00 instead of $30.00 You save $5.00',
  );
  expect(page.querySelector('button')?.textContent).toBe('Set in den Warenkorb');
});

describe('waking up', () => {
  test('finds what the server wrote, and asks what it costs now', async () => {
    await open();
    expect(faults).toEqual([]);
    expect(sum()).toBe('Together $30.00 instead of $40.00 You save $10.00');
    expect(live()).toBe('');
  });

  test('keeps what was chosen before, with every text in other words', async () => {
    let field: Element | undefined;
    const { place, press } = await open(told(), () => {
      for (const text of document.querySelectorAll('#island span:not(:has(*)), #island a')) {
        text.innerHTML = '<font><font>übersetzt</font></font>';
      }
      field = list();
      list().value = '21';
      box().checked = false;
    });
    expect(faults).toEqual([]);
    expect(list()).toBe(field);
    expect([list().value, box().checked]).toEqual(['21', false]);
    expect([...place.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      '/10.webp',
      '/21.webp',
    ]);
    await press();
    expect(addedSkus()).toEqual([10]);
  });

  test('begins with the variant that the page’s form has chosen meanwhile', async () => {
    await open(told({ product: 2, start: 20 }), () => {
      document.getElementById('buy')!.dataset.variant = '21';
    });
    expect(list().value).toBe('21');
    expect(document.querySelectorAll('.set-title')[1]!.getAttribute('href')).toBe(
      '/products/bowl-2?variant=21',
    );
  });
});

test('a row follows two changes of the page’s variant, one after another, until it is chosen by itself', async () => {
  await open(told({ product: 2, start: 20 }));
  const buy = document.getElementById('buy')!;
  const change = (variant: string) => {
    buy.dataset.variant = variant;
    return act(async () => void dispatchEvent(new Event('hydrate:variant')));
  };
  await change('21');
  expect(list().value).toBe('21');
  await change('20');
  expect(list().value).toBe('20');
  await choose(21);
  await change('10');
  await change('20');
  expect(list().value).toBe('21');
});

describe('choosing', () => {
  test('shows what is chosen and says what it costs [PDP-12]', async () => {
    const { place, press } = await open();
    pay = 31;
    await choose(21);
    await vi.waitFor(() => expect(sum()).toContain('Together $31.00'));
    await vi.waitFor(() => expect(live()).toBe(sum()));
    expect(place.querySelectorAll('.set-price')[1]!.textContent).toBe('$21.00');
    await press();
    expect(addedSkus()).toEqual([10, 21]);
  });

  test('a variant picked twice from a pool is one line of two pieces [PDP-14]', () => {
    const set = told({ kind: 'sku_bundle', isPool: true });
    const fields = new FormData();
    for (const row of ['row-0', 'row-1']) fields.set(row, '21');
    const [line, ...others] = buildSetLines(set, buildSetRows(set, set.products, fields), [
      product(1),
      product(2),
    ]);
    expect(line).toMatchObject({ sku_id: 21, quantity: 2, sku_bundle_id: 4 });
    expect(others).toEqual([]);
  });

  test('the pictures of its rows are WebP, as small pictures are everywhere', () => {
    const [ink] = product(21).variants;
    const pictured = {
      ...{ ...product(1), thumbnail: '/media/a0/320.jpeg' },
      variants: [{ ...ink!, imgUrl: '/media/b1/320.jpeg' }],
    };
    const short = toSetProduct(pictured);
    expect([short.picture, short.variants[0]!.picture]).toEqual(['/media/a0/320.webp', '/media/b1/320.webp']);
  });

  test('the variant that a set names is the only choice', () => {
    const rows = [{ product: 2, quantity: 3, sku: 21 }];
    const set = told({ kind: 'sku_bundle', rows, start: 20 });
    const [row] = buildSetRows(set, set.products, null);
    expect(row).toMatchObject({ quantity: 3, choice: { variant: { id: 21 } } });
    expect(row!.choices).toHaveLength(1);
  });
});

describe('what cannot be had', () => {
  test.each([
    ['offer', '/tying/4'],
    ['product', '/tying/4/product/1'],
    ['product that may be left out', '/tying/4/product/2'],
    ['price', '/discount'],
  ])(
    'a set whose %s cannot be asked for is not called sold out, and a press asks again [PDP-12]',
    async (_, part) => {
      refused = { [part]: null };
      const { button, press } = await open();
      expect(sum()).toBe(failed);
      expect([box().checked, box().disabled]).toEqual([true, false]);
      button.focus();
      await press();
      await vi.waitFor(() => expect(live()).toBe(failed));
      expect(added).not.toHaveBeenCalled();
      refused = {};
      await press();
      await vi.waitFor(() => expect(sum()).toContain('Together $30.00'));
      expect(document.activeElement).toBe(button);
      await press();
      expect(addedSkus()).toEqual([10, 20]);
    },
  );

  test('a set without the product it needs is sold out, and its button says so and keeps the focus [PDP-12]', async () => {
    refused = { '/product/1': codes.notFound };
    const { button, press } = await open();
    expect(sum()).toBe(soldOut);
    button.focus();
    await press();
    expect(live()).toBe(soldOut);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
    expect(added).not.toHaveBeenCalled();
  });

  test('a set goes without a product that may be left out and is gone [PDP-12]', async () => {
    refused = { '/product/2': codes.notFound };
    const { press } = await open();
    expect([box().checked, box().disabled]).toEqual([false, true]);
    await press();
    expect(addedSkus()).toEqual([10]);
  });
});

describe('what the page tells of a set', () => {
  const card = (id: number) => ({
    id,
    title: `Bowl ${id}`,
    seo_url: `bowl-${id}`,
    sale_price: 5,
    original: null,
  });
  const offer = {
    ...{ id: 4, kind: 'combination', code: 'CB4', pick: 3 },
    items: [1, 2].map((id) => ({ product: card(id), quantity: 1, sku_id: null, variant: '' })),
  } as unknown as ProductOffer;
  const page = { product: 2, start: 21 };

  test('its rows are as many as are picked, with what they cost together [PDP-14]', async () => {
    const sent: unknown[] = [];
    const api = vi.fn(async (key: string, input: { params: { id: number }; body?: unknown }) => {
      if (key.startsWith('GET')) return { code: 0, msg: '', data: product(input.params.id) };
      sent.push(input);
      return { code: 0, msg: '', data: { origin_amount: 41, pay_amount: 33 } };
    });
    const set = await fetchSetProps(api as never, offer, page);
    expect(set.rows.map((row) => row.product)).toEqual([1, 2, 1]);
    expect(sent).toEqual([{ params: { id: 2 }, body: { combination_id: 4, variant_ids: [10, 10, 21] } }]);
    expect(set.cost).toMatchObject({ origin: 41, pay: 33, status: 1 });
    expect(set.products[1]!.variants.map(({ id }) => id)).toEqual([20, 21]);
  });

  test('a shop that cannot be asked has products, and nothing to choose or to pay', async () => {
    const set = await fetchSetProps(
      (async () => ({ code: codes.serverFailure, msg: '', data: null })) as never,
      offer,
      page,
    );
    expect(set.cost).toBe('unasked');
    expect(set.products.map(({ title, price, variants }) => [title, price, variants])).toEqual([
      ['Bowl 1', 5, []],
      ['Bowl 2', 5, []],
    ]);
    const html = renderToString(<OfferSet shop={islandShop} texts={{}} set={set} />);
    expect(new DOMParser().parseFromString(html, 'text/html').querySelector('.set-item')!.textContent).toBe(
      'Bowl 1$5.00',
    );
  });
});
