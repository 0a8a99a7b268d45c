// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mountTable } from '#islands/offers/variants-table.ts';
import { answering, islandShop, productData, showForm } from '../product/form-fixture.ts';

const added = vi.hoisted(() => vi.fn(() => true));
vi.mock('../../../src/islands/adding/add-to-bag.ts', () => ({ addToBag: added }));
vi.mock('../../../src/islands/quick-add/page-shop.ts', () => ({ pageShop: () => islandShop }));

const variant = (id: number, name: string) => ({
  ...{ variant_id: id, variant_option_values: [name], sale_price: 20 },
  ...{ sale_inventory_quantity: 5, sale_status: 1 },
});

beforeEach(() => {
  const variants = [variant(71, 'Small'), variant(72, 'Large')];
  vi.stubGlobal('fetch', answering({ multi_spec: { variants } }));
  showForm(productData());
  document.body.insertAdjacentHTML(
    'beforeend',
    `<details data-table="3" open><summary></summary><ul class="set-rows"></ul><p class="set-sum"></p>
      <button type="button" disabled>Add all</button></details>`,
  );
});
afterEach(() => vi.unstubAllGlobals());

test('adding all empties the table and leaves the focus on the button, which says what it needs [PDP-13]', async () => {
  const table = document.querySelector('details')!;
  await mountTable(table);
  const button = table.querySelector('button')!;
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const [small] = table.querySelectorAll('input');
  small!.value = '2';
  button.focus();
  button.click();
  expect(added).toHaveBeenCalledTimes(1);
  expect(small!.value).toBe('0');
  expect(button.disabled).toBe(false);
  expect(document.activeElement).toBe(button);
  button.click();
  expect(added).toHaveBeenCalledTimes(1);
  expect(document.getElementById('live')!.textContent).toBe('Choose how many of each.');
});
