import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeSetting } from '#server/settings/store.ts';
import type { TestShop } from '../harness.ts';
import { addCoupon, addProduct, bagOf, createOrderShop, openCheckout, order } from '../orders/fixture.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createOrderShop();
});

/** Opens a checkout from a bag with a changed line. */
async function refusal(line: Record<string, unknown>, bowl: { product: number; variant: number }) {
  const body = bagOf([bowl]);
  const item = { ...body.checkouts[0]!.variant_items[0]!, ...line };
  return shop.visitor().call('POST /api/v1/checkout', {
    body: { ...body, checkouts: [{ variant_items: [item] }] } as typeof body,
  });
}

describe('opening a checkout', () => {
  it('keeps the selected lines under a token and says where its page is [CHK-01, CHK-02, API-023]', async () => {
    const [bowl, cup] = [
      await addProduct(shop, { price: 2000, stock: 5 }),
      await addProduct(shop, { price: 900, stock: 5 }),
    ];
    const visitor = shop.visitor();
    const { checkout } = await visitor.data('POST /api/v1/checkout', {
      body: bagOf([
        { ...bowl, quantity: 2, price: 20 },
        { ...cup, isSelected: false },
      ]),
    });
    expect(checkout.web_url).toBe(`/1/checkouts/${checkout.token}`);
    expect(checkout.shop_id).toBe(1);
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', {
      params: { id: checkout.token },
    });
    expect(shown.variant_items.map((item) => [item.variant_id, item.quantity])).toEqual([[bowl.variant, 2]]);
    expect(shown).toMatchObject({
      ...{ state: 'open', order_no: '', source: 2 },
      ...{ subtotal_price: 40, total_price: 40 },
    });
    expect(await visitor.data('GET /api/v1/storefront/checkouts', {})).toEqual(checkout);
    expect(await shop.visitor().data('GET /api/v1/storefront/checkouts', {})).toBeNull();
  });

  it('is the newest checkout of its browser for as long as its link opens it, a year [R15]', async () => {
    const own = await createOrderShop();
    const visitor = own.visitor();
    const bowl = await addProduct(own, { price: 2000, stock: 5 });
    const { token } = await order(visitor, [bowl]);
    own.clock.advance(364 * 86_400_000);
    expect(await visitor.data('GET /api/v1/storefront/checkouts')).toMatchObject({ token });
    own.clock.advance(2 * 86_400_000);
    expect(await visitor.data('GET /api/v1/storefront/checkouts')).toBeNull();
  });

  it('remembers that it was opened from elsewhere than the bag [CHK-01]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const visitor = shop.visitor();
    const { checkout } = await visitor.data('POST /api/v1/checkout', {
      body: { ...bagOf([bowl]), source: 1 },
    });
    const call = { params: { id: checkout.token } };
    expect(await visitor.data('GET /api/v1/storefront/checkouts/:id', call)).toMatchObject({ source: 1 });
  });

  it('looks at the stock without taking it', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    for (let shopper = 0; shopper < 3; shopper += 1) await openCheckout(shop.visitor(), [bowl]);
    const { stock } = await shop.db.read
      .selectFrom('variants')
      .select('stock')
      .where('id', '=', bowl.variant)
      .executeTakeFirstOrThrow();
    expect(stock).toBe(1);
  });

  it.each([
    ['sold out', { stock: 0 }, {}, 'sold out'],
    ['short', { stock: 2 }, { quantity: 3 }, 'Only 2'],
    ['dearer than it was shown', { stock: 5 }, { variant_price: 19.99 }, 'changed from 19.99 to 20.00'],
    ['of another product', { stock: 5 }, { product_id: 999_999 }, 'select it again'],
    ['unknown', { stock: 5 }, { variant_id: 999_999 }, 'no longer'],
    [
      'customised with what the product does not have',
      { stock: 5 },
      { tailor_req_list: [{ name: 'x', type: 1, value: 'y' }] },
      'select it again',
    ],
  ])('refuses a line that is %s with 10209 and says which', async (_name, seed, line, words) => {
    const bowl = await addProduct(shop, { price: 2000, title: 'Tall bowl', ...seed });
    const answer = await refusal(line, bowl);
    expect(answer.code).toBe(10209);
    expect(answer.msg).toContain(words);
    if (!('variant_id' in line)) expect(answer.msg).toContain('Tall bowl');
  });

  it('refuses a product that was taken out of the shop', async () => {
    const [gone, hidden] = [
      await addProduct(shop, { price: 2000, stock: 5 }),
      await addProduct(shop, { price: 2000, stock: 5 }),
    ];
    await shop.db.write
      .updateTable('products')
      .set({ deleted_at: 1 })
      .where('id', '=', gone.product)
      .execute();
    await shop.db.write
      .updateTable('products')
      .set({ is_published: 0 })
      .where('id', '=', hidden.product)
      .execute();
    expect((await refusal({}, gone)).code).toBe(10209);
    expect((await refusal({}, hidden)).code).toBe(10209);
  });

  it.each([
    ['a negative quantity', { quantity: -1 }],
    ['no quantity', { quantity: 0 }],
    ['a billion pieces', { quantity: 1_000_000_000 }],
    ['a piece and a half', { quantity: 1.5 }],
    ['a quantity in words', { quantity: 'two' }],
    ['a negative price', { variant_price: -5 }],
    ['a variant id in words', { variant_id: '1 or 1=1' }],
  ])('refuses %s as a bad parameter', async (_name, line) => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    expect(await refusal(line, bowl)).toMatchObject({ code: 10001, data: null });
  });

  it('leaves pre-sale lines out and refuses when nothing else is there', async () => {
    const presale = await addProduct(shop, { price: 2000, stock: 5, isPresale: true });
    const bowl = await addProduct(shop, { price: 900, stock: 5 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [presale, bowl]);
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect(shown.variant_items.map((item) => item.variant_id)).toEqual([bowl.variant]);
    const only = await visitor.call('POST /api/v1/checkout', { body: bagOf([presale]) });
    expect(only.code).toBe(10209);
    const nothing = await visitor.call('POST /api/v1/checkout', { body: { source: 2, checkouts: [] } });
    expect(nothing.code).toBe(10209);
  });

  it('takes the coupon along and refuses one that cannot be used with 10209 [CHK-17]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    await addCoupon(shop, { code: 'FIVE', amountOff: 500 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl], 'five');
    const shown = await visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });
    expect(shown).toMatchObject({ coupon: 'FIVE', total_discount_amount: 5, total_price: 15 });
    const unknown = await visitor.call('POST /api/v1/checkout', { body: bagOf([bowl], 'NOPE') });
    expect(unknown.code).toBe(10209);
    expect(unknown.msg).toContain('discount code');
  });

  it('asks for a login first where the shop wants one [CHK-10]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const set = (value: boolean) =>
      shop.db.transaction((trx) => writeSetting(trx, 'checkoutLogin', z.boolean(), value, shop.clock.now()));
    await set(true);
    const answer = await shop.visitor().call('POST /api/v1/checkout', { body: bagOf([bowl]) });
    await set(false);
    expect(answer.code).toBe(10110);
  });
});
