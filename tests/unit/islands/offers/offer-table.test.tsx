// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import OfferTable from '#islands/offers/OfferTable.tsx';
import { answering, productData } from '../product/form-fixture.ts';
import { showForm } from '../product/shown-form.tsx';

const added = vi.hoisted(() => vi.fn((_addition: { lines: object[] }) => true));
vi.mock('../../../../src/islands/after-add/add-to-bag.ts', () => ({ addToBag: added }));

const variant = (id: number, name: string, sale_status = 1) => ({
  ...{ variant_id: id, variant_option_values: [name], sale_price: 20 },
  ...{ sale_inventory_quantity: 5, sale_status },
});
const variants = [variant(71, 'Small'), variant(72, 'Large'), variant(73, 'Ink', 0)];
const priced = (desc: string) => ({
  checkout_items: [{ discount: { desc, params: [], status: 2 } }],
  ...{ total_pay_amount: 36, total_discount_amount: 4 },
});
const island = (
  <OfferTable texts={{}} id={3} rules={<p>Buy 2, save 10%</p>}>
    Several at once
  </OfferTable>
);

let root: Root;
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
  added.mockClear();
});

/** Renders the fold on the server, then hydrates it. */
async function open(answers: Record<string, unknown>, isOpen = true) {
  vi.stubGlobal('fetch', vi.fn(answering(answers)));
  showForm(productData());
  const place = document.createElement('div');
  place.innerHTML = renderToString(island);
  document.body.append(place);
  const fold = place.querySelector('details')!;
  fold.open = isOpen;
  const faults: unknown[] = [];
  await act(async () => {
    root = hydrateRoot(place, island, { onRecoverableError: (fault) => faults.push(fault) });
  });
  expect(faults).toEqual([]);
  const button = fold.querySelector('button')!;
  const fields = [...fold.querySelectorAll('input')];
  const sum = () => fold.querySelector('.set-sum')!.textContent;
  return { fold, button, fields, sum, press: () => act(async () => button.click()) };
}

test('the server writes what the table gives; its variants are asked for when it is open [PDP-13]', async () => {
  const page = new DOMParser().parseFromString(renderToString(island), 'text/html');
  expect(page.querySelector('summary')!.textContent).toBe('Several at once');
  expect(page.querySelector('form')!.textContent).toBe(
    'Buy 2, save 10%Choose how many of each.Add all to the bag',
  );
  const { fold } = await open({ multi_spec: { variants } }, false);
  expect(fetch).not.toHaveBeenCalled();
  fold.open = true;
  await act(async () => fold.dispatchEvent(new Event('toggle')));
  expect([...fold.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Small$20.00',
    'Large$20.00',
    'Inksold out',
  ]);
  expect([...fold.querySelectorAll('input')].map(({ disabled, max }) => [disabled, max])).toEqual([
    [false, '5'],
    [false, '5'],
    [true, '5'],
  ]);
});

test('what is typed is counted and priced, and said [PDP-13]', async () => {
  const { fields, sum, button } = await open({ multi_spec: { variants }, discount: priced('Buy 1 more') });
  fields[0]!.value = '9';
  act(() => void fields[0]!.dispatchEvent(new Event('input', { bubbles: true })));
  await vi.waitFor(() =>
    expect(sum()).toBe('Together $36.00 instead of $40.00 You save $4.00Pieces: 5. Buy 1 more'),
  );
  await vi.waitFor(() => expect(document.getElementById('live')!.textContent).toBe(sum()));
  expect(button.getAttribute('aria-disabled')).toBe('false');
});

test('adding all empties the table and leaves the focus on the button, which says what it needs [PDP-13]', async () => {
  const { fields, button, press } = await open({ multi_spec: { variants } });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fields[0]!.value = '2';
  button.focus();
  await press();
  expect(added.mock.lastCall![0].lines).toMatchObject([{ sku_id: 71, quantity: 2, price: 20 }]);
  expect(fields[0]!.value).toBe('0');
  expect(button.disabled).toBe(false);
  expect(document.activeElement).toBe(button);
  await press();
  expect(added).toHaveBeenCalledTimes(1);
  expect(document.getElementById('live')!.textContent).toBe('Choose how many of each.');
});

test('a table that is on its way asks for no choice yet', async () => {
  const { fold, sum } = await open({});
  expect(sum()).toBe('…');
  expect(fold.querySelector('form')!.getAttribute('aria-busy')).toBe('true');
});

test('a table that cannot be had says why, and is asked for again when it is opened again', async () => {
  const { fold, sum } = await open({});
  vi.stubGlobal('fetch', async () => Response.json({ code: 10404, msg: 'It is over.', data: null }));
  const toggle = (isOpen: boolean) =>
    act(async () => {
      fold.open = isOpen;
      fold.dispatchEvent(new Event('toggle'));
    });
  await toggle(false);
  await toggle(true);
  expect(sum()).toBe('It is over.');
  expect(document.getElementById('live')!.textContent!.trim()).toBe('It is over.');
  vi.stubGlobal('fetch', answering({ multi_spec: { variants } }));
  await toggle(false);
  await toggle(true);
  expect(fold.querySelectorAll('li')).toHaveLength(3);
});
