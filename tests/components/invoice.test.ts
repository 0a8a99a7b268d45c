/** The invoice as Astro renders it, for an order that another person pays and that is partly refunded. */
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { expect, test } from 'vitest';
import { usdConfig } from '#lib/currency/config.ts';
import Invoice from '../../src/pages/fulfillment/invoice.astro';

const place = {
  ...{ first_name: '', last_name: '', address1: '', address2: '', house_number: '', city: '', zip: '' },
  ...{ province: '', country: '', country_code: '', phone: '+1 503' },
};
const order = {
  ...{
    order_no: 'AAAAA-BBBBB',
    currency: 'USD',
    shipping_title: 'Standard',
    tax_lines: [],
    variant_items: [],
  },
  ...{ subtotal_price: 100, pay_ship_amount: 5, total_discount_amount: 0, pay_ship_insurance_amount: 0 },
  ...{ tax_amount: 0, tip_amount: 0, total_price: 105, refunded_amount: 0 },
  // New Year's Eve, 6 p.m. in Los Angeles, and the next morning.
  ...{ order_time: Date.parse('2027-01-01T02:00:00Z'), paid_at: Date.parse('2027-01-01T17:00:00Z') },
  address: { ...place, first_name: 'Ada', address1: '12 Elm Street' },
};

/** Renders the invoice. @returns each title with its text: `Placed: December 31, 2026` */
async function facts(change: object, shop: object = {}): Promise<string[]> {
  const answers: Record<string, unknown> = {
    'GET /api/v1/storefront/shop': { lang: 'en', headerMenuId: 1, footerMenuIds: [], bag: {}, ...shop },
    'GET /api/v1/currency': usdConfig,
    'GET /api/v1/test/getLanguage': { languageConfig: {}, languages: [], widget: '' },
    'GET /api/v1/order/:id': { ...order, ...change },
  };
  const api = async (key: string) => ({ code: 0, msg: '', data: answers[key] ?? {} });
  const container = await AstroContainer.create();
  const page = document.createElement('div');
  page.innerHTML = await container.renderToString(Invoice, {
    request: new Request('https://shop.example/fulfillment/invoice?order_no=AAAAA-BBBBB'),
    locals: { origin: 'https://shop.example', lang: '', root: '', api } as unknown as App.Locals,
  });
  const textOf = (node: Element | null) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();
  return [...page.querySelectorAll('dl > div')].map(
    (row) => `${textOf(row.querySelector('dt'))}: ${textOf(row.querySelector('dd'))}`,
  );
}

test('is made out to who pays, and says beside it where it goes only where that is another place', async () => {
  const same = await facts({});
  expect(same).toContain('Billing address: Ada12 Elm Street');
  expect(same.join()).not.toContain('Shipping to');
  const billing = { ...place, first_name: 'Grace', address1: '1 Navy Yard' };
  expect(await facts({ billing })).toEqual(
    expect.arrayContaining(['Billing address: Grace1 Navy Yard', 'Shipping to: Ada12 Elm Street']),
  );
});

test('is dated by the days of the shop, in UTC where it names no zone', async () => {
  const there = await facts({}, { timeZone: 'America/Los_Angeles' });
  expect(there).toEqual(expect.arrayContaining(['Placed: December 31, 2026', 'Paid: January 1, 2027']));
  expect(await facts({})).toContain('Placed: January 1, 2027');
});

test('shows subtotal, discount and total like the checkout [ORD-11]', async () => {
  const changes = { coupon: 'TEN', total_discount_amount: 13.6, total_price: 91.4 };
  expect((await facts(changes)).slice(-4)).toEqual([
    'Subtotal: $100.00',
    'Discount (TEN): −$13.60',
    'ShippingStandard: $5.00',
    'Total: $91.40 USD',
  ]);
});

test('takes off what went back, and only then', async () => {
  expect((await facts({})).slice(-1)).toEqual(['Total: $105.00 USD']);
  expect((await facts({ refunded_amount: 20.5 })).slice(-3)).toEqual([
    'Total: $105.00 USD',
    'Refunded: −$20.50',
    'Remains: $84.50',
  ]);
});
