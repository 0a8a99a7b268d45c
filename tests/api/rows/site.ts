/** Theme, texts, countries, marketing, newsletter: API-019, 021, 085 to 090, 093, 095, 099, 103, 105, 107 to 109, 112. */
import { expect } from 'vitest';
import { encryptText } from '#server/core/text-encryption.ts';
import { serverKey } from '#server/settings/server-key.ts';
import { filledIn, order } from '../orders/fixture.ts';
import { payByCard } from '../payments/pay-shop.ts';
import { wanted } from './promotions.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

const shopId = { params: { id: 1 } };

/** Subscribes an address to the newsletter. @returns the code in its emails */
async function subscribed(shop: ServedShop, email: string): Promise<string> {
  await told(shop.visitor(), 'POST /api/v1/customer/subscribe', { body: { email, source_type: 2 } });
  return encryptText(await serverKey(shop.db, 'subscribe', shop.clock.now()), email);
}

export const siteRows: Record<string, Row> = {
  'API-019': async (shop) => {
    const visitor = shop.visitor();
    const mug = await wanted(shop, 'tidal-mug');
    const placed = await order(visitor, [mug], { ...filledIn, show_name: 1 });
    await payByCard(shop, { ...mug, ...placed, visitor });
    const key = 'GET /api/v2/purchase/barrage/configuration/virtual/customer/get';
    const { basicConfigResponse, shopVirtualCustomerVos } = await told(shop.visitor(), key);
    expect(basicConfigResponse.enabled).toBe(true);
    expect(shopVirtualCustomerVos).toMatchObject([{ name: 'Ada', seoUrl: 'tidal-mug', state: '' }]);
  },
  'API-105': async (shop) => {
    const visitor = shop.visitor();
    const mug = await wanted(shop, 'tidal-mug');
    const placed = await order(visitor, [mug], { ...filledIn });
    await payByCard(shop, { ...mug, ...placed, visitor });
    const key = 'GET /api/v2/recently/purchase/popup/configuration/virtual/customer/get';
    const { basicConfigResponse, shopVirtualCustomerVos } = await told(shop.visitor(), key);
    expect(basicConfigResponse.purchaseNoticeConfig).toMatchObject({ durationTime: 3, xAxis: 10 });
    expect(shopVirtualCustomerVos[0]).toMatchObject({ name: 'Someone', country: '', seoUrl: 'tidal-mug' });
  },
  'API-021': async (shop) => {
    const panel = await told(shop.visitor(), 'GET /api/v2/shop/trust/get');
    expect(JSON.parse(panel.contents).length).toBeGreaterThan(0);
  },
  'API-085': async (shop) => {
    const aesCode = await subscribed(shop, 'leaver@example.com');
    const visitor = shop.visitor();
    const query = { aesCode, status: '0' } as const;
    expect(await told(visitor, 'PUT /api/v1/customer/subscribe/status', { query })).toEqual({ status: 0 });
    const read = await told(visitor, 'GET /api/v1/customer/subscribe/status', { query: { aesCode } });
    expect(read).toEqual({ status: 0 });
  },
  'API-086': async (shop) => {
    const query = { aesCode: await subscribed(shop, 'reader@example.com') };
    const read = await told(shop.visitor(), 'GET /api/v1/customer/subscribe/status', { query });
    expect(read).toEqual({ status: 1 });
  },
  'API-087': async (shop) => {
    expect(await told(shop.visitor(), 'GET /api/v1/recommend/status/:id', shopId)).toMatchObject({
      status: true,
    });
    const other = await shop.visitor().call('GET /api/v1/recommend/status/:id', { params: { id: 2 } });
    expect(other.code).toBe(10404);
  },
  'API-088': async (shop) => {
    const body = { page_type: 3 as const, values: [await shop.collection('wood')] };
    const found = await told(shop.visitor(), 'POST /api/v1/recommend/match', { body });
    expect(found.recommend_ids).toEqual([1]);
  },
  'API-089': async (shop) => {
    const visitor = shop.visitor();
    const ask = (current_product_ids: number[]) =>
      told(visitor, 'POST /api/v1/recommend/detail', { body: { recommend_id: 1, current_product_ids } });
    const { product_info_list, style_json_config } = await ask([]);
    expect(style_json_config.title).toBe('You may also like');
    const first = product_info_list[0]!.id;
    expect((await ask([first])).product_info_list.map(({ id }) => id)).not.toContain(first);
  },
  'API-090': async (shop) => {
    const countries = await told(shop.visitor(), 'GET /api/v2/country', { query: { lang: 'de' } });
    expect(countries.find(({ code }) => code === 'DE')?.name).toBe('Deutschland');
  },
  'API-093': async (shop) => {
    const { currencies, default_show_currency } = await told(shop.visitor(), 'GET /api/v1/currency');
    expect(currencies.map(({ currency }) => currency)).toContain(default_show_currency);
  },
  'API-095': async (shop) => {
    const { current_time } = await told(shop.visitor(), 'GET /api/v1/getSysTime');
    expect(current_time).toBe(shop.clock.now());
  },
  'API-099': async (shop) => {
    const { languageConfig } = await told(shop.visitor(), 'GET /api/v1/test/getLanguage', {
      query: { lang: 'de' },
    });
    expect(languageConfig.continueShopping).not.toBe('Continue shopping');
  },
  'API-103': async (shop) => {
    const product_id = await shop.product('boulder-vase');
    const body = { events: ['PRODUCT_TEXT_NOTE', 'BAG_COUNTDOWN'], product_id };
    const events = await told(shop.visitor(), 'POST /api/v1/atmosphere/events', { body });
    expect(events.map(({ event }) => event)).toEqual(['PRODUCT_TEXT_NOTE']);
  },
  'API-107': async (shop) => {
    const home = await told(shop.visitor(), 'GET /api/v1/test/getModel', { query: { page: 'home' } });
    expect(Object.keys(home)).toContain('banner1');
  },
  'API-108': async (shop) => {
    const header = await told(shop.visitor(), 'GET /api/v1/test/getHeader', { query: { menuId: 1 } });
    expect(header.menu.length).toBeGreaterThan(2);
  },
  'API-109': async (shop) => {
    const visitor = shop.visitor();
    const ask = (ids: string) => told(visitor, 'GET /api/v1/test/getFooter', { query: { ids } });
    const titles = (await ask('2,3')).menusData.map(({ title }) => title);
    expect(titles).toHaveLength(2);
    expect((await ask('3,2')).menusData.map(({ title }) => title)).toEqual(titles.toReversed());
  },
  'API-112': async (shop) => {
    await subscribed(shop, 'new@example.com');
    const stored = shop.db.read.selectFrom('subscribers').selectAll().where('email', '=', 'new@example.com');
    expect(await stored.execute()).toMatchObject([{ is_subscribed: 1, source_type: 2 }]);
  },
};
