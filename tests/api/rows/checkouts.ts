/** Checkouts and orders: API-018, 023, 027, 030, 036, 040 to 042, 044, 045, 048, 049, 052 to 055, 060, 066, 092, 114. */
import { expect } from 'vitest';
import { addProduct, bagOf, filledIn, openCheckout, order, oregon } from '../orders/fixture.ts';
import { wanted } from './promotions.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

async function checkout(shop: ServedShop) {
  const visitor = shop.visitor();
  return { visitor, token: await openCheckout(visitor, [await wanted(shop, 'tidal-mug')]) };
}

async function placed(shop: ServedShop, more: Partial<typeof filledIn> = {}) {
  const visitor = shop.visitor();
  const mug = await wanted(shop, 'tidal-mug');
  return { visitor, mug, ...(await order(visitor, [mug], { ...filledIn, ...more })) };
}

export const checkoutRows: Record<string, Row> = {
  'API-018': async (shop) => {
    const early = await addProduct(shop, { price: 5000, stock: 3, isPresale: true });
    const visitor = shop.visitor();
    const body = {
      product_id: early.product,
      variant_id: early.variant,
      quantity: 2,
      email: 'ada@example.com',
    };
    const { order_no, web_url } = await told(visitor, 'POST /api/presale/order/create', { body });
    const read = await told(visitor, 'GET /api/v1/order/:id', { params: { id: order_no } });
    expect(read).toMatchObject({ status_key: 0, total_price: 100 });
    expect(web_url).toMatch(/^\/1\/checkouts\//);
  },
  'API-023': async (shop) => {
    const visitor = shop.visitor();
    const body = bagOf([await wanted(shop, 'tidal-mug', 2)]);
    const { checkout } = await told(visitor, 'POST /api/v1/checkout', { body });
    expect(checkout.web_url).toBe(`/1/checkouts/${checkout.token}`);
    const read = await told(visitor, 'GET /api/v1/storefront/checkouts/:id', {
      params: { id: checkout.token },
    });
    expect(read).toMatchObject({ state: 'open', variant_items: [{ quantity: 2 }] });
  },
  'API-027': async (shop) => {
    const { visitor, token } = await checkout(shop);
    const call = { params: { shop_id: 1, token }, body: filledIn };
    const { order_no, total_price, next } = await told(visitor, 'POST /:shop_id/checkouts/:token', call);
    expect(next).toBe('card');
    const read = await told(visitor, 'GET /api/v1/order/:id', { params: { id: order_no } });
    expect(read).toMatchObject({ status_key: 0, total_price, email: 'ada@example.com' });
  },
  'API-030': async (shop) => {
    const { visitor, token } = await checkout(shop);
    await told(visitor, 'POST /api/update/checkout/:id', { params: { id: token }, body: filledIn });
    const call = { body: { checkout_token: token, payment_method: 'card' } };
    const first = await told(visitor, 'POST /api/v2/order', call);
    expect(await told(visitor, 'POST /api/v2/order', call)).toEqual(first);
  },
  'API-036': async (shop) => {
    const { visitor, orderNo, mug } = await placed(shop);
    const call = { params: { id: orderNo } };
    const read = await told(visitor, 'GET /api/v1/order/:id', call);
    expect(read.variant_items).toMatchObject([{ product_id: mug.product, quantity: 1 }]);
    expect((await shop.visitor().call('GET /api/v1/order/:id', call)).code).toBe(10403);
  },
  'API-040': async (shop) => {
    const query = { input: '5 Main', country_code: 'US' };
    const found = await told(shop.visitor(), 'GET /api/v1/google-map', { query });
    expect(found.map(({ description }) => description.split(',')[0])).toEqual(Array(5).fill('5 Main St'));
  },
  'API-041': async (shop) => {
    const visitor = shop.visitor();
    const query = { input: '5 Main St, Seattle', country_code: 'US' };
    const [place] = await told(visitor, 'GET /api/v1/google-map', { query });
    const call = { query: { place_id: place!.place_id } };
    expect(await told(visitor, 'GET /api/v1/google-map/detail', call)).toEqual({
      ...{ address1: '5 Main St', city: 'Seattle', province: 'WA', zip: '98104', country_code: 'US' },
    });
  },
  'API-042': async (shop) => {
    const call = { query: { country_code: 'DE' } };
    const { shippings } = await told(shop.visitor(), 'GET /api/v1/shippings', call);
    expect(shippings.map(({ id }) => id)).toContain('eu-free');
  },
  'API-044': async (shop) => {
    const { visitor, token } = await checkout(shop);
    await told(visitor, 'POST /api/update/checkout/:id', { params: { id: token }, body: filledIn });
    const made = await told(visitor, 'POST /api/v1/pre_order', { body: { checkout_token: token } });
    const read = await told(visitor, 'GET /api/v1/order/:id', { params: { id: made.pre_order_no } });
    expect(read).toMatchObject({ status_key: 0, total_price: made.total_price });
  },
  'API-045': async (shop) => {
    const { visitor, orderNo } = await placed(shop);
    const body = { note: 'Ring twice', extra_params: { from: 'walk' } };
    await told(visitor, 'POST /api/v1/order/extend/:id', { params: { id: orderNo }, body });
    const read = await told(visitor, 'GET /api/v1/order/:id', { params: { id: orderNo } });
    expect(read.note).toBe('Ring twice');
  },
  'API-048': async (shop) => {
    const { visitor, token } = await checkout(shop);
    const tax = (province: string) =>
      told(visitor, 'POST /api/v1/taxes', { body: { checkout_token: token, country_code: 'US', province } });
    expect((await tax('CA')).tax_lines).toMatchObject([{ title: 'California sales tax', rate: 7.25 }]);
    expect((await tax('OR')).tax_amount).toBe(0);
  },
  'API-049': async (shop) => {
    const { visitor, orderNo } = await placed(shop);
    const body = { order_no: orderNo, payment_method: 'paypal' };
    expect(await told(visitor, 'POST /api/v1/order/payment', { body })).toMatchObject({ order_no: orderNo });
    const read = await told(visitor, 'GET /api/v1/order/:id', { params: { id: orderNo } });
    expect(read.payment_method).toBe('paypal');
  },
  'API-052': async (shop) => {
    const { visitor, token } = await checkout(shop);
    const params = { id: token };
    const saved = await told(visitor, 'POST /api/update/checkout/:id', {
      params,
      body: { ...filledIn, tip: 2 },
    });
    expect(saved).toMatchObject({ tip_amount: 2, address: { city: 'Portland' } });
    expect(await told(visitor, 'GET /api/v1/storefront/checkouts/:id', { params })).toEqual(saved);
  },
  'API-053': async (shop) => {
    const page = await shop.db.read.selectFrom('pages').select(['id', 'title']).executeTakeFirstOrThrow();
    const call = { query: { articleIds: String(page.id) } };
    const found = await told(shop.visitor(), 'GET /api/v1/checkout/footer', call);
    expect(found).toMatchObject([{ id: page.id, title: page.title }]);
  },
  'API-054': async (shop) => {
    const { visitor, token } = await checkout(shop);
    const call = { body: { checkout_token: token } };
    const offer = await told(visitor, 'POST /api/v1/shipping/insurance/checkout/detail', call);
    expect(offer).toMatchObject({ enabled: true, title: 'Parcel insurance', pay_ship_insurance_amount: 1.5 });
  },
  'API-055': async (shop) => {
    const { visitor, token } = await checkout(shop);
    const link = await told(visitor, 'GET /api/v1/checkout/payment/link', { query: { token } });
    expect(link.web_url).toBe(`/1/checkouts/${token}`);
  },
  'API-060': async (shop) => {
    const visitor = shop.visitor();
    const rule = (id: string) => told(visitor, 'GET /api/v1/tax/id/:id', { params: { id } });
    expect((await rule('BR')).required).toBe(true);
    expect((await rule('US')).required).toBe(false);
  },
  'API-066': async (shop) => {
    expect(await told(shop.visitor(), 'GET /api/v1/order/tip/config/')).toEqual({
      ...{ enabled: true, options: [5, 10, 15], custom_allowed: true },
    });
  },
  'API-092': async (shop) => {
    const { visitor, orderNo } = await placed(shop, { tip: 3 });
    const call = { params: { id: orderNo } };
    expect(await told(visitor, 'GET /api/v1/order/tips/:id', call)).toMatchObject({ tip_amount: 3 });
  },
  'API-114': async (shop) => {
    const { visitor, orderNo } = await placed(shop, { address: { ...oregon, first_name: 'Grace' } });
    const query = { order_no: orderNo };
    expect(await told(visitor, 'GET /api/v1/order/lookup', { query })).toMatchObject({ order_no: orderNo });
    expect(await told(shop.visitor(), 'GET /api/v1/order/lookup', { query })).toBeNull();
    const body = { ...query, email: 'ada@example.com' };
    const whole = await told(shop.visitor(), 'POST /api/v1/order/lookup', { body });
    expect(whole).toMatchObject({ order_no: orderNo, address: { first_name: 'Grace' } });
  },
};
