/** Wishlists of accounts, and their share links (R170). */
import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { maxWishlistItems } from '#lib/wishlist/wishlist-items.ts';
import type { Visitor } from '../harness/visitor.ts';
import { addProduct } from '../orders/fixture.ts';
import { ada, createAccountShop, mailedCode, register, runMailJobs } from './fixture.ts';

const change = 'POST /api/v1/storefront/customer/wishlist';
const share = 'POST /api/v1/storefront/customer/wishlist/share';
const unshare = 'DELETE /api/v1/storefront/customer/wishlist/share';
const bo = { ...ada, email: 'bo@example.com' };

let shop: Awaited<ReturnType<typeof createAccountShop>>;
beforeEach(async () => {
  shop = await createAccountShop();
});

const product = (title: string, stock = 5) => addProduct(shop, { title, price: 2000, stock });
const wish = ({ product: product_id }: { product: number }, added_at = 0, variant_id = 0) => ({
  ...{ product_id, variant_id },
  added_at,
});
const listOf = async (visitor: Visitor, body = {}) =>
  (await visitor.data(change, { body })).list.map(({ product_id, variant_id, added_at }) => [
    product_id,
    variant_id,
    added_at,
  ]);
const look = (token: string) => shop.visitor().call('GET /api/v1/storefront/wishlist', { query: { token } });
const tokenIn = (url: string) => new URLSearchParams(url.split('?')[1]).get('share') ?? '';
const shared = async (visitor: Visitor) => tokenIn((await visitor.data(share, { body: {} })).share_url);

describe('the list of an account', () => {
  it('takes what a device brings to what it has: both kept, a product once, the later wish counts [R170]', async () => {
    const [bowl, vase, jug] = [await product('Bowl'), await product('Vase'), await product('Jug')];
    const visitor = await register(shop);
    await listOf(visitor, { add: [wish(bowl, 1000, bowl.variant), wish(vase, 2000)] });
    const merged = await listOf(visitor, {
      add: [wish(vase, 500, vase.variant), wish(jug, 1500), wish(bowl, 3000)],
    });
    expect(merged).toEqual([
      [bowl.product, bowl.variant, 3000],
      [vase.product, vase.variant, 2000],
      [jug.product, 0, 1500],
    ]);
    expect(await listOf(visitor)).toEqual(merged);
    expect(await listOf(visitor, { remove: [bowl.product, 999_999] })).toEqual(merged.slice(1));
    expect(await listOf(visitor)).toEqual(merged.slice(1));
    expect(await listOf(await register(shop, bo))).toEqual([]);
  });

  it('leaves out what is no product, counts a foreign variant as none, and takes no place in front by a wrong clock [R170]', async () => {
    const [bowl, vase] = [await product('Bowl'), await product('Vase')];
    const visitor = await register(shop);
    const now = shop.clock.now();
    const add = [wish({ product: 999_999 }, 1), wish(bowl, now + 9_000_000, vase.variant), wish(vase)];
    expect(await listOf(visitor, { add })).toEqual([
      [vase.product, 0, now],
      [bowl.product, 0, now],
    ]);
  });

  it('holds two hundred, the newest [R170]', { timeout: 60_000 }, async () => {
    const products = [];
    for (let n = 0; n <= maxWishlistItems; n++) products.push(await product(`Bowl ${n}`));
    const visitor = await register(shop);
    await listOf(visitor, {
      add: products.slice(0, maxWishlistItems).map((one, at) => wish(one, 1000 + at)),
    });
    const list = await listOf(visitor, { add: [wish(products[maxWishlistItems]!, 5000)] });
    expect(list).toHaveLength(maxWishlistItems);
    expect(list[0]?.[0]).toBe(products[maxWishlistItems]!.product);
    expect(list.map(([id]) => id)).not.toContain(products[0]!.product);
    expect(await listOf(visitor)).toEqual(list);
  });

  it('refuses what it cannot read, naming it, and everybody without a login [R170]', async () => {
    const visitor = await register(shop);
    for (const [body, field] of [
      [{ add: [{ product_id: -1 }] }, 'add[0].product_id'],
      [{ add: [{ product_id: 1, variant_id: 'x' }] }, 'add[0].variant_id'],
      [{ add: Array.from({ length: maxWishlistItems + 1 }, () => ({ product_id: 1 })) }, 'add'],
      [{ remove: ['1'] }, 'remove[0]'],
      [{ remove: Array.from({ length: 2 * maxWishlistItems + 1 }, () => 1) }, 'remove'],
    ] as const)
      expect(await visitor.call(change, { body: body as never })).toMatchObject({
        code: codes.badParameter,
        msg: expect.stringContaining(field),
      });
    for (const row of [change, share, unshare] as const)
      expect(await shop.visitor().call(row, { body: {} })).toMatchObject({ code: codes.notLoggedIn });
  });

  it('is of another when a reset proves the address of somebody who never did [R170]', async () => {
    const visitor = await register(shop);
    await listOf(visitor, { add: [wish(await product('Bowl'))] });
    const token = await shared(visitor);
    const owner = shop.visitor();
    await owner.data('POST /api/v1/customer/resetPasswordEmail', { body: { email: ada.email } });
    await runMailJobs(shop);
    const code = await mailedCode(shop, ada.email, 'customer-reset');
    await owner.data('POST /api/v1/customer/resetPassword', { body: { code, password: 'salt-and-tide' } });
    await owner.data('POST /api/v1/customer/login', { body: { ...ada, password: 'salt-and-tide' } });
    expect(await listOf(owner)).toEqual([]);
    expect(await look(token)).toMatchObject({ code: codes.notFound });
  });
});

