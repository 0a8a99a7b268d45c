/** Purchase messages on the product page: real purchases, with at most the buyer's first name and region. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { handlers } from '#server/api/routes.ts';
import { hashToken } from '#server/db/token-hash.ts';
import { noticeSettings, purchaseSettings } from '#server/marketing/purchases.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { writeSetting } from '#server/settings/store.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import {
  addProduct,
  captureOf,
  createOrderShop,
  filledIn,
  openCheckout,
  oregon,
  submit,
} from '../orders/fixture.ts';

const key = 'GET /api/v2/purchase/barrage/configuration/virtual/customer/get';
const day = 86_400_000;

let shop: TestShop;
let mug: { product: number; variant: number };
let bowl: { product: number; variant: number };
let orders = 0;

const save = (value: object) =>
  shop.db.transaction((trx) =>
    writeSetting(trx, 'purchaseBarrage', purchaseSettings, purchaseSettings.parse(value), shop.clock.now()),
  );
const handleOf = async ({ product }: { product: number }) =>
  (
    await shop.db.read
      .selectFrom('products')
      .select('handle')
      .where('id', '=', product)
      .executeTakeFirstOrThrow()
  ).handle;

/** Inserts an order of one unit into the database. */
async function addOrder(
  product: { product: number; variant: number },
  more: {
    status_key?: number;
    order_time?: number;
    hold_reason?: string;
    is_gift?: 0 | 1;
    extra_params?: string;
  } = {},
): Promise<void> {
  orders += 1;
  const { is_gift = 0, ...row } = more;
  const now = shop.clock.now();
  const address = {
    ...emptyAddress,
    first_name: 'Ada Maria',
    last_name: 'Lovelace',
    city: 'Portland',
    province: 'Oregon',
    country_code: 'US',
  };
  await shop.db.write
    .insertInto('orders')
    .values({
      order_no: `N${orders}`,
      checkout_hash: `c${orders}`,
      shop_id: 1,
      token_hash: hashToken(`t${orders}`),
      link_id: `l${orders}`,
      visitor_hash: '',
      customer_id: null,
      email: 'ada@example.com',
      phone: '',
      address: JSON.stringify(address),
      status_key: 1,
      hold_reason: '',
      currency: 'USD',
      subtotal_price: 1,
      pay_ship_amount: 0,
      total_discount_amount: 0,
      pay_ship_insurance_amount: 0,
      tax_amount: 0,
      tip_amount: 0,
      total_price: 1,
      coupon: '',
      shipping_title: '',
      payment_method: '',
      account_id: '',
      note: '',
      extra_params: '{}',
      lang: 'en',
      held_until: null,
      order_time: now,
      paid_at: now,
      updated_at: now,
      ...row,
    })
    .execute();
  await shop.db.write
    .insertInto('order_lines')
    .values({
      order_no: `N${orders}`,
      position: 0,
      product_id: product.product,
      variant_id: product.variant,
      title: 'As it was called then',
      variant_option: 'Sand',
      image_url: '/media/a.webp',
      sku: 'SKU-1',
      quantity: 1,
      price: 1,
      discount: 0,
      tax: 0,
      is_gift,
      is_virtual_item: 0,
      is_tailor: 0,
      tailor_properties: '[]',
      variant_custom_props: '[]',
    })
    .execute();
}

beforeAll(async () => {
  shop = await createTestShop();
  mug = await addProduct(shop, { price: 2000, stock: 5, title: 'Mug' });
  bowl = await addProduct(shop, { price: 3000, stock: 5, title: 'Bowl' });
});

const told = async () => (await shop.visitor().data(key)).shopVirtualCustomerVos;

