/** Products, reviews, search, articles and uploads: API-001 to 007, 012, 013, 015 to 017, 020, 069, 104, 110, 111. */
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Visitor } from '../harness/visitor.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

/** Uploads an image as the review form does. @returns its URL */
async function upload(visitor: Visitor): Promise<string> {
  const query = { type: 'image', file_name: 'mug.png' } as const;
  const { upload_url, file_url } = await told(visitor, 'GET /api/v1/common/file/upload/token', { query });
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a05' } })
    .png()
    .toBuffer();
  const sent = await visitor.send(new URL(upload_url, 'http://shop').pathname, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  expect(sent.ok).toBe(true);
  return file_url;
}

async function review(shop: ServedShop, visitor: Visitor, images: string[] = []) {
  const id = await shop.product('tidal-mug');
  const content = `Seen by ${visitor.address}.`;
  const body = { star: 4, content, nickname: 'Ada', email: 'ada@example.com', images };
  await told(visitor, 'POST /api/v1/comments/:id', { params: { id }, body });
  const { list } = await told(visitor, 'GET /api/v1/comments', { query: { product_id: id } });
  const stored = list.find((comment) => comment.content === content);
  expect(stored).toMatchObject({ star: 4, nickname: 'Ada' });
  return { product: id, comment: stored! };
}

export const catalogueRows: Record<string, Row> = {
  'API-001': async (shop) => {
    const id = await shop.product('tidal-mug');
    const prices = await told(shop.visitor(), 'GET /api/v1/products/:id/variant/price', { params: { id } });
    const known = (await shop.variants(id)).map((variant) => [variant.id, variant.price / 100]);
    expect(prices.map(({ sku_id, sale_price }) => [sku_id, sale_price])).toEqual(known);
  },
  'API-002': async (shop) => {
    const id = await shop.product('tidal-mug');
    const call = { params: { id } };
    const stock = await told(shop.visitor(), 'GET /api/v1/products/:id/variant/inventory', call);
    const known = (await shop.variants(id)).map((variant) => [variant.id, variant.stock]);
    expect(stock.map(({ sku_id, sale_inventory_quantity }) => [sku_id, sale_inventory_quantity])).toEqual(
      known,
    );
  },
  'API-003': async (shop) => {
    const query = { product_id: await shop.product('tidal-mug'), page_size: 2, star: 5 };
    const { list, total } = await told(shop.visitor(), 'GET /api/v1/comments', { query });
    expect(list).toHaveLength(2);
    expect(total).toBeGreaterThan(2);
    expect(new Set(list.map(({ star }) => star))).toEqual(new Set([5]));
  },
  'API-004': async (shop) => {
    const visitor = shop.visitor();
    const call = { params: { id: await shop.product('tidal-mug') } };
    const before = await told(visitor, 'GET /api/v1/comments/:id/aggregate', call);
    await review(shop, visitor);
    const after = await told(visitor, 'GET /api/v1/comments/:id/aggregate', call);
    expect(after.comment_num).toBe(before.comment_num + 1);
  },
  'API-005': async (shop) => {
    const visitor = shop.visitor();
    const { product, comment } = await review(shop, visitor);
    const like = { params: { id: comment.id }, body: { distinct_id: 'one' } };
    expect(await told(visitor, 'PUT /api/v1/comments/:id/like', like)).toEqual({ like_num: 1, liked: true });
    const read = await told(visitor, 'GET /api/v1/comments', { query: { product_id: product } });
    expect(read.list.find(({ id }) => id === comment.id)).toMatchObject({ like_num: 1 });
    expect(await told(visitor, 'PUT /api/v1/comments/:id/like', like)).toEqual({ like_num: 0, liked: false });
  },
  'API-006': async (shop) => {
    const visitor = shop.visitor();
    const url = await upload(visitor);
    const { product, comment } = await review(shop, visitor, [url]);
    const { list } = await told(visitor, 'GET /api/v1/comments/images', { query: { product_id: product } });
    expect(list.map(({ comment_id }) => comment_id)).toContain(comment.id);
  },
  'API-007': async (shop) => {
    await review(shop, shop.visitor());
  },
  'API-012': async (shop) => {
    const query = { product_id: await shop.product('tidal-mug'), page_size: 3 };
    const { product_list } = await told(shop.visitor(), 'GET /api/v1/recommed/products', { query });
    expect(product_list).toHaveLength(3);
    expect(product_list.map(({ id }) => id)).not.toContain(query.product_id);
  },
  'API-013': async (shop) => {
    const query = { collectionId: await shop.collection('wood'), pageSize: 2 };
    const found = await told(shop.visitor(), 'GET /api/v1/recommed/collection/products', { query });
    expect(found.seo_url).toBe('wood');
    expect(found.product_list).toHaveLength(2);
  },
  'API-015': async (shop) => {
    const article = await shop.db.read.selectFrom('articles').selectAll().executeTakeFirstOrThrow();
    const found = await told(shop.visitor(), 'GET /api/v1/blogs/simple', { query: { id: article.id } });
    expect(found).toMatchObject({ id: article.id, title: article.title, seo_url: article.handle });
  },
  'API-016': async (shop) => {
    const articles = await shop.db.read.selectFrom('articles').select(['title', 'blog_id']).execute();
    const call = { params: { id: articles[0]!.blog_id } };
    const titles = await told(shop.visitor(), 'GET /api/v1/blogs/titles/:id', call);
    expect(titles.map(({ title }) => title).sort()).toEqual(articles.map(({ title }) => title).sort());
  },
  'API-017': async (shop) => {
    const visitor = shop.visitor();
    const { comment } = await review(shop, visitor, [await upload(visitor)]);
    expect(comment.images).toHaveLength(1);
  },
  'API-020': async (shop) => {
    const id = await shop.product('tidal-mug');
    const others = await told(shop.visitor(), 'GET /api/v1/test/products/others/:id', { params: { id } });
    expect(others.description).toContain('stoneware mug');
  },
  'API-069': async (shop) => {
    const id = await shop.product('tidal-mug');
    const product = await told(shop.visitor(), 'GET /api/v1/cart/product/:id', { params: { id } });
    expect(product).toMatchObject({ id, title: 'Tidal mug', seoUrl: 'tidal-mug' });
    expect(product.variants.map((variant) => variant.id)).toEqual(
      (await shop.variants(id)).map((variant) => variant.id),
    );
  },
  'API-104': async (shop) => {
    const collection_id = await shop.collection('table');
    const visitor = shop.visitor();
    const all = await told(visitor, 'POST /api/v1/productFilterSelector', { body: { collection_id } });
    const filters = { price_max: 40, options: { Glaze: ['Oat'] } };
    const some = await told(visitor, 'POST /api/v1/productFilterSelector', {
      body: { collection_id, filters, sort_type: 6 },
    });
    expect(some.total).toBeGreaterThan(0);
    expect(some.total).toBeLessThan(all.total);
    const prices = some.product_list.map(({ sale_price }) => sale_price);
    expect(prices).toEqual([...prices].sort((one, other) => one - other));
    expect(prices.at(-1)).toBeLessThanOrEqual(40);
  },
  'API-110': async (shop) => {
    const ids = [await shop.collection('wood'), await shop.collection('table')];
    const found = await told(shop.visitor(), 'GET /api/v1/test/getCollections', {
      query: { collectionIds: ids.join(',') },
    });
    expect(found.map(({ seo_url }) => seo_url)).toEqual(['wood', 'table']);
  },
  'API-111': async (shop) => {
    const query = { collectionId: await shop.collection('light'), size: 2 };
    const found = await told(shop.visitor(), 'GET /api/v1/test/getFeaturedCollection', { query });
    expect(found.seo_url).toBe('light');
    expect(found.product_list).toHaveLength(2);
  },
};
