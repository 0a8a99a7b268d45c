import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { type shippingMethodSchema, shippingSchema } from '#server/checkout/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import type { TestShop } from '../harness.ts';
import {
  addCoupon,
  addProduct,
  createOrderShop,
  filledIn,
  openCheckout,
  oregon,
  submit,
} from '../orders/fixture.ts';

let shop: TestShop;
let bowl: { product: number; variant: number };

beforeAll(async () => {
  shop = await createOrderShop();
  bowl = await addProduct(shop, { price: 2000, stock: 100, title: 'Wide bowl' });
});

type Shopper = ReturnType<TestShop['visitor']>;

const save = (visitor: Shopper, token: string, body: CheckoutInput) =>
  visitor.call('POST /api/update/checkout/:id', { params: { id: token }, body });
const read = (visitor: Shopper, token: string) =>
  visitor.data('GET /api/v1/storefront/checkouts/:id', { params: { id: token } });

async function setPrice(variant: number, price: number): Promise<void> {
  await shop.db.write.updateTable('variants').set({ price }).where('id', '=', variant).execute();
}

describe('the checkout page', () => {
  it('keeps every change over a reload, field by field [CHK-23, API-052]', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const changes: CheckoutInput[] = [
      { email: 'ada@example.com' },
      { address: { country_code: 'US', province: 'Oregon' } },
      { address: { ...oregon } },
      { shipping_id: 'us-express' },
      { insurance: 1 },
      { tip: 2 },
      { payment_method: 'card' },
      { note: 'Ring twice' },
      { tax_id: 'X1' },
    ];
    for (const change of changes) expect((await save(visitor, token, change)).code).toBe(0);
    const last = await save(visitor, token, { note: 'Ring twice' });
    expect(last.data).toEqual(await read(visitor, token));
    expect(last.data).toMatchObject({
      email: 'ada@example.com',
      address: { ...oregon, country: 'United States' },
      shipping_id: 'us-express',
      insurance: 1,
      tip_amount: 2,
      payment_method: 'card',
      note: 'Ring twice',
      tax_id: 'X1',
      total_price: 37.93,
    });
  });

  it('does not let an older page overwrite what another did since [CHK-23]', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const { version } = await read(visitor, token);
    const first = await save(visitor, token, { email: 'new@example.com', version });
    expect(first).toMatchObject({ code: 0, data: { version: version + 1 } });
    const stale = await save(visitor, token, { email: 'old@example.com', version });
    expect(stale.code).toBe(10209);
    expect(stale.msg).toContain('another window');
    expect((await read(visitor, token)).email).toBe('new@example.com');
    expect((await submit(visitor, token, { ...filledIn, version })).code).toBe(10209);
  });

  it('loses no change when two fields are saved at once', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    await Promise.all([
      save(visitor, token, { email: 'ada@example.com' }),
      save(visitor, token, { note: 'Ring twice' }),
      save(visitor, token, { address: oregon }),
    ]);
    expect(await read(visitor, token)).toMatchObject({
      email: 'ada@example.com',
      note: 'Ring twice',
      address: oregon,
    });
  });

  it('goes on from its own order: the page that placed it may still change it', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const { version } = await read(visitor, token);
    const placed = await submit(visitor, token, { ...filledIn, version });
    expect(placed.code).toBe(0);
    expect(await read(visitor, token)).toMatchObject({
      state: 'ordered',
      order_no: placed.data!.order_no,
      status_key: 0,
    });
    const changed = await save(visitor, token, { note: 'Blue door', version });
    expect(changed).toMatchObject({ code: 0, data: { state: 'open', order_no: '' } });
    const again = await submit(visitor, token, { version: changed.data!.version });
    expect(again.data!.order_no).not.toBe(placed.data!.order_no);
  });

  it('changes only the way of paying on an order that stands', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const placed = await submit(visitor, token);
    const saved = await save(visitor, token, { payment_method: 'paypal' });
    expect(saved).toMatchObject({ code: 0, data: { state: 'ordered', order_no: placed.data!.order_no } });
  });

  it('opens for whoever holds its link and for nobody else', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    expect((await read(shop.visitor(), token)).token).toBe(token);
    const unknown = await visitor.call('GET /api/v1/storefront/checkouts/:id', { params: { id: 'guess' } });
    expect(unknown.code).toBe(10404);
    const otherShop = await visitor.call('POST /:shop_id/checkouts/:token', {
      params: { shop_id: 2, token },
      body: filledIn,
    });
    expect(otherShop.code).toBe(10404);
  });

  it('takes a discount code and refuses a bad one with its own code [CHK-17, API-034]', async () => {
    await addCoupon(shop, { code: 'FIVE', amountOff: 500 });
    await addCoupon(shop, { code: 'SPENT', amountOff: 500, usageLimit: 0 });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    expect(await save(visitor, token, { coupon: 'five' })).toMatchObject({
      code: 0,
      data: { coupon: 'FIVE', total_discount_amount: 5 },
    });
    expect((await save(visitor, token, { coupon: 'NOPE' })).code).toBe(30001);
    expect((await save(visitor, token, { coupon: 'SPENT' })).code).toBe(30003);
    expect((await read(visitor, token)).coupon).toBe('FIVE');
    expect(await save(visitor, token, { coupon: '' })).toMatchObject({ code: 0, data: { coupon: '' } });
    const check = (coupon: string) =>
      visitor.call('POST /api/v2/checkouts/discount', {
        body: {
          checkout_items: [
            { variant_items: [{ product_id: bowl.product, variant_id: bowl.variant, quantity: 1 }] },
          ],
          coupon,
        },
      });
    expect(await check('FIVE')).toMatchObject({
      code: 0,
      data: { total_pay_amount: 15, total_discount_amount: 5 },
    });
    expect((await check('NOPE')).code).toBe(30001);
  });

  it('shows a price that changed, and orders at it only once the shopper has seen it', async () => {
    const cup = await addProduct(shop, { price: 1000, stock: 9, title: 'Cup' });
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [cup]);
    await setPrice(cup.variant, 1200);
    const refused = await submit(visitor, token);
    expect(refused.code).toBe(10209);
    expect(refused.msg).toContain('"Cup (Sand)" changed from 10.00 to 12.00 USD');
    expect((await submit(visitor, token)).data?.total_price).toBe(26.95);
    const other = await openCheckout(visitor, [cup]);
    await setPrice(cup.variant, 1300);
    const { total_price } = await read(visitor, other);
    expect(total_price).toBe(13);
    const shown = await save(visitor, other, { ...filledIn, shipping_id: 'us-express' });
    await setPrice(cup.variant, 1400);
    const total = await submit(visitor, other, { ...filledIn, total_price: shown.data!.total_price });
    expect(total.code).toBe(10209);
    expect(total.msg).toContain('changed from 27.95 to 28.95 USD');
  });

  it('says which line can no longer be had', async () => {
    const cup = await addProduct(shop, { price: 1000, stock: 1, title: 'Last cup' });
    const [one, two] = [shop.visitor(), shop.visitor()];
    const [first, second] = [await openCheckout(one, [cup]), await openCheckout(two, [cup])];
    await submit(one, first);
    expect((await read(two, second)).variant_items[0]!.problem).toBe('sold_out');
    const answer = await submit(two, second);
    expect([answer.code, answer.msg]).toEqual([10209, '"Last cup (Sand)" is sold out.']);
    expect((await read(one, first)).variant_items[0]!.problem).toBe('');
  });

  it.each([
    [{ email: '' }, "Email can't be blank"],
    [{ email: 'ada@example' }, 'Please enter a valid email address'],
    [{ address: { ...oregon, phone: 'call me' } }, 'Please enter a valid Phone'],
    [{ address: { ...oregon, zip: '1' } }, 'Please enter a valid ZIP code for United States'],
    [{ address: { ...oregon, first_name: '', last_name: ' ' } }, "First name can't be blank"],
    [{ address: { ...oregon, country_code: 'BR' } }, 'We do not ship to this country'],
    [{ payment_method: '' }, 'Please choose a payment method.'],
    [{ payment_method: 'barter' }, 'Please choose a payment method.'],
  ])('refuses to place with %j: %s [CHK-12, CHK-22, VAL-01, VAL-02, VAL-08]', async (change, message) => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const answer = await submit(visitor, token, { ...filledIn, shipping_id: undefined, ...change });
    expect([answer.code, answer.msg]).toEqual([10001, message]);
  });

  it('asks for a phone number only where its way of shipping needs one [VAL-08, CHK-22]', async () => {
    const method = {
      id: 'van',
      title: 'By van',
      shipping_type: 1,
      min: 0,
      max: null,
      shipping_amount: 500,
    } as const;
    const ship = (methods: z.input<typeof shippingMethodSchema>[]) =>
      shop.db.transaction((trx) => {
        const shipping = shippingSchema.parse({ zones: [{ title: '', countries: ['US'], methods }] });
        return writeSetting(trx, 'shipping', shippingSchema, shipping, shop.clock.now());
      });
    await ship([
      { ...method, needsPhone: true },
      { ...method, id: 'post', title: 'By post' },
    ]);
    const place = async (shipping_id: string) => {
      const visitor = shop.visitor();
      const token = await openCheckout(visitor, [bowl]);
      return submit(visitor, token, { ...filledIn, shipping_id, address: { ...oregon, phone: ' ' } });
    };
    expect(await place('van')).toMatchObject({ code: 10001, msg: "Phone can't be blank" });
    expect(await place('post')).toMatchObject({ code: 0 });
    const { shippings } = await shop
      .visitor()
      .data('GET /api/v1/shippings', { query: { country_code: 'US' } });
    expect(shippings.map(({ id, needs_phone }) => [id, needs_phone])).toEqual([
      ['van', true],
      ['post', undefined],
    ]);
    await shop.db.write.deleteFrom('settings').where('key', '=', 'shipping').execute();
  });

  describe('has a billing address', () => {
    const moved = {
      ...oregon,
      address1: 'Laugavegur 1',
      city: 'Reykjavík',
      zip: '',
      province: '',
      country_code: 'IS',
    };
    const billing = { ...moved, phone: '' };

    it('of its own wherever the payer lives, until it is the delivery’s again; its order has it', async () => {
      const visitor = shop.visitor();
      const token = await openCheckout(visitor, [bowl]);
      expect((await read(visitor, token)).billing).toBeUndefined();
      const first = await save(visitor, token, { billing: { first_name: 'Ada', country_code: 'IS' } });
      expect(first.data?.billing).toMatchObject({ first_name: 'Ada', country: 'Iceland', city: '' });
      await save(visitor, token, { billing: { city: 'Reykjavík' } });
      expect((await read(visitor, token)).billing).toMatchObject({ first_name: 'Ada', city: 'Reykjavík' });
      expect((await save(visitor, token, { billing: null })).data?.billing).toBeUndefined();
      const placed = await submit(visitor, token, { ...filledIn, billing });
      const { order_no } = placed.data!;
      const order = await visitor.data('GET /api/v1/order/:id', { params: { id: order_no } });
      expect(order.billing).toMatchObject({ address1: 'Laugavegur 1', country: 'Iceland' });
      // Another billing address makes it another order.
      const again = await submit(visitor, token, { ...filledIn, billing: null });
      expect(again.data?.order_no).not.toBe(order_no);
    });

    it.each([
      [{ ...billing, city: ' ' }, "Billing address: City can't be blank"],
      [{ ...billing, country_code: '' }, "Billing address: Country can't be blank"],
      [{ ...billing, country_code: 'ZZ' }, 'Billing address: We do not ship to this country'],
      [
        { ...billing, country_code: 'DE', zip: '1' },
        'Billing address: Please enter a valid Postal code for Germany',
      ],
    ] as const)('that is whole: %j', async (wrong, msg) => {
      const visitor = shop.visitor();
      const token = await openCheckout(visitor, [bowl]);
      expect(await submit(visitor, token, { ...filledIn, billing: wrong })).toMatchObject({
        code: 10001,
        msg,
      });
    });
  });

  it('is placed at its own shop’s address alone [CHK-22]', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const at = (shop_id: number, key: string) =>
      visitor.call('POST /:shop_id/checkouts/:token', { params: { shop_id, token: key }, body: filledIn });
    expect((await at(2, token)).code).toBe(10404);
    expect((await at(1, 'another-token')).code).toBe(10404);
    expect((await at(1, token)).code).toBe(0);
  });

  it('accepts a plus sign in the address of an order [VAL-04]', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    expect((await submit(visitor, token, { ...filledIn, email: ' ada+bowls@example.com ' })).code).toBe(0);
  });

  it('gives its payment link while something is to be paid [API-055]', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const link = () => visitor.call('GET /api/v1/checkout/payment/link', { query: { token } });
    expect(await link()).toMatchObject({ code: 0, data: { web_url: `/1/checkouts/${token}` } });
    const placed = await submit(visitor, token);
    expect((await link()).code).toBe(0);
    await shop.db.write
      .updateTable('orders')
      .set({ status_key: 1 })
      .where('order_no', '=', placed.data!.order_no)
      .execute();
    expect((await link()).code).toBe(10404);
  });
});
