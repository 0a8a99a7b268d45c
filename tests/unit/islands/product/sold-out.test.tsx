// @vitest-environment happy-dom
/** The form that replaces the buttons of a sold-out variant. */
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import SoldOutForm from '#islands/product/SoldOutForm.tsx';
import { findSimilarVariantRows } from '#lib/catalog/similar-variant-rows.ts';
import { islandShop, productData } from './form-fixture.ts';

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  vi.unstubAllGlobals();
});

const asked: unknown[] = [];

/** Renders the sold-out variant 73, then hydrates it. @param answer to requests @param stock now; no response without it */
async function open(
  answer: object = { code: 0, msg: '', data: {} },
  change: Partial<Parameters<typeof SoldOutForm>[0]> = {},
  stock?: object[],
) {
  asked.length = 0;
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    const isStock = address.endsWith('/variant/inventory');
    if (stock && (isStock || address.endsWith('/variant/price')))
      return Promise.resolve(Response.json({ code: 0, msg: '', data: isStock ? stock : [] }));
    if (!address.includes('back-in-stock')) return new Promise<Response>(() => {});
    asked.push(JSON.parse(String(body)));
    return Promise.resolve(Response.json(answer));
  });
  const island = <SoldOutForm shop={islandShop} product={productData()} start={73} {...change} />;
  const written = renderToString(island);
  document.body.innerHTML = `<div id="live"></div><div id="island">${written}</div>`;
  const faults: unknown[] = [];
  await act(async () => {
    root = hydrateRoot(document.getElementById('island')!, island, {
      onRecoverableError: (fault) => faults.push(fault),
    });
  });
  return { written, faults };
}
const field = () => document.querySelector<HTMLInputElement>('#wait-email')!;
const said = () => document.querySelector('#wait-said')?.textContent;
const live = () => document.getElementById('live')!.textContent;
async function send(email: string): Promise<void> {
  field().value = email;
  await act(async () => document.querySelector<HTMLFormElement>('.wait')!.requestSubmit());
}

describe('a page that begins with a sold-out variant', () => {
  test('is written without a button that does nothing, and wakes without a mismatch [PDP-05]', async () => {
    const { written, faults } = await open();
    expect(faults).toEqual([]);
    expect(written).not.toMatch(/Add to bag|Buy now|name="quantity"|sold out|disabled=""[^>]*submit/);
    expect(written).toContain('Sold out for now');
    expect(written).toContain('<label for="wait-email">Your email, to be told when it is back</label>');
    expect(written).toContain('autoComplete="email"');
    expect([...document.querySelectorAll('.sold-out a')].map((link) => link.textContent)).toEqual([
      'Oat / Small',
      'Oat / Large',
    ]);
  });

  test('has its buttons for a shopper whose own unpaid order holds it: the shop says so when the form wakes [BR-24]', async () => {
    const stock = { sale_inventory_quantity: 1, sale_status: 1, is_product_published: true };
    const data = productData().variants.sku_id.map((sku_id) => ({
      sku_id,
      ...stock,
      is_product_deleted: false,
    }));
    await open(undefined, {}, data);
    await act(async () => {});
    expect(document.querySelector('#buy [type=submit]')!.textContent).toBe('Add to bag');
    expect(document.querySelector('#stock')!.textContent).toBe('Only 1 left');
    expect(document.querySelector('.sold-out')).toBeNull();
  });

  test('takes an address, and says what is to be done', async () => {
    await open();
    await send(' ada@example.com ');
    expect(asked).toEqual([{ variant_id: 73, email: 'ada@example.com' }]);
    const done = document.querySelector('.wait-sent')!;
    expect(done.textContent).toContain('check your email');
    expect(document.activeElement).toBe(done);
    expect(live()).toBe(done.textContent);
  });

  test('refuses what is no address in place, and keeps it', async () => {
    await open();
    await send('ada@');
    expect(asked).toEqual([]);
    expect([said(), live()]).toEqual(Array(2).fill('Please enter a valid email address'));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(field().value).toBe('ada@');
    expect(document.activeElement).toBe(field());
  });

  test('says that it is back meanwhile, and what else the shop says', async () => {
    await open({ code: 10001, msg: 'variant_id: This variant is in stock.', data: null });
    await send('ada@example.com');
    expect(said()).toBe('It is in stock again. Please reload the page.');
    act(() => root?.unmount());
    await open({ code: 10429, msg: 'That was often.', data: null });
    await send('ada@example.com');
    expect(said()).toBe('That was often.');
  });

  test('chooses one that is in stock in place: the buttons are there, the focus goes to what was chosen', async () => {
    await open();
    const [, large] = document.querySelectorAll<HTMLElement>('.sold-out a');
    act(() => large!.click());
    expect(document.querySelector<HTMLElement>('#buy')!.dataset.variant).toBe('72');
    expect(document.querySelector('.sold-out')).toBeNull();
    expect(document.querySelector('#buy [type=submit]')!.textContent).toBe('Add to bag');
    expect((document.activeElement as HTMLInputElement).name).toBe('option-0');
    expect(new URLSearchParams(location.search).get('variant')).toBe('72');
  });

  test('asks for no address where the shop tells nobody, and sends nothing by Enter', async () => {
    await open(undefined, { isSilent: true });
    expect(document.querySelector('.wait')).toBeNull();
    expect(document.querySelectorAll('.sold-out a')).toHaveLength(2);
    // Submits as browsers do without a button: happy-dom's requestSubmit() passes the form as the submitter.
    act(() => {
      const sent = new SubmitEvent('submit', { bubbles: true, cancelable: true });
      document.querySelector('#buy')!.dispatchEvent(sent);
      expect(sent.defaultPrevented).toBe(true);
    });
    expect(document.querySelector('#buy-error')).toBeNull();
    expect(localStorage.getItem('cart')).toBeNull();
  });
});

test('what is on sale beside it begins with what has most in common', () => {
  const { variants } = productData();
  const status = (...each: (0 | 1)[]) => ({ ...variants, sale_status: each });
  const table = status(1, 1, 1);
  expect(findSimilarVariantRows(table, 1, 4)).toEqual([0, 2]);
  expect(findSimilarVariantRows(table, 2, 4)).toEqual([0, 1]);
  expect(findSimilarVariantRows(table, 2, 1)).toEqual([0]);
  expect(findSimilarVariantRows(status(0, 1, 0), 2, 4)).toEqual([1]);
});
