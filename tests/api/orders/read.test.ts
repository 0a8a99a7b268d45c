import { beforeAll, describe, expect, it } from 'vitest';
import type { TestShop } from '../harness.ts';
import { addProduct, createOrderShop, filledIn, order, oregon } from './fixture.ts';

let shop: TestShop;
let bowl: { product: number; variant: number };

beforeAll(async () => {
  shop = await createOrderShop();
  bowl = await addProduct(shop, { price: 2000, stock: 100, title: 'Bowl & <b>Plate</b>' });
});

const read = (visitor: ReturnType<TestShop['visitor']>, id: string, token?: string) =>
  visitor.call('GET /api/v1/order/:id', { params: { id }, query: { token } });

describe('an order', () => {
  it('is told whole to the browser that made it, line by line [ORD-07, ORD-08, ORD-10, ORD-12, API-036]', async () => {
    const visitor = shop.visitor();
    const address = { ...oregon, address2: 'Second floor', house_number: '12b' };
    const placed = await order(visitor, [{ ...bowl, quantity: 2 }], { ...filledIn, address });
    expect((await read(visitor, placed.orderNo)).data).toEqual({
      order_no: placed.orderNo,
      shop_id: 1,
      token: placed.token,
      email: 'ada@example.com',
      order_time: shop.clock.now(),
      order_status: 'Pending payment',
      status_key: 0,
      is_on_hold: false,
      paid_at: null,
      packed_at: null,
      currency: 'USD',
      payment_method: 'card',
      shipping_title: 'Express',
      arrives: { from: '2026-10-05', to: '2026-10-07' },
      is_late: false,
      coupon: '',
      note: '',
      address: { ...address, country: 'United States' },
      subtotal_price: 40,
      pay_ship_amount: 14.95,
      total_discount_amount: 0,
      pay_ship_insurance_amount: 0,
      tax_amount: 0,
      tip_amount: 0,
      total_price: 54.95,
      refunded_amount: 0,
      tax_lines: [],
      tracking_info: [],
      discounts: [],
      returns: [],
      returnable: null,
      variant_items: [
        {
          product_id: bowl.product,
          variant_id: bowl.variant,
          title: 'Bowl & <b>Plate</b>',
          seo_url: expect.stringMatching(/^product-\d+$/),
          image_url: '',
          variant_option: 'Sand',
          sku: expect.stringMatching(/^SKU-/),
          quantity: 2,
          price: 20,
          discount: 0,
          is_gift: false,
          is_virtual_item: false,
          is_tailor: false,
          tailor_properties: '[]',
          variant_custom_props: [],
        },
      ],
    });
  });

  it('opens by its token, and by nothing else to anybody else [API-036]', async () => {
    const { orderNo, token } = await order(shop.visitor(), [bowl]);
    const stranger = shop.visitor();
    expect((await read(stranger, orderNo)).code).toBe(10403);
    expect((await read(stranger, orderNo, 'guess')).code).toBe(10403);
    expect((await read(stranger, 'AAAAA-BBBBB', token)).code).toBe(10403);
    expect((await read(stranger, orderNo, token)).code).toBe(0);
    stranger.cookies.set('visitor', 'made-up-by-the-stranger');
    expect((await read(stranger, orderNo)).code).toBe(10403);
  });

  it('shows its parcels with what is in them [ORD-09]', async () => {
    const visitor = shop.visitor();
    const { orderNo } = await order(visitor, [bowl]);
    await shop.db.write
      .insertInto('parcels')
      .values({
        order_no: orderNo,
        tracking_num: 'LX1',
        tracking_company: 'Post',
        tracking_update_time: 1_790_000_000_000,
        order_info: JSON.stringify([{ title: 'Bowl', quantity: 1, image_url: '' }]),
      })
      .execute();
    const { tracking_info } = (await read(visitor, orderNo)).data!;
    expect(tracking_info).toEqual([
      {
        tracking_num: 'LX1',
        tracking_company: 'Post',
        tracking_update_time: 1_790_000_000_000,
        delivered_at: null,
        tracking_url: 'https://t.17track.net/en#nums=LX1',
        order_info: [{ title: 'Bowl', variant_option: '', quantity: 1, image_url: '' }],
      },
    ]);
  });

  it('keeps what was bought as it was when the product changes or goes [ORD-12]', async () => {
    const cup = await addProduct(shop, { price: 1000, stock: 9, title: 'Cup' });
    const visitor = shop.visitor();
    const { orderNo } = await order(visitor, [cup]);
    await shop.db.write
      .updateTable('products')
      .set({ title: 'Renamed', deleted_at: 1 })
      .where('id', '=', cup.product)
      .execute();
    await shop.db.write.updateTable('variants').set({ price: 1 }).where('id', '=', cup.variant).execute();
    const [line] = (await read(visitor, orderNo)).data!.variant_items;
    expect(line).toMatchObject({ title: 'Cup', price: 10, seo_url: '' });
  });
});

describe('looking an order up', () => {
  it('by its number alone tells reminder fields, unpaid, to its own browser only [API-114, REMIND-02]', async () => {
    const visitor = shop.visitor();
    const { orderNo, token } = await order(visitor, [bowl]);
    const look = (who: typeof visitor, order_no = orderNo) =>
      who.data('GET /api/v1/order/lookup', { query: { order_no } });
    expect(await look(visitor)).toEqual({
      order_no: orderNo,
      web_url: `/1/checkouts/${token}`,
      variant_items: [
        {
          image_url: '',
          title: 'Bowl & <b>Plate</b>',
          quantity: 1,
          variant_option_value: 'Sand',
          tailor_properties: '[]',
          variant_custom_props: [],
        },
      ],
    });
    expect(await look(shop.visitor())).toBeNull();
    expect(await look(visitor, 'AAAAA-BBBBB')).toBeNull();
    await shop.db.write
      .updateTable('orders')
      .set({ status_key: 1 })
      .where('order_no', '=', orderNo)
      .execute();
    expect(await look(visitor)).toBeNull();
  });

  it('with the matching e-mail tells all, with any miss the same nothing [API-114]', async () => {
    const owner = shop.visitor();
    const { orderNo } = await order(owner, [bowl]);
    const look = (order_no: string, email: string) =>
      shop.visitor().call('POST /api/v1/order/lookup', { body: { order_no, email } });
    const found = await look(orderNo, 'ADA@example.com');
    expect(found.data).toMatchObject({ order_no: orderNo, total_price: 34.95, address: { zip: '97204' } });
    expect(found.data).toEqual((await read(owner, orderNo)).data);
    expect(
      (await look(` ${orderNo.toLowerCase().replace('-', ' ')} `, 'ada@example.com')).data,
    ).toMatchObject({
      order_no: orderNo,
    });
    const misses = [await look(orderNo, 'eve@example.com'), await look('AAAAA-BBBBB', 'ada@example.com')];
    for (const miss of misses) expect(miss).toEqual({ code: 0, msg: '', data: null });
  });

  it('gives orders numbers that are short, alike in no two, and not in sequence', async () => {
    const numbers = new Set<string>();
    for (let count = 0; count < 8; count += 1) {
      numbers.add((await order(shop.visitor(), [bowl], filledIn)).orderNo);
    }
    expect(numbers.size).toBe(8);
    for (const number of numbers) expect(number).toMatch(/^[2-9A-HJKMNP-TW-Z]{5}-[2-9A-HJKMNP-TW-Z]{5}$/);
  });
});
