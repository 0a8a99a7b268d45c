// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { changeBag } from '#client/bag/store.ts';
import ProductForm from '#islands/product/ProductForm.tsx';
import { PromotionSavings } from '#islands/product/PromotionSavings.tsx';
import { SavingText } from '#islands/product/SavingText.tsx';
import { createShopTexts } from '#lib/bag/shop-texts.ts';
import { addLine } from '../../client/bag/add-line.ts';
import { islandShop, productData } from './form-fixture.ts';

const words = createShopTexts(islandShop);
const saves = 'Adding this saves {amount}.';
const next = { desc: 'Buy {0} more to save {1}', params: [2, '15%'] };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  changeBag((bag) => ({ ...bag, lines: [] }));
});

test('the server says what an empty bag would save, or what it takes [PDP-15]', () => {
  const said = (saved: number) =>
    renderToString(
      <SavingText saving={{ saved, next }} shop={islandShop} {...{ saves, texts: words }} />,
    ).replace(/<[^>]*>/g, '');
  expect(said(0)).toBe('Buy 2 more to save 15%');
  expect(said(19.2)).toBe('Adding this saves $19.20. Buy 2 more to save 15%');
});

test('the shopper’s own bag is asked about, with every change of it and of the form [PDP-15]', async () => {
  let saved = 0;
  const fetch = vi.fn(async (_address: string, _request: { body: string }) =>
    Response.json({ code: 0, msg: '', data: { added_discount_amount: saved, desc: '', params: [] } }),
  );
  vi.stubGlobal('fetch', fetch);
  document.body.innerHTML =
    '<div id="live"></div><form data-variant="72"><input name="quantity" value="1"></form>';
  const live = document.getElementById('live')!;
  const form = document.forms[0]!;
  const lastBody = () => JSON.parse(fetch.mock.lastCall![1].body);
  saved = 4;
  const { container } = render(
    <PromotionSavings form={{ current: form }} product={7} shop={islandShop} {...{ saves, texts: words }}>
      Buy 1 more
    </PromotionSavings>,
  );
  expect(container.textContent).toBe('Buy 1 more');
  await vi.waitFor(() => expect(container.textContent).toBe('Adding this saves $4.00.'));
  expect(lastBody()).toMatchObject({
    items: [{ product_id: 7, variant_id: 72, quantity: 1 }],
    checkouts: [],
  });
  expect(live.textContent).toBe('');

  saved = 8;
  form.querySelector('input')!.value = '3';
  act(() => void form.dispatchEvent(new Event('input')));
  await vi.waitFor(() => expect(live.textContent).toBe('Adding this saves $8.00.'));
  expect(lastBody().items[0].quantity).toBe(3);

  saved = 9;
  act(() => void addLine({ id: 1, sku_id: 11, title: 'Cup', price: 5 }));
  await vi.waitFor(() => expect(container.textContent).toContain('$9.00'));
  expect(lastBody().checkouts).toHaveLength(1);
  expect(live.textContent).toContain('$8.00');
});

test('the form shows it: what the server said first, then what the shopper’s bag would save', async () => {
  const data = { added_discount_amount: 2, desc: '', params: [] };
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('/discount') ? { code: 0, msg: '', data } : { code: 90000, msg: '' }),
  );
  const form = (
    <ProductForm shop={islandShop} product={productData()} start={71} saves={saves} saving="Buy 1 more" />
  );
  const page = new DOMParser().parseFromString(renderToString(form), 'text/html');
  expect(page.getElementById('saving')!.textContent).toBe('Buy 1 more');
  render(form);
  const place = document.getElementById('saving')!;
  expect(place.textContent).toBe('Buy 1 more');
  await vi.waitFor(() => expect(place.textContent).toBe('Adding this saves $2.00.'));
});
