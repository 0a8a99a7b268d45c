/** The delivery promise is the same everywhere, and the order stores it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDeliveryEstimate } from '#lib/delivery/format-delivery-estimate.ts';
import { allTexts } from '#lib/messages/all.ts';
import { createTexts } from '#lib/messages/format.ts';
import { uncompressedBody } from '#server/cache/encode-body.ts';
import { PageCache } from '#server/cache/page-cache.ts';
import { noPurgePolling } from '#server/cache/purge-poll.ts';
import { deliveryHandlers } from '#server/checkout/delivery-api.ts';
import { defaultCheckoutSettings, shippingSchema } from '#server/checkout/settings.ts';
import { createPageDependencies, type PageDependencies } from '#server/core/page-dependencies.ts';
import { jobHandlers } from '#server/jobs/table.ts';
import { readEmailShopData } from '#server/mail/email-shop-data.ts';
import { orderConfirmation } from '#server/orders/order-confirmation.ts';
import { readOrder } from '#server/orders/store.ts';
import { localApi } from '#server/pages/local-api.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { writeSetting } from '#server/settings/store.ts';
import { browseHandlers } from '#server/storefront/browse-api.ts';
import { timeZoneSchema } from '#server/tracking/settings.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { TestShop } from '../harness.ts';
import {
  addProduct,
  bagOf,
  captureOf,
  createOrderShop,
  filledIn,
  openCheckout,
  order,
  oregon,
} from '../orders/fixture.ts';

/** Wednesday before Thanksgiving, 10:00 in Los Angeles. */
const now = Date.parse('2026-11-25T18:00:00Z');
const shipping = {
  ...defaultCheckoutSettings.shipping,
  home: 'US',
  timeZone: 'America/Los_Angeles',
  cutOff: '14:00',
  processing: { min: 1, max: 1 },
};
const cutOff = Date.parse('2026-11-25T22:00:00Z');
const words = createTexts(allTexts);
const said = 'Arrives Tue,\u00a0Dec\u00a01\u00a0– Thu,\u00a0Dec\u00a03';
const saidLater = 'Arrives Wed,\u00a0Dec\u00a02\u00a0– Fri,\u00a0Dec\u00a04';

let shop: TestShop;
let bowl: { product: number; variant: number };

beforeAll(async () => {
  shop = await createOrderShop({ now });
  bowl = await addProduct(shop, { price: 2000, stock: 100 });
  await set('shipping', shipping);
});

const set = (key: 'shipping', value: typeof shipping) =>
  shop.db.transaction((trx) => writeSetting(trx, key, shippingSchema, value, shop.clock.now()));

const tell = (arrives: Parameters<typeof formatDeliveryEstimate>[1] | null | undefined) =>
  arrives && formatDeliveryEstimate(words, arrives);

const read = async (orderNo: string) => (await readOrder(shop.db, orderNo))!;

