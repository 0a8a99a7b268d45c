import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeSetting } from '#server/settings/store.ts';
import type { TestShop } from '../harness.ts';
import { addProduct, createOrderShop, filledIn, openCheckout, stockOf, submit } from './fixture.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createOrderShop();
});

const table = (stock: number) => addProduct(shop, { price: 26400, stock, isPresale: true, title: 'Table' });

function begin(
  visitor: ReturnType<TestShop['visitor']>,
  { product, variant }: { product: number; variant: number },
  more: Record<string, unknown> = {},
) {
  const body = { product_id: product, variant_id: variant, quantity: 1, ...more };
  return visitor.call('POST /api/presale/order/create', { body });
}

async function begun(visitor: ReturnType<TestShop['visitor']>, wanted: Awaited<ReturnType<typeof table>>) {
  const { code, msg, data } = await begin(visitor, wanted, { email: 'ada@example.com' });
  if (code !== 0 || !data) throw new Error(`refused: ${code} ${msg}`);
  return { orderNo: data.order_no, token: data.web_url.split('/').at(-1) ?? '' };
}

describe('ordering a pre-sale product from its page', () => {
  it('makes an order and its checkout at the shop’s price, and takes no stock yet [API-018, PDP-23]', async () => {
    const wanted = await table(3);
    const visitor = shop.visitor();
    const { code, data } = await begin(visitor, wanted, { quantity: 2, email: 'ada@example.com' });
    expect(code).toBe(0);
    const order = await visitor.data('GET /api/v1/order/:id', { params: { id: data!.order_no } });
    expect(order).toMatchObject({ status_key: 0, total_price: 528, email: 'ada@example.com' });
    expect(order.variant_items).toMatchObject([{ variant_id: wanted.variant, quantity: 2, price: 264 }]);
    expect(await stockOf(shop, wanted.variant)).toBe(3);
    const token = data!.web_url.replace('/1/checkouts/', '');
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect(shown).toMatchObject({ state: 'open', source: 1, email: 'ada@example.com', total_price: 528 });
    expect(shown.variant_items.map((line) => line.problem)).toEqual(['']);
    expect(
      await shop.visitor().call('GET /api/v1/order/:id', { params: { id: data!.order_no } }),
    ).toMatchObject({
      code: 10403,
    });
  });

  it('becomes a whole order under the same number when its checkout is placed, and holds its stock then [API-018]', async () => {
    const wanted = await table(1);
    const visitor = shop.visitor();
    const { orderNo, token } = await begun(visitor, wanted);
    await visitor.data('POST /api/v1/order/extend/:id', {
      params: { id: orderNo },
      body: { note: 'Ring twice', extra_params: { from: 'letter' } },
    });
    const placed = await submit(visitor, token);
    expect(placed).toMatchObject({ code: 0, data: { order_no: orderNo } });
    expect(await stockOf(shop, wanted.variant)).toBe(0);
    const order = await visitor.data('GET /api/v1/order/:id', { params: { id: orderNo } });
    expect(order).toMatchObject({ note: 'Ring twice', address: { city: 'Portland' }, total_price: 278.95 });
    expect(order.variant_items).toHaveLength(1);
    expect(order.variant_items[0]?.variant_custom_props).toEqual([
      { name: 'Pre-order', value: 'when it is ready' },
    ]);
    expect(await submit(visitor, token)).toMatchObject({ code: 0, data: { order_no: orderNo } });
  });

  const shipOn = (wanted: Awaited<ReturnType<typeof table>>, day: string) =>
    shop.db.write.updateTable('products').set({ ships_on: day }).where('id', '=', wanted.product).execute();

  it('says on which day it ships, where the product has one', async () => {
    const wanted = await table(1);
    await shipOn(wanted, '2027-01-11');
    const visitor = shop.visitor();
    const { orderNo, token } = await begun(visitor, wanted);
    expect((await submit(visitor, token)).code).toBe(0);
    const order = await visitor.data('GET /api/v1/order/:id', { params: { id: orderNo } });
    expect(order.variant_items[0]?.variant_custom_props).toEqual([
      { name: 'Pre-order', value: '2027-01-11' },
    ]);
  });

  it('promises the days that hold when it is completed, and keeps them whatever day the product ships on later', async () => {
    const wanted = await table(2);
    const visitor = shop.visitor();
    await shipOn(wanted, '2027-01-11');
    const { orderNo, token } = await begun(visitor, wanted);
    const promised = async () => {
      const order = await visitor.data('GET /api/v1/order/:id', { params: { id: orderNo } });
      const checkout = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
      const shipsOn = order.variant_items.map((line) => line.variant_custom_props);
      return { order: order.arrives, checkout: checkout.arrives, shipsOn };
    };
    expect((await promised()).order).toBeNull();

    // Ships on Monday, 18 January; delivery takes one or two days.
    await shipOn(wanted, '2027-01-18');
    const placed = { from: '2027-01-19', to: '2027-01-20' };
    const kept = {
      order: placed,
      checkout: placed,
      shipsOn: [[{ name: 'Pre-order', value: '2027-01-18' }]],
    };
    expect(await submit(visitor, token)).toMatchObject({ code: 0, data: { order_no: orderNo } });
    expect(await promised()).toEqual(kept);

    await shipOn(wanted, '2027-03-01');
    expect(await promised()).toEqual(kept);
    expect(await submit(visitor, token)).toMatchObject({ code: 0, data: { order_no: orderNo } });
    expect(await promised()).toEqual(kept);
    await shipOn(wanted, '');
    expect(await promised()).toEqual(kept);
  });

  it('gives the last piece to whoever places first', async () => {
    const wanted = await table(1);
    const [early, late] = [shop.visitor(), shop.visitor()];
    const [first, second] = [await begun(early, wanted), await begun(late, wanted)];
    expect((await submit(late, second.token)).code).toBe(0);
    expect((await submit(early, first.token)).code).toBe(10209);
    expect((await begin(shop.visitor(), wanted)).code).toBe(40001);
  });

  it('cannot be paid before its checkout is filled in', async () => {
    const free = await addProduct(shop, { price: 0, stock: 5, isPresale: true });
    const visitor = shop.visitor();
    const { orderNo } = await begun(visitor, await table(2));
    const paid = await visitor.call('POST /api/v1/payments/', {
      body: { order_no: orderNo, provider: 'simulated', card_token: 'tok_test_ok' },
    });
    expect(paid).toMatchObject({ code: 10209, msg: expect.stringContaining('checkout') });
    const begunFree = await begun(visitor, free);
    const zero = await visitor.call('GET /api/v1/payments/zero/:id', { params: { id: begunFree.orderNo } });
    expect(zero.code).toBe(10209);
  });

  it.each([
    ['more than are to be had', 40001, { quantity: 4 }],
    [
      'a customisation the product does not have',
      10209,
      { custom_props: [{ name: 'x', type: 1, value: 'y' }] },
    ],
    ['no piece', 10001, { quantity: 0 }],
    ['no e-mail address', 10001, { email: 'not an address' }],
    ['a product that is not there', 10209, { product_id: 999_999, variant_id: 999_999 }],
  ])('refuses %s', async (_name, code, change) => {
    expect(await begin(shop.visitor(), await table(3), change)).toMatchObject({ code, data: null });
  });

  it('refuses what is no pre-sale product, and a variant of another product', async () => {
    const bowl = await addProduct(shop, { price: 900, stock: 5 });
    expect((await begin(shop.visitor(), bowl)).code).toBe(10209);
    const wanted = await table(3);
    expect((await begin(shop.visitor(), { product: bowl.product, variant: wanted.variant })).code).toBe(
      10209,
    );
  });

  it('asks for a login first where the shop wants one [CHK-10]', async () => {
    const wanted = await table(3);
    const set = (value: boolean) =>
      shop.db.transaction((trx) => writeSetting(trx, 'checkoutLogin', z.boolean(), value, shop.clock.now()));
    await set(true);
    const answer = await begin(shop.visitor(), wanted).finally(() => set(false));
    expect(answer).toMatchObject({ code: 10110, data: null });
    expect((await begin(shop.visitor(), wanted)).code).toBe(0);
  });

  it('is the only way: a bag says it is a pre-sale product, whatever is sent with the line [PDP-23]', async () => {
    const [wanted, bowl] = [await table(3), await addProduct(shop, { price: 900, stock: 5 })];
    const visitor = shop.visitor();
    const line = { ...wanted, isPreSale: true, is_pre_sale: 1 };
    const token = await openCheckout(visitor, [line, bowl]);
    expect(await submit(visitor, token, filledIn)).toMatchObject({ code: 0 });
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect(shown.variant_items.map((item) => item.variant_id)).toEqual([bowl.variant]);
  });
});
