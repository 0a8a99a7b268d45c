// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $bag, changeBag } from '#client/bag/store.ts';
import { RecommendDialog } from '#islands/recommend/RecommendDialog.tsx';
import { RecommendItem } from '#islands/recommend/RecommendItem.tsx';
import { createShopTexts, type IslandShopProps } from '#lib/bag/shop-texts.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { usdConfig } from '#lib/currency/config.ts';
import { addLine } from '../../client/bag/add-line.ts';

const words = createShopTexts({ currency: usdConfig, texts: {}, bag: {} } as unknown as IslandShopProps);
const variant = (id: number, name: string, more: object = {}) => ({
  id,
  optionValueIds: [id],
  optionValueNames: name ? [name] : [],
  salePrice: 10 + id,
  sale_status: 1,
  imgUrl: '',
  ...more,
});
const product = (id: number, more: object = {}) =>
  ({
    id,
    title: `Cup ${id}`,
    seoUrl: `cup-${id}`,
    thumbnail: '',
    original: `/cup-${id}.jpeg`,
    salePrice: 11,
    isPreSale: false,
    isVirtual: false,
    options: [],
    variants: [variant(id * 10, '')],
    customizeOptions: [],
    ...more,
  }) as unknown as WireProduct;
const glazes = {
  options: [{ id: 1, name: 'Glaze', style: 1, values: [{}, {}] }],
  variants: [variant(1, 'Sage'), variant(2, 'Oat', { sale_status: 0 })],
};
const item = (more: object, isLoading = false) => (
  <RecommendItem
    product={product(4, more)}
    card={cardOf(4)}
    ratio="1:1"
    texts={words}
    isLoading={isLoading}
  />
);
/** A card as the server renders it, shortened. */
const cardOf = (id: number, price = '$11.00') =>
  `<article class="card" data-product="${id}"><h3 class="card-title"><a href="/products/cup-${id}">Cup ${id}</a></h3><span class="price">${price}</span></article>`;
const isOff = () => add().getAttribute('aria-disabled') === 'true';
const add = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Add to bag/ });

beforeEach(() => {
  // The server does not respond: the assertions concern the browser alone.
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  document.body.innerHTML = '<div id="live"></div>';
  changeBag((bag) => ({ ...bag, lines: [] }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the modal shows its title, its products, a total and the way to the checkout [RECO-18, RECO-19, RECO-20]', () => {
  const items = [product(1), product(2, glazes)].map((one) => ({ product: one, card: cardOf(one.id) }));
  const offer = { style: { title: 'Goes with it', imgSize: '1:1' }, items };
  render(<RecommendDialog offer={offer} texts={words} onClose={() => {}} />);
  expect(screen.getByRole('dialog', { name: 'Goes with it' })).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
  expect(screen.getByText('Subtotal').parentElement?.textContent).toMatch(/^Subtotal./);
  expect(screen.getByRole('button', { name: 'Checkout' })).toBeTruthy();
});

test('what an add makes of the total is said in the page’s one live region; what the modal opens with is read with it', async () => {
  const totals = [28, 56, 56];
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({
      code: 0,
      msg: '',
      data: path.endsWith('/cart/discount')
        ? { checkout_items: [], discount_gifts: [], coupon: '', total_pay_amount: totals.shift() }
        : [],
    }),
  );
  const offer = { style: { title: 'Goes with it', imgSize: '1:1' }, items: [] };
  addLine({ id: 1, sku_id: 2, title: 'Mug', price: 28 });
  render(<RecommendDialog offer={offer} texts={words} onClose={() => {}} />);
  const said = () => document.getElementById('live')?.textContent;
  await screen.findByText('$28.00');
  expect(said()).toBe('');
  act(() => void addLine({ id: 1, sku_id: 2, title: 'Mug', price: 28 }));
  await screen.findByText('$56.00');
  await vi.waitFor(() => expect(said()).toBe('Subtotal $56.00'));
  expect(document.querySelectorAll('[aria-live], [role=status]')).toHaveLength(0);
});

test('an item shows its card, which is then that of the chosen variant, and adds that one [RECO-18, RECO-24]', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path);
    if (!path.startsWith('/cards')) return new Promise(() => {});
    return Promise.resolve(new Response(`<ul data-cards><li>${cardOf(4, path)}</li></ul>`));
  });
  render(item(glazes));
  const price = () => document.querySelector('.price')?.textContent;
  expect(screen.getByRole('link', { name: 'Cup 4' }).getAttribute('href')).toBe('/products/cup-4');
  expect(price()).toBe('$11.00');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose options',
    'Sage',
    'Oat, sold out',
  ]);
  const choose = (value: string) =>
    act(async () => void fireEvent.change(screen.getByRole('combobox'), { target: { value } }));
  await choose('1');
  await vi.waitFor(() => expect(price()).toBe('/cards?items=4.1'));
  await choose('0');
  expect(price()).toBe('$11.00');
  await choose('1');
  fireEvent.click(add());
  expect($bag.get().lines).toMatchObject([
    { id: 4, sku_id: 1, quantity: 1, options: [{ name: 'Glaze', value: 'Sage' }] },
  ]);
});

test('a tooltip names the option that is missing or why adding is off [RECO-21, RECO-23]', () => {
  render(item(glazes));
  const tip = () => screen.queryByRole('tooltip')?.textContent;
  expect(tip()).toBe('Please select Glaze');
  fireEvent.click(add());
  expect($bag.get().lines).toEqual([]);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '2' } });
  fireEvent.click(add());
  expect($bag.get().lines).toEqual([]);
  expect([tip(), isOff()]).toEqual(['sold out', true]);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '1' } });
  expect([tip(), isOff()]).toEqual([undefined, false]);
});

test('the button is off while what it added is being priced [RECO-22]', () => {
  const { rerender } = render(item({}, true));
  expect(isOff()).toBe(false);
  add().focus();
  act(() => add().click());
  expect([isOff(), add().getAttribute('aria-busy')]).toEqual([true, 'true']);
  // The button keeps the focus and ignores a second click.
  expect([add().disabled, document.activeElement]).toEqual([false, add()]);
  act(() => add().click());
  expect($bag.get().lines.map(({ quantity }) => quantity)).toEqual([1]);
  rerender(item({}, false));
  expect(isOff()).toBe(false);
});