describe('the promise of delivery', () => {
  it('is in the same words on product, bag, checkout, receipt, order and mail, and stays the order’s', async () => {
    const visitor = shop.visitor();
    const product = await visitor.data('GET /api/v1/storefront/product', { query: { id: bowl.product } });
    const bag = await visitor.data('POST /api/v2/cart/discount', {
      body: { checkouts: bagOf([bowl]).checkouts },
    });
    expect([product.arrives_to, bag.arrives_to]).toEqual(['US', 'US']);
    const token = await openCheckout(visitor, [bowl]);
    const body = { email: 'ada@example.com', address: oregon };
    const checkout = await visitor.data('POST /api/update/checkout/:id', { params: { id: token }, body });
    const chosen = checkout.shippings.find(({ id }) => id === checkout.shipping_id);
    const placed = await order(visitor, [bowl], { ...filledIn, shipping_id: 'us-standard' });
    const page = async () =>
      (await visitor.data('GET /api/v1/order/:id', { params: { id: placed.orderNo } })).arrives;
    const isLate = async () =>
      (await visitor.data('GET /api/v1/order/:id', { params: { id: placed.orderNo } })).is_late;
    expect(await isLate()).toBe(false);
    const mail = async () =>
      orderConfirmation(await readEmailShopData(shop.services), await read(placed.orderNo), []);
    for (const arrives of [product.arrives, bag.arrives, checkout.arrives, chosen?.arrives, await page()])
      expect(tell(arrives)).toBe(said);
    // Plain text has ordinary spaces instead of non-breaking ones.
    const inMail = async () =>
      JSON.stringify(await mail())
        .replaceAll('\u00a0', ' ')
        .split(said.replaceAll('\u00a0', ' '));
    expect((await inMail()).length).toBeGreaterThan(2);

    // Neither time nor a changed setting alters the promise of an order.
    shop.clock.advance(30 * 86_400_000);
    await set('shipping', { ...shipping, processing: { min: 20, max: 40 } });
    expect(tell(await page())).toBe(said);
    expect(await isLate()).toBe(true);
    await set('shipping', shipping);
    shop.clock.set(now);
  });

  it('is reckoned once more where it is paid on a later working day, and in its mail', async () => {
    const friday = Date.parse('2026-12-11T18:00:00Z');
    const day = 86_400_000;
    // Placed on Friday before the cut-off.
    const paid = async (after: number) => {
      shop.clock.set(friday);
      const visitor = shop.visitor();
      const placed = await order(visitor, [bowl], { ...filledIn, shipping_id: 'us-standard' });
      const before = (await read(placed.orderNo)).arrives;
      shop.clock.set(friday + after);
      await settleCapturedPayment(shop.services, captureOf(placed.orderNo, Math.round(placed.total * 100)));
      await runDueJobs(shop.services, { mail: jobHandlers.mail! });
      const mail = await shop.db.read
        .selectFrom('mails')
        .select('text')
        .where('dedupe_key', '=', `order-confirmation:${placed.orderNo}`)
        .executeTakeFirstOrThrow();
      const { arrives } = await read(placed.orderNo);
      expect(mail.text).toContain(tell(arrives)!.replaceAll('\u00a0', ' '));
      return [before, arrives];
    };
    const first = { from: '2026-12-17', to: '2026-12-21' };
    const monday = { from: '2026-12-18', to: '2026-12-22' };
    // Paid the same day after the cut-off: the promise of the checkout holds.
    expect(await paid(5 * 3_600_000)).toEqual([first, first]);
    expect(await paid(3 * day)).toEqual([first, monday]);
    // Paid at the weekend, it ships on Monday as if ordered then.
    expect(await paid(day)).toEqual([first, monday]);
    expect((await paid(10 * day))[1]).toEqual({ from: '2026-12-25', to: '2026-12-29' });
    shop.clock.set(now);
  });

  it('and papers are of the shop’s zone: its own, else the warehouse’s', async () => {
    const zone = async () => (await shop.visitor().data('GET /api/v1/storefront/shop')).timeZone;
    expect(await zone()).toBe('America/Los_Angeles');
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'timeZone', timeZoneSchema, 'Europe/Berlin', shop.clock.now()),
    );
    expect(await zone()).toBe('Europe/Berlin');
  });

  it('is another one by another method, and none for what is not sent or where nobody sends', async () => {
    const visitor = shop.visitor();
    const express = await order(visitor, [bowl], filledIn);
    expect(tell((await read(express.orderNo)).arrives)).toBe(
      'Arrives Fri,\u00a0Nov\u00a027\u00a0– Mon,\u00a0Nov\u00a030',
    );
    const ebook = await addProduct(shop, { price: 500, stock: 9, requiresShipping: false });
    const about = (product: number, more: object = {}) =>
      visitor.data('GET /api/v1/storefront/delivery', { query: { product, ...more } });
    expect((await about(ebook.product)).arrives).toBeNull();
    expect((await about(bowl.product, { country_code: 'AQ' })).arrives).toBeNull();
  });

  it('answers for another country, by its code or its clock, and lets caches keep it until it changes', async () => {
    const call = async (query: string) => {
      const response = await shop.app.request(`/api/v1/storefront/delivery?product=${bowl.product}${query}`);
      return {
        cache: response.headers.get('cache-control'),
        status: response.status,
        ...(await response.json()),
      };
    };
    const german = { from: '2026-12-04', to: '2026-12-14' };
    for (const query of ['&country_code=de', '&time_zone=Europe/Berlin', '&time_zone=europe/berlin'])
      expect(await call(query)).toMatchObject({
        ...{ code: 0, cache: 'public, max-age=60' },
        data: { arrives_to: 'DE', arrives: german, arrives_customised: null },
      });
    const { words } = (await call('&country_code=DE&lang=xx')).data;
    expect(words).toEqual({
      plain: 'Arrives Fri,\u00a0Dec\u00a04\u00a0– Mon,\u00a0Dec\u00a014',
      customised: '',
      country: 'Germany',
    });
    expect((await call('&time_zone=Asia/Tokyo')).data.arrives_to).toBe('JP');
    // A time zone of no country: the shop's home country applies.
    expect((await call('&time_zone=UTC')).data.arrives_to).toBe('US');
    for (const query of [
      '&time_zone=Mars/Olympus',
      '&time_zone=%00',
      `&time_zone=${'x'.repeat(99)}`,
      '&country_code=DEU',
    ])
      expect(await call(query)).toMatchObject({ code: 10001, status: 200, cache: 'no-store' });
    expect(await call('&product=999999')).toMatchObject({ code: expect.any(Number) });
    shop.clock.set(cutOff - 5000);
    expect(await call('')).toMatchObject({ cache: 'public, max-age=5' });
    shop.clock.set(now);
  });

  it.each(['product', 'set'])(
    'a page of a %s in the cache says another day from the cut-off on, by itself',
    async (page) => {
      const api = localApi(shop.services, { ...browseHandlers, ...deliveryHandlers });
      const daysOf = {
        product: async (read: PageDependencies) =>
          (await api('GET /api/v1/storefront/product', { query: { id: bowl.product } }, read)).data,
        // The page of a set prices its items like a bag.
        set: async (read: PageDependencies) =>
          (
            await api(
              'POST /api/v2/cart/discount',
              { body: { checkouts: bagOf([bowl]).checkouts } as never },
              read,
            )
          ).data,
      };
      const cache = new PageCache({
        render: async () => {
          const read = createPageDependencies();
          const data = await daysOf[page as keyof typeof daysOf](read);
          return {
            ...{ status: 200, headers: [], root: '', cacheControl: null, maxAge: 86_400, complete: true },
            body: Buffer.from(tell(data?.arrives) ?? ''),
            tags: [...read.tags],
            changesAt: read.changesAt,
          };
        },
        ...{
          purges: noPurgePolling,
          now: shop.clock.now,
          maxBytes: 1_000_000,
          staleSeconds: 60,
          onError: () => {},
        },
      });
      const text = async () => uncompressedBody(await cache.get('/')).toString();
      expect([await text(), cache.renders]).toEqual([said, 1]);
      shop.clock.set(cutOff - 1);
      expect([await text(), cache.renders]).toEqual([said, 1]);
      shop.clock.set(cutOff);
      expect([await text(), cache.renders]).toEqual([saidLater, 2]);
      shop.clock.set(now);
    },
  );
});