describe('purchases that pass along', () => {
  it('are none until the merchant wants them, then the paid ones of late, the newest first [API-019]', async () => {
    const now = shop.clock.now();
    await addOrder(mug, { order_time: now - 2000 });
    await addOrder(bowl, { order_time: now - 1000, status_key: 3, extra_params: '{"show_name":1}' });
    for (const status_key of [-1, 0, 5, 6]) await addOrder(mug, { status_key });
    await addOrder(mug, { hold_reason: 'late' });
    await addOrder(mug, { is_gift: 1 });
    await addOrder(mug, { order_time: now - 31 * day });
    expect(await shop.visitor().data(key)).toMatchObject({
      basicConfigResponse: { enabled: false },
      shopVirtualCustomerVos: [],
    });
    await save({ enabled: true, specifyPages: ['detail'], durationTime: 5 });
    const answer = await shop.visitor().data(key);
    expect(answer.basicConfigResponse).toMatchObject({
      enabled: true,
      specifyPages: ['detail'],
      purchaseNoticeConfig: { durationTime: 5, animateTime: 0.3, positionInfo: 'left-bottom' },
      productOrigin: 1,
    });
    expect(answer.shopVirtualCustomerVos).toEqual([
      {
        name: 'Ada',
        country: 'US',
        countryName: 'United States',
        title: 'Bowl',
        imageUrl: '/media/a.webp',
        seoUrl: await handleOf(bowl),
        state: '',
        sku: 'SKU-1',
        orderTime: now - 1000,
      },
      expect.objectContaining({ name: 'Someone', state: '', title: 'Mug', orderTime: now - 2000 }),
    ]);
    const text = JSON.stringify(answer);
    for (const secret of ['Maria', 'Lovelace', 'Portland', 'Oregon', 'ada@example.com'])
      expect(text).not.toContain(secret);
  });

  it('may be those of some products only, and never of one that is no longer shown', async () => {
    await save({ enabled: true, productOrigin: 2, products: [await handleOf(mug)] });
    expect((await told()).map(({ title }) => title)).toEqual(['Mug']);
    await save({ enabled: true, productOrigin: 2, products: [] });
    expect(await told()).toEqual([]);
    await save({ enabled: true });
    await shop.db.write
      .updateTable('products')
      .set({ is_published: 0 })
      .where('id', '=', bowl.product)
      .execute();
    expect((await told()).map(({ title }) => title)).toEqual(['Mug']);
  });
});

describe('a buyer', () => {
  it('is named only by an order whose box was ticked, and told nowhere else to strangers [API-019]', async () => {
    const shop = await createOrderShop();
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'purchaseBarrage', purchaseSettings, { enabled: true }, shop.clock.now()),
    );
    expect(await shop.visitor().data('GET /api/v1/storefront/shop')).toMatchObject({ tellsPurchases: true });
    const bowl = await addProduct(shop, { price: 2000, stock: 9, title: 'Bowl' });
    const names = async () =>
      (await shop.visitor().data(key)).shopVirtualCustomerVos.map(({ name, state }) => [name, state]);
    const buy = async (first_name: string, change: CheckoutInput[]) => {
      const visitor = shop.visitor();
      const token = await openCheckout(visitor, [bowl]);
      const address = { ...oregon, first_name, last_name: 'Quillfeather', city: 'Marshfield' };
      let order_no = '';
      for (const more of change) {
        const { data } = await submit(visitor, token, { ...filledIn, address, ...more });
        order_no = data!.order_no;
      }
      await settleCapturedPayment(shop.services, captureOf(order_no, 3495));
      shop.clock.advance(1000);
      return order_no;
    };
    // Without the checkbox, left unticked, ticked and then unticked, sent in another field.
    const orders = [
      await buy('Zephyrine', [{}]),
      await buy('Zephyrine', [{ show_name: 0 }]),
      await buy('Zephyrine', [{ show_name: 1 }, { show_name: 0 }]),
      await buy('Zephyrine', [{ extra_params: { show_name: '1' } }]),
    ];
    expect(await names()).toEqual(orders.map(() => ['Someone', '']));

    const stranger = shop.visitor();
    for (const row of Object.keys(handlers).filter((name) => name.startsWith('GET '))) {
      for (const id of [orders[0]!, String(bowl.product), '1']) {
        const path = row.slice(4).replace(/:\w+/g, id);
        const query = `?order_no=${orders[0]}&id=${id}&handle=bowl&q=bowl&email=ada%40example.com`;
        const answer = await stranger.send(path + query, { method: 'GET' });
        expect([row, /Zephyrine|Quillfeather|Marshfield|ada@example/.test(await answer.text())]).toEqual([
          row,
          false,
        ]);
      }
    }

    await buy('Ann Mary', [{ show_name: 1 }]);
    await buy('Bea', [{ show_name: 0 }, { show_name: 1 }]);
    expect((await names()).slice(0, 3)).toEqual([
      ['Bea', ''],
      ['Ann', ''],
      ['Someone', ''],
    ]);
  });
});

