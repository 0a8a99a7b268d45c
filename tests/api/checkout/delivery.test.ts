import { beforeAll, describe, expect, it } from 'vitest';
import { insuranceSchema, shippingSchema, tipSchema } from '#server/checkout/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import type { TestShop } from '../harness.ts';
import {
  addProduct,
  bagOf,
  createOrderShop,
  filledIn,
  openCheckout,
  order,
  submit,
} from '../orders/fixture.ts';

let shop: TestShop;
let bowl: { product: number; variant: number };

beforeAll(async () => {
  shop = await createOrderShop();
  bowl = await addProduct(shop, { price: 2000, stock: 100 });
});

describe('delivery', () => {
  it('lists the shipping methods of a country, dearer and free ones [CHK-13, API-042, SHIPR-01]', async () => {
    const { shippings } = await shop
      .visitor()
      .data('GET /api/v1/shippings', { query: { country_code: 'us' } });
    expect(shippings).toContainEqual(
      expect.objectContaining({
        id: 'us-standard',
        title: 'Standard',
        desc: '',
        shipping_type: 1,
        min: 0,
        max: 74.99,
        shipping_amount: 5.95,
      }),
    );
    expect(shippings).toContainEqual(
      expect.objectContaining({ id: 'us-free', min: 75, max: null, shipping_amount: null }),
    );
    const world = await shop.visitor().data('GET /api/v1/shippings', { query: { country_code: 'JP' } });
    expect(world.shippings.map((method) => method.id)).toContain('world-heavy');
    const nowhere = await shop.visitor().data('GET /api/v1/shippings', { query: { country_code: 'AQ' } });
    expect(nowhere.shippings).toEqual([]);
    const bad = await shop.visitor().call('GET /api/v1/shippings', { query: { country_code: 'USA' } });
    expect(bad.code).toBe(10001);
  });

  it('tells the bag the rules by amount and pieces, none by weight, none for nothing to ship [API-043, SHIPR-05]', async () => {
    const visitor = shop.visitor();
    const ask = (product: typeof bowl, country_code?: string) =>
      visitor.data('POST /api/v1/shippings', {
        body: { checkouts: bagOf([product]).checkouts, country_code },
      });
    expect((await ask(bowl, 'DE')).shippings.map((rule) => rule.shipping_type)).toEqual([1]);
    const { shippings } = await visitor.data('GET /api/v1/shippings', { query: { country_code: 'US' } });
    expect((await ask(bowl)).shippings).toEqual(shippings);
    expect(shippings.map((rule) => rule.id)).toContain('us-free');
    const ebook = await addProduct(shop, { price: 500, stock: 9, requiresShipping: false });
    expect((await ask(ebook)).shippings).toEqual([]);
  });

  it('no longer takes a shipping method the merchant has removed', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    await visitor.data('POST /api/update/checkout/:id', { params: { id: token }, body: filledIn });
    const only = {
      zones: [
        {
          title: 'All',
          countries: ['*' as const],
          methods: [
            { id: 'boat', title: 'Boat', shipping_type: 3 as const, min: 1, max: 5, shipping_amount: 300 },
          ],
        },
      ],
    };
    await shop.db.transaction((trx) => writeSetting(trx, 'shipping', shippingSchema, only, shop.clock.now()));
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect([shown.shipping_id, shown.total_price]).toEqual(['boat', 23]);
    const answer = await submit(visitor, token, {});
    expect(answer.code).toBe(10209);
    expect(answer.msg).toContain('shipping method');
    const many = await openCheckout(visitor, [{ ...bowl, quantity: 6 }]);
    const none = await submit(visitor, many, { ...filledIn, shipping_id: undefined });
    expect([none.code, none.msg]).toEqual([10001, 'We cannot ship this order to the address.']);
    await shop.db.write.deleteFrom('settings').where('key', '=', 'shipping').execute();
  });

  it('reckons the tax of an address without saving it [CHK-14, API-048]', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const tax = await visitor.data('POST /api/v1/taxes', {
      body: { checkout_token: token, country_code: 'US', province: 'CA', zip: '94102' },
    });
    expect(tax).toEqual({
      tax_amount: 1.45,
      tax_lines: [{ title: 'California sales tax', rate: 7.25, amount: 1.45 }],
      tax_included: false,
    });
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect(shown.tax_amount).toBe(0);
  });

  it('offers insurance and tip as the merchant has set them [API-054, API-066, API-092, CHK-15]', async () => {
    const visitor = shop.visitor();
    const { token, orderNo } = await order(visitor, [bowl], { ...filledIn, tip: 3 });
    const ask = () =>
      visitor.data('POST /api/v1/shipping/insurance/checkout/detail', { body: { checkout_token: token } });
    expect(await ask()).toEqual({
      enabled: true,
      title: 'Shipping insurance',
      desc: 'Covers loss, theft and breakage on the way.',
      pay_ship_insurance_amount: 0.98,
    });
    expect(await visitor.data('GET /api/v1/order/tip/config/', {})).toEqual({
      enabled: true,
      options: [5, 10, 15],
      custom_allowed: true,
    });
    const slashless = await visitor.send('/api/v1/order/tip/config');
    expect(await slashless.json()).toMatchObject({ code: 0, data: { enabled: true } });
    const tips = { params: { id: orderNo } };
    expect(await visitor.data('GET /api/v1/order/tips/:id', tips)).toEqual({
      tip_amount: 3,
      options: [5, 10, 15],
    });
    expect((await shop.visitor().call('GET /api/v1/order/tips/:id', tips)).code).toBe(10403);
    await shop.db.transaction(async (trx) => {
      const none = { enabled: false, options: [], custom_allowed: false };
      await writeSetting(trx, 'tip', tipSchema, none, shop.clock.now());
      const off = { enabled: false, title: '', desc: '', percent: 0, min: 0 };
      await writeSetting(trx, 'insurance', insuranceSchema, off, shop.clock.now());
    });
    expect(await ask()).toMatchObject({ enabled: false, pay_ship_insurance_amount: 0 });
    const refused = await visitor.call('POST /api/update/checkout/:id', {
      params: { id: await openCheckout(visitor, [bowl]) },
      body: { tip: 1 },
    });
    expect([refused.code, refused.msg]).toEqual([10001, 'This shop does not accept tips.']);
  });

  it('says which countries need a tax id and how it looks [API-060]', async () => {
    const visitor = shop.visitor();
    const brazil = await visitor.data('GET /api/v1/tax/id/:id', { params: { id: 'BR' } });
    expect(brazil.required).toBe(true);
    expect('123.456.789-09').toMatch(new RegExp(brazil.pattern));
    const germany = await visitor.data('GET /api/v1/tax/id/:id', { params: { id: 'DE' } });
    expect(germany).toEqual({ required: false, label: '', pattern: '' });
  });

  it('reads the policies of the checkout’s foot in the order asked for [CHK-18, API-053]', async () => {
    const insert = (title: string, is_published: 0 | 1) =>
      shop.db.write
        .insertInto('pages')
        .values({
          handle: title,
          title,
          body_html: `<p>${title}</p>`,
          is_published,
          is_indexed: 1,
          seo_title: '',
          seo_description: '',
          updated_at: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    const [privacy, draft, returns] = [
      await insert('Privacy', 1),
      await insert('Draft', 0),
      await insert('Returns', 1),
    ];
    const articleIds = [returns.id, draft.id, 999_999, privacy.id].join(',');
    const found = await shop.visitor().data('GET /api/v1/checkout/footer', { query: { articleIds } });
    expect(found).toEqual([
      { id: returns.id, title: 'Returns', content: '<p>Returns</p>', seo_url: 'Returns' },
      { id: privacy.id, title: 'Privacy', content: '<p>Privacy</p>', seo_url: 'Privacy' },
    ]);
  });
});
