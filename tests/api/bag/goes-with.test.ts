/** Products that the bag drawer suggests. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { saveCollections } from '#server/catalog/collections-store.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct } from '../orders/fixture.ts';
import { addPromotion, type Ids, stopAll } from '../promotions/fixture.ts';

let shop: TestShop;
const ids = {} as Record<'mug' | 'cup' | 'jug' | 'sold' | 'presale' | 'lamp' | 'hidden', Ids>;

beforeAll(async () => {
  shop = await createTestShop();
  ids.mug = await addProduct(shop, { price: 2800, stock: 5, title: 'Mug' });
  ids.cup = await addProduct(shop, { price: 3400, stock: 5, title: 'Cup' });
  ids.jug = await addProduct(shop, { price: 5800, stock: 5, title: 'Jug' });
  ids.sold = await addProduct(shop, { price: 900, stock: 0, title: 'Gone' });
  ids.presale = await addProduct(shop, { price: 900, stock: 5, title: 'Later', isPresale: true });
  ids.lamp = await addProduct(shop, { price: 16_800, stock: 5, title: 'Lamp' });
  ids.hidden = await addProduct(shop, { price: 900, stock: 5, title: 'Hidden' });
  const now = shop.clock.now();
  await shop.db.transaction((trx) =>
    saveCollections(
      trx,
      [
        { handle: 'table', title: 'Table' },
        { handle: 'light', title: 'Light' },
      ] as never,
      now,
    ),
  );
  const rows = await shop.db.read.selectFrom('collections').select(['id', 'handle']).execute();
  const [table, light] = ['table', 'light'].map((handle) => rows.find((row) => row.handle === handle)!.id);
  const place = { min_price: 0, title_key: '', created_at: now };
  const put = (collection_id: number, ...products: Ids[]) =>
    shop.db.write
      .insertInto('product_collections')
      .values(
        products.map(({ product: product_id }, position) => ({
          ...place,
          collection_id,
          product_id,
          position,
        })),
      )
      .execute();
  await put(table!, ids.mug, ids.sold, ids.presale, ids.hidden, ids.jug, ids.cup);
  await put(light!, ids.lamp);
  await shop.db.write
    .updateTable('collections')
    .set((eb) => ({ product_count: eb.case().when('id', '=', table!).then(6).else(1).end() }))
    .execute();
  await shop.db.write
    .updateTable('products')
    .set({ is_published: 0 })
    .where('id', '=', ids.hidden.product)
    .execute();
});
afterEach(() => stopAll(shop));

const offered = async (product_ids: string) =>
  (await shop.visitor().data('GET /api/v1/cart/goes-with', { query: { product_ids } })).product_list;
const titles = async (product_ids: string) => (await offered(product_ids)).map(({ title }) => title);

describe('what goes with a bag', () => {
  test('stands beside its things, can be bought at once, and is not in the bag', async () => {
    expect(await titles(String(ids.mug.product))).toEqual(['Cup', 'Jug']);
    expect(await titles(`${ids.mug.product},${ids.cup.product}`)).toEqual(['Jug']);
    expect(await titles('')).toEqual([]);
    expect(await titles('999999')).toEqual([]);
  });

  test('is first what the shop sells with it as a set, while it does', async () => {
    const items = [ids.mug, ids.lamp].map(({ product }) => ({ product_id: product, quantity: 1 }));
    const ends_at = shop.clock.now() + 1000;
    await addPromotion(shop, 'bundle', { items, mode: 'percent', value: 10 }, { code: 'PAIR', ends_at });
    expect(await titles(String(ids.mug.product))).toEqual(['Lamp', 'Cup', 'Jug']);
    shop.clock.advance(1000);
    expect(await titles(String(ids.mug.product))).toEqual(['Cup', 'Jug']);
  });

  test('comes as a line of the bag, at its price of now', async () => {
    await addPromotion(
      shop,
      'oneprice',
      { type: 1, orderAmount: 3000 },
      { range_type: 2, range_ids: [ids.cup.product] },
    );
    const [cup] = await offered(String(ids.mug.product));
    expect(cup).toMatchObject({ product_id: ids.cup.product, variant_id: ids.cup.variant, price: 30 });
  });
});