describe('the corner notice', () => {
  const notice = 'GET /api/v2/recently/purchase/popup/configuration/virtual/customer/get';
  const keep = (value: object) =>
    shop.db.transaction((trx) =>
      writeSetting(trx, 'purchaseNotice', noticeSettings, noticeSettings.parse(value), shop.clock.now()),
    );

  it('has settings of its own: three seconds, three seconds, 300 ms, 10 and 10, left-bottom [API-105, NOTICE-02, NOTICE-07, NOTICE-08, NOTICE-09, NOTICE-10, NOTICE-11, NOTICE-17]', async () => {
    await save({ enabled: true });
    expect((await shop.visitor().data(notice)).basicConfigResponse.enabled).toBe(false);
    await save({ enabled: false });
    await keep({ enabled: true });
    expect((await shop.visitor().data(notice)).basicConfigResponse).toEqual({
      enabled: true,
      specifyPages: 'all',
      purchaseNoticeConfig: {
        durationTime: 3,
        intervalTime: 3,
        animateTime: 0.3,
        xAxis: 10,
        yAxis: 10,
        positionInfo: 'left-bottom',
      },
      productOrigin: 1,
      products: [],
      displayTextJson: '',
      displayDateType: 1,
      popFramePreview: {
        templateStr: '{name}[ from {country}] bought {title}\n{time}',
        templateImg: '',
        styleJson: '',
      },
    });
    await keep({ enabled: true, productOrigin: 2, products: [await handleOf(mug)], displayDateType: 2 });
    expect((await shop.visitor().data(notice)).basicConfigResponse).toMatchObject({
      productOrigin: 2,
      products: [{ title: 'Mug', imageUrl: '/media/a.webp', seoUrl: await handleOf(mug) }],
      displayDateType: 2,
    });
    await keep({
      enabled: true,
      displayText: '{title}, {time}',
      templateImg: '/media/gift.webp',
      style: { color: '#ffffff', background: '#2f4a3c' },
    });
    expect((await shop.visitor().data(notice)).basicConfigResponse).toMatchObject({
      displayTextJson: '{"text":"{title}, {time}"}',
      popFramePreview: {
        templateImg: '/media/gift.webp',
        styleJson: '{"color":"#ffffff","background":"#2f4a3c"}',
      },
    });
    for (const wrong of [
      { templateImg: 'javascript:x' },
      { templateImg: '//evil' },
      { style: { color: 'red' } },
    ])
      expect(noticeSettings.safeParse({ enabled: true, ...wrong }).success).toBe(false);
  });

  it('tells paid orders only: the name and the country of who ticked the box, of nobody else anything but what was bought [API-105, NOTICE-03, NOTICE-17]', async () => {
    await keep({ enabled: true });
    const now = shop.clock.now();
    await addOrder(mug, { order_time: now + 2, extra_params: '{"show_name":1}' });
    await addOrder(mug, { order_time: now + 1 });
    for (const status_key of [-1, 0, 5, 6]) await addOrder(mug, { status_key, order_time: now + 3 });
    await addOrder(mug, { hold_reason: 'late', order_time: now + 3 });
    const list = (await shop.visitor().data(notice)).shopVirtualCustomerVos;
    const common = {
      title: 'Mug',
      imageUrl: '/media/a.webp',
      seoUrl: await handleOf(mug),
      state: '',
      sku: 'SKU-1',
    };
    expect(list.slice(0, 2)).toEqual([
      { ...common, name: 'Ada', country: 'US', countryName: 'United States', orderTime: now + 2 },
      { ...common, name: 'Someone', country: '', countryName: '', orderTime: now + 1 },
    ]);
    expect(list.filter(({ orderTime }) => orderTime > now + 2)).toEqual([]);
  });

  it('is told to pages and to the checkout, which asks for the name, only while it is on [NOTICE-06]', async () => {
    await save({ enabled: false });
    const read = () => shop.visitor().data('GET /api/v1/storefront/shop');
    await keep({ enabled: true, specifyPages: ['home', 'detail'] });
    expect(await read()).toMatchObject({ noticePages: ['home', 'detail'], tellsPurchases: true });
    await keep({ enabled: false, specifyPages: ['home'] });
    const told = await read();
    expect([told.noticePages, told.tellsPurchases]).toEqual([undefined, undefined]);
  });

  it.each([
    ['durationTime', -1],
    ['xAxis', 0.5],
    ['positionInfo', 'middle'],
    ['specifyPages', 'home'],
    ['productOrigin', 3],
  ])('is refused with an unusable %s, by its name', (name, value) => {
    expect(noticeSettings.safeParse({ enabled: true, [name]: value }).error?.issues[0]?.path).toEqual([name]);
  });
});
