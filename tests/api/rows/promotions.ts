/** Promotions and the bag: API-008 to 011, 014, 034, 043, 070 to 077, 115, 116. */
import { expect } from 'vitest';
import type { Wanted } from '../orders/fixture.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

/** Returns the first variant of a product, with the requested quantity. */
export async function wanted(
  shop: ServedShop,
  handle: string,
  quantity = 1,
): Promise<Wanted & { price: number }> {
  const product = await shop.product(handle);
  const [variant] = await shop.variants(product);
  return { product, variant: variant!.id, quantity, price: variant!.price / 100 };
}

const groupsOf = (items: Wanted[]) => [
  {
    variant_items: items.map(({ product, variant, quantity = 1 }, index) => ({
      ...{ product_id: product, variant_id: variant, quantity, random_id: `line-${index}` },
    })),
  },
];
const asked = ({ product, variant }: Wanted) => [{ product_id: product, variant_id: variant }];
const withoutKind = 1e9;

export const promotionRows: Record<string, Row> = {
  'API-008': async (shop) => {
    const params = { id: await shop.product('deckchair-cushion') };
    const found = await told(shop.visitor(), 'GET /api/v2/products/:id/discount', { params });
    expect(found.map(({ discount_id }) => discount_id)).toContain(await shop.promotion('multi_spec'));
  },
  'API-009': async (shop) => {
    const params = { id: await shop.promotion('tying') };
    const offer = await told(shop.visitor(), 'GET /api/v1/promotion/tying/:id', { params });
    expect(offer.main_product_ids).toEqual([await shop.product('creel-stool')]);
    expect(offer.tiers).toHaveLength(2);
  },
  'API-010': async (shop) => {
    const params = { id: await shop.promotion('tying'), pid: await shop.product('drift-tray') };
    const found = await told(shop.visitor(), 'GET /api/v1/promotion/tying/:id/product/:pid', { params });
    expect(found).toMatchObject({ seoUrl: 'drift-tray', discount: { id: params.id, mode: 'percent' } });
  },
  'API-011': async (shop) => {
    const product_id = await shop.product('deckchair-cushion');
    const call = { params: { id: await shop.promotion('multi_spec') }, query: { product_id } };
    const offer = await told(shop.visitor(), 'GET /api/v1/promotion/multi_spec/:id', call);
    expect(offer).toMatchObject({
      count_by: 'piece',
      tiers: [
        { min: 2, value: 10 },
        { min: 4, value: 15 },
      ],
    });
    expect(offer.variants.map(({ variant_id }) => variant_id)).toEqual(
      (await shop.variants(product_id)).map(({ id }) => id),
    );
  },
  'API-014': async (shop) => {
    const [one, other] = [await wanted(shop, 'boulder-vase'), await wanted(shop, 'buoy-bottle-vase')];
    const combination_id = await shop.promotion('combination');
    const body = { combination_id, variant_ids: [one.variant, other.variant] };
    const params = { id: one.product };
    const offer = await told(shop.visitor(), 'POST /api/v1/combination/product/:id', { params, body });
    expect(offer).toMatchObject({ combination_id, pick: 2, pay_amount: 120 });
    expect(offer.origin_amount).toBeCloseTo(one.price + other.price, 2);
  },
  'API-034': async (shop) => {
    const throws = await wanted(shop, 'windbreak-throw', 1);
    const body = { checkout_items: groupsOf([throws]), coupon: 'LINEN15' };
    const priced = await told(shop.visitor(), 'POST /api/v2/checkouts/discount', { body });
    expect(priced.total_discount_amount).toBe(15);
  },
  'API-043': async (shop) => {
    const body = { checkouts: groupsOf([await wanted(shop, 'creel-stool')]), country_code: 'US' };
    const { shippings } = await told(shop.visitor(), 'POST /api/v1/shippings', { body });
    expect(shippings.map(({ id }) => id)).toContain('us-free');
  },
  'API-070': async (shop) => {
    const mug = await wanted(shop, 'tidal-mug');
    const prices = await told(shop.visitor(), 'POST /api/v1/cart/variant/price', { body: asked(mug) });
    expect(prices).toMatchObject([{ sku_id: mug.variant, sale_price: mug.price, tailor_status: 1 }]);
  },
  'API-071': async (shop) => {
    const mug = await wanted(shop, 'tidal-mug');
    const stock = await told(shop.visitor(), 'POST /api/v1/cart/variant/inventory', { body: asked(mug) });
    expect(stock).toMatchObject([
      { sku_id: mug.variant, is_product_deleted: false, is_product_published: true },
    ]);
  },
  'API-072': async (shop) => {
    const plates = await wanted(shop, 'everyday-plates', 2);
    const body = { checkouts: groupsOf([plates]) };
    const priced = await told(shop.visitor(), 'POST /api/v2/cart/discount', { body });
    const [group] = priced.checkout_items;
    expect(group?.discount).toMatchObject({ discount_id: await shop.promotion('tier'), status: 1 });
    expect(priced.total_discount_amount).toBeCloseTo(plates.price * 2 * 0.1, 2);
  },
  'API-073': async (shop) => {
    const hints = await told(shop.visitor(), 'GET /api/v2/cart/empty/discount');
    expect(hints.map(({ seo_url }) => seo_url)).toContain('lay-the-table');
  },
  'API-074': async (shop) => {
    const plates = await wanted(shop, 'everyday-plates', 1);
    const items = [{ product_id: plates.product, variant_id: plates.variant, quantity: 1 }];
    const body = { items, checkouts: groupsOf([plates]) };
    const priced = await told(shop.visitor(), 'POST /api/v2/buy/to/cart/discount', { body });
    expect(priced.total_discount_amount).toBeCloseTo(plates.price * 2 * 0.1, 2);
    expect(priced.desc).not.toBe('');
  },
  'API-075': async (shop) => {
    const params = { id: await shop.promotion('tying'), pid: await shop.product('meridian-clock') };
    const found = await told(shop.visitor(), 'GET /api/v1/cart/tying/:id/product/:pid', { params });
    expect(found.seoUrl).toBe('meridian-clock');
  },
  'API-076': async (shop) => {
    const visitor = shop.visitor();
    const id = await shop.promotion('tier');
    const check = (of: number) => told(visitor, 'GET /api/v1/promotion/check/:id', { params: { id: of } });
    expect(await check(id)).toMatchObject({ id, status: 1, seo_url: 'lay-the-table' });
    expect(await check(withoutKind)).toBeNull();
  },
  'API-077': async (shop) => {
    const params = { id: await shop.promotion('fullgift') };
    const offer = await told(shop.visitor(), 'GET /api/v1/promotion/fullgift/:id', { params });
    expect(offer.steps.map(({ min, gifts }) => [min, gifts.length])).toEqual([
      [150, 1],
      [300, 2],
    ]);
  },
  'API-115': async (shop) => {
    const visitor = shop.visitor();
    const check = (code: string) => told(visitor, 'GET /api/v1/promotion/code/check', { query: { code } });
    expect(await check('LINEN15')).toMatchObject({
      code: 'LINEN15',
      discount_id: await shop.promotion('code'),
    });
    expect(await check('NOPE')).toBeNull();
  },
  'API-116': async (shop) => {
    const mug = await wanted(shop, 'tidal-mug');
    const extra_params = { cart_num: 3, sku_id: mug.variant, spu_id: mug.product, client_id: 'walker' };
    await told(shop.visitor(), 'POST /api/v1/cart/add/event', { body: { extra_params, event_id: 'e-1' } });
    const stored = shop.db.read.selectFrom('bag_events').selectAll().where('client_id', '=', 'walker');
    expect(await stored.execute()).toMatchObject([
      { product_id: mug.product, variant_id: mug.variant, cart_num: 3 },
    ]);
  },
};
