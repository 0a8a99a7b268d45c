// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExpressOptions } from '#islands/paypal/express-flow.ts';
import { mountProductPayPalButton } from '#islands/product/paypal-detail.ts';
import { islandProps } from '../product/form-fixture.ts';

const mounted = vi.hoisted(() => ({
  options: null as ExpressOptions | null,
  totals: [] as (number | null)[],
}));
vi.mock('../../../../src/islands/paypal/express.ts', () => ({
  createExpressControl: (options: ExpressOptions) => {
    mounted.options = options;
    return { watch: () => () => {}, setTotal: (total: number | null) => mounted.totals.push(total) };
  },
}));

// No stylesheet is fetched here.
vi.mock('#client/loading/load-stylesheet.ts', () => ({ loadStylesheet: async () => {} }));

const product = {
  ...{ id: 7, title: 'Bowl', seo_url: 'bowl', isPreSale: false, is_virtual: false },
  noOptions: false,
  options: [{ name: 'Colour', style: 1, values: [{ value: 'Sand' }, { value: 'Ink' }] }],
  variants: { sku_id: [70, 71], choice: [[0], [1]], sale_price: [12.5, 20], picture: [-1, -1] },
  custom_options: [],
  pictures: [],
};
let form: HTMLFormElement;
let sent: { path: string; body: Record<string, unknown> }[];

function choose(value: string, quantity = '1') {
  form.querySelector<HTMLInputElement>(`[value="${value}"]`)!.checked = true;
  form.querySelector<HTMLInputElement>('[name=quantity]')!.value = quantity;
  form.dispatchEvent(new Event('change'));
}

beforeEach(async () => {
  localStorage.clear();
  sent = [];
  mounted.totals = [];
  document.body.innerHTML = `<div id="paypal"><button></button></div><astro-island ${islandProps({ product })}><form>
    <input type="radio" name="option-0" value="0"><input type="radio" name="option-0" value="1">
    <input name="quantity" value="1"><button type="submit">Add</button></form></astro-island>`;
  form = document.querySelector('form')!;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) });
    const checkout = { token: 'tok', shop_id: 1, web_url: '/1/checkouts/tok' };
    return new Response(JSON.stringify({ code: 0, msg: '', data: { checkout } }));
  });
  await mountProductPayPalButton(document.getElementById('paypal')!, form);
});

describe('PayPal on the product page', () => {
  it('buys what the form says is chosen, for its price [PPX-16, PPX-17, PPX-19]', () => {
    choose('1', '3');
    expect(mounted.totals.at(-1)).toBe(60);
    expect(mounted.options?.read()).toMatchObject({
      items: [{ product_id: 7, variant_id: 71, quantity: 3, pay_amount: 20, product_title: 'Bowl' }],
      amount: 60,
    });
  });

  it('asks for the missing option instead of ordering anything [PPX-18]', async () => {
    expect(mounted.options?.read()).toBeNull();
    await vi.waitFor(() =>
      expect(document.querySelector('.toast')?.textContent).toBe('Please select Colour'),
    );
    expect(sent).toHaveLength(0);
  });

  it('opens the checkout of what was ordered with the approved payment in its address [PPX-24]', async () => {
    choose('0', '2');
    const ordered = mounted.options?.read();
    // The shopper changes the choice behind PayPal's window.
    choose('1', '3');
    const address = await mounted.options?.openCheckout('PP1', ordered!);
    expect(sent[0]).toMatchObject({ path: '/api/v1/checkout', body: { source: 1 } });
    const [group] = sent[0]!.body.checkouts as { variant_items: object[] }[];
    expect(group?.variant_items).toMatchObject([
      {
        product_id: 7,
        variant_id: 70,
        quantity: 2,
        variant_price: 12.5,
        variant_option_values: ['Sand'],
      },
    ]);
    expect(address).toBe('/1/checkouts/tok?paypalOrderId=PP1');
  });
});