describe('a shared list', () => {
  it('is shown by its link alone, made when it is asked for, the same one until it is taken back [R170]', async () => {
    const [bowl, vase] = [await product('Bowl'), await product('Vase', 0)];
    const visitor = await register(shop);
    expect(
      (await visitor.data(change, { body: { add: [wish(bowl, 2000), wish(vase, 1000)] } })).share_url,
    ).toBe('');
    expect(await shop.db.read.selectFrom('wishlist_links').selectAll().execute()).toEqual([]);
    const token = await shared(visitor);
    // 96 bits to find the row, 192 bits as the secret.
    expect(token).toMatch(/^[\w-]{48}$/);
    expect(await shared(visitor)).toBe(token);
    expect(tokenIn((await visitor.data(change, { body: {} })).share_url)).toBe(token);
    const answer = await look(token);
    expect(answer.data?.list.map(({ title, sale_status }) => [title, sale_status])).toEqual([
      ['Bowl', 1],
      ['Vase', 0],
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/ada|customer|added_at/i);
    const rows = JSON.stringify(await shop.db.read.selectFrom('wishlist_links').selectAll().execute());
    expect(rows).not.toContain(token.slice(16));

    for (const guess of [
      `${token.slice(0, 47)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.slice(0, 16),
      'nothing',
    ])
      expect(await look(guess)).toMatchObject({ code: codes.notFound, data: null });
    expect(await look('a b')).toMatchObject({
      code: codes.badParameter,
      msg: expect.stringContaining('token'),
    });

    const other = await register(shop, bo);
    await other.data(unshare, { body: {} });
    expect(await look(token)).toMatchObject({ code: 0 });
    await visitor.data(unshare, { body: {} });
    expect(await look(token)).toMatchObject({ code: codes.notFound });
    const next = await shared(visitor);
    expect(next).not.toBe(token);
    expect(await look(token)).toMatchObject({ code: codes.notFound });
    expect(await look(next)).toMatchObject({ code: 0 });
  });

  it('stands in the export without its token, and is erased with the account [R170]', async () => {
    const bowl = await product('Bowl');
    const visitor = await register(shop);
    await listOf(visitor, { add: [wish(bowl, 1000, bowl.variant)] });
    const before = await visitor.data('GET /api/v1/storefront/customer/export');
    expect(before.wishlist).toMatchObject({
      products: [{ variant_id: bowl.variant, added_at: '1970-01-01T00:00:01.000Z' }],
      shared_since: null,
    });
    const token = await shared(visitor);
    const data = await visitor.data('GET /api/v1/storefront/customer/export');
    expect(data.wishlist).toMatchObject({ shared_since: '2026-10-01T12:00:00.000Z' });
    expect(JSON.stringify(data)).not.toContain(token);
    await visitor.data('POST /api/v1/storefront/customer/erase', { body: { password: ada.password } });
    expect(await look(token)).toMatchObject({ code: codes.notFound });
    for (const table of ['wishes', 'wishlist_links'] as const)
      expect(await shop.db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  it('is not there in a shop without accounts [R170]', async () => {
    const visitor = await register(shop);
    const token = await shared(visitor);
    const { writeSetting } = await import('#server/settings/store.ts');
    const { settingSchemas } = await import('#server/theme/settings.ts');
    const setting = settingSchemas.shop.parse({ name: 'Marram', hasAccounts: false });
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'shop', settingSchemas.shop, setting, shop.clock.now()),
    );
    expect(await look(token)).toMatchObject({ code: codes.notFound });
    expect(await visitor.call(change, { body: {} })).toMatchObject({ code: codes.notFound });
  });
});

describe('the cards of a list', () => {
  const cards = async (items: { product_id: number; variant_id?: number }[]) =>
    (await shop.visitor().data('POST /api/v1/storefront/wishlist/cards', { body: { items } })).list;

  it('show the variant that was wished for: its price of now, its stock, its values; in the order asked [R170]', async () => {
    const [bowl, vase, jug] = [await product('Bowl'), await product('Vase'), await product('Jug')];
    await shop.db.write
      .updateTable('variants')
      .set({ price: 1500, compare_at_price: 2500, stock: 0 })
      .where('id', '=', vase.variant)
      .execute();
    await shop.db.write
      .updateTable('products')
      .set({ is_published: 0 })
      .where('id', '=', jug.product)
      .execute();
    expect(
      await cards([
        { product_id: vase.product, variant_id: vase.variant },
        { product_id: jug.product },
        { product_id: 999_999 },
        { product_id: bowl.product, variant_id: vase.variant },
      ]),
    ).toMatchObject([
      {
        ...{ id: vase.product, variant: vase.variant, values: 'Sand', sale_price: 15 },
        ...{ compare_at_price: 25, sale_status: 0, in_stock: false, price_varies: false },
      },
      { id: bowl.product, variant: null, values: '', sale_status: 1 },
    ]);
  });

  it('are none for a list without anything in it, and of two hundred at most [R170]', async () => {
    expect(await cards([])).toEqual([]);
    const items = Array.from({ length: maxWishlistItems + 1 }, (_, at) => ({ product_id: at + 1 }));
    const answer = await shop.visitor().call('POST /api/v1/storefront/wishlist/cards', { body: { items } });
    expect(answer).toMatchObject({ code: codes.badParameter, msg: expect.stringContaining('items') });
  });
});
