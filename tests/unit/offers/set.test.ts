// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountSet } from '#islands/offers/set.ts';
import { codes } from '#lib/contract/codes.ts';
import { islandShop } from '../product/form-fixture.ts';

const added = vi.hoisted(() => vi.fn((_addition: { lines: { sku_id: number }[] }) => true));
vi.mock('../../../src/islands/adding/add-to-bag.ts', () => ({ addToBag: added }));
vi.mock('../../../src/islands/quick-add/page-shop.ts', () => ({ pageShop: () => islandShop }));

const failed = 'This could not be priced. Please try again.';
const soldOut = 'This set is sold out for now.';
const product = (id: number) => ({
  ...{ id, title: `Bowl ${id}`, seoUrl: 'bowl', isPreSale: false, isVirtual: false },
  ...{ options: [], customizeOptions: [] },
  variants: [{ id: id * 10, optionValueNames: [], salePrice: 20, sale_status: 1, imgUrl: '', sku: '' }],
});
const offer = { promotion_id: 4, desc: '{0}', params: [], status: 1 };
const priced = { checkout_items: [{ discount: offer }], total_pay_amount: 30, total_discount_amount: 10 };

/** What the shop says of a path instead of its data; `null`: it cannot be reached. */
let refused: Record<string, number | null>;
let set: HTMLElement;
let button: HTMLButtonElement;
const sum = () => set.querySelector('.set-sum')!.textContent;
const box = () => set.querySelector<HTMLInputElement>('[type=checkbox]')!;
const addedSkus = () => added.mock.lastCall?.[0].lines.map((line) => line.sku_id);

beforeEach(() => {
  added.mockClear();
  refused = {};
  vi.stubGlobal('fetch', async (path: string) => {
    const part = Object.keys(refused).find((end) => path.endsWith(end));
    const code = part === undefined ? 0 : refused[part];
    if (code === null) throw new TypeError('offline');
    const [, id] = path.match(/product\/(\d+)$/) ?? [];
    const data = path.includes('/discount') ? priced : product(Number(id));
    return Response.json({ code, msg: '', data: code === 0 ? data : null });
  });
  document.body.innerHTML = `<div id="live"></div>
    <section data-set="4" data-kind="tying" data-code="T4" data-product="1">
      <div class="set-item" data-product="1"><a class="set-title"></a></div>
      <div class="set-item" data-product="2"><a class="set-title"></a><input type="checkbox" checked></div>
      <p class="set-sum"></p><button type="button" data-add-set>Add</button></section>`;
  set = document.querySelector('section')!;
  button = set.querySelector('button')!;
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['offer', '/tying/4'],
  ['product', '/tying/4/product/1'],
  ['product that may be left out', '/tying/4/product/2'],
  ['price', '/discount'],
])(
  'a set whose %s cannot be asked for is not called sold out, and a press asks again [PDP-12]',
  async (_, part) => {
    refused = { [part]: null };
    await mountSet(set);
    expect(sum()).toBe(failed);
    expect([box().checked, box().disabled]).toEqual([true, false]);
    button.focus();
    button.click();
    await vi.waitFor(() => expect(document.getElementById('live')!.textContent).toBe(failed));
    expect(added).not.toHaveBeenCalled();
    refused = {};
    button.click();
    await vi.waitFor(() => expect(sum()).toContain('Together $30.00'));
    expect(document.activeElement).toBe(button);
    button.click();
    expect(addedSkus()).toEqual([10, 20]);
  },
);

test('a set without the product it needs is sold out, and its button says so and keeps the focus [PDP-12]', async () => {
  refused = { '/product/1': codes.notFound };
  await mountSet(set);
  expect(sum()).toBe(soldOut);
  button.focus();
  button.click();
  expect(document.getElementById('live')!.textContent).toBe(soldOut);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button);
  expect(added).not.toHaveBeenCalled();
});

test('a set goes without a product that may be left out and is gone [PDP-12]', async () => {
  refused = { '/product/2': codes.notFound };
  await mountSet(set);
  expect([box().checked, box().disabled]).toEqual([false, true]);
  button.click();
  expect(addedSkus()).toEqual([10]);
});
