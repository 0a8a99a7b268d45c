import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { createApp } from '#server/api/app.ts';
import { addComment } from '#server/catalog/comments-store.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct, captureOf, createOrderShop, order } from '../orders/fixture.ts';
import { importForSale } from './files.ts';

const postKey = 'POST /api/v1/comments/:id';

let shop: TestShop;
let visitor: Visitor;
const product = 1;

beforeEach(async () => {
  shop = await createTestShop();
  visitor = new Visitor(createApp(shop.services));
  await importForSale(shop, 'Handle,Title,Variant Price\nmug,Mug,20.00\n');
  await setComments('{"commentAudit":false}');
});

const setComments = (value: string, { db } = shop) =>
  db.write
    .insertInto('settings')
    .values({ key: 'comments', value, updated_at: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();

const comment = { star: 4, content: 'Good mug', nickname: 'Ann', email: 'ann@example.com' };

async function post(change: object = {}) {
  shop.clock.advance(1000);
  return visitor.call(postKey, { params: { id: product }, body: { ...comment, ...change } });
}

describe('reviews', () => {
  it('are shown at once where commentAudit is off, newest first, counted and averaged with one decimal [API-003, API-004, API-007]', async () => {
    for (const star of [4, 5, 4])
      expect((await post({ star, content: `${star} stars` })).data?.status).toBe('published');
    const { total, list } = await visitor.data('GET /api/v1/comments', {
      query: { product_id: product, page_num: 1, page_size: 2 },
    });
    expect([total, list.map(({ content }) => content)]).toEqual([3, ['4 stars', '5 stars']]);
    const fives = await visitor.data('GET /api/v1/comments', {
      query: { product_id: product, page_num: 1, star: 5 },
    });
    expect(fives.total).toBe(1);
    const sum = await visitor.data('GET /api/v1/comments/:id/aggregate', { params: { id: product } });
    expect(sum).toEqual({ comment_num: 3, comment_avg_star: 4.3, star_counts: [0, 0, 0, 2, 1] });
    const card = await visitor.data('GET /api/v1/storefront/search', { query: { q: 'mug' } });
    expect(card.product_list[0]).toMatchObject({ comment_num: 3, comment_avg_star: 4.3 });
    expect(JSON.stringify(list)).not.toContain('ann@example.com');
  });

  it('stand on the page of the product, the newest of them, and are all counted there', async () => {
    const review = (at: number) => ({
      productId: product,
      nickname: 'Ann',
      email: '',
      star: 1 + (at % 5),
      content: `No. ${at}`,
      images: [],
      status: 'published' as const,
      isVerified: false,
      createdAt: at,
    });
    const add = (at: number) => shop.db.transaction((trx) => addComment(trx, review(at), at));
    const page = () => visitor.data('GET /api/v1/storefront/product', { query: { handle: 'mug' } });
    for (let at = 0; at < 5; at += 1) await add(at);
    const { list, ...sums } = (await page()).reviews;
    expect(sums).toEqual({ comment_num: 5, comment_avg_star: 3, star_counts: [1, 1, 1, 1, 1] });
    expect(list).toHaveLength(5);
    for (let at = 5; at <= 20; at += 1) await add(at);
    const more = (await page()).reviews;
    expect(more).toMatchObject({ comment_num: 21, comment_avg_star: 2.9, star_counts: [5, 4, 4, 4, 4] });
    const newest = Array.from({ length: more.list.length }, (_, at) => `No. ${20 - at}`);
    expect(more.list.length).toBeLessThan(21);
    expect(more.list.map(({ content }) => content)).toEqual(newest);
  });

  it('are sorted by stars or with pictures first, the newest first among equals, page by page [API-003]', async () => {
    const write = (content: string, star: number, images: string[] = []) =>
      shop.db.transaction((trx) => {
        shop.clock.advance(1000);
        const more = { status: 'published', isVerified: false, createdAt: shop.clock.now() } as const;
        const said = { productId: product, nickname: 'Ann', email: '', content, star, images };
        return addComment(trx, { ...said, ...more }, shop.clock.now());
      });
    await write('a', 3, ['/media/a.webp']);
    await write('b', 5);
    await write('c', 1, ['/media/c.webp']);
    await write('d', 5);
    const order = async (query: object) => {
      const { list } = await visitor.data('GET /api/v1/comments', {
        query: { product_id: product, ...query },
      });
      return list.map(({ content }) => content).join('');
    };
    expect(await order({})).toBe('dcba');
    expect(await order({ sort: 'newest' })).toBe('dcba');
    expect(await order({ sort: 'highest' })).toBe('dbac');
    expect(await order({ sort: 'lowest' })).toBe('cadb');
    expect(await order({ sort: 'pictures' })).toBe('cadb');
    expect(await order({ sort: 'pictures', page_size: 3, page_num: 2 })).toBe('b');
    expect(await order({ sort: 'highest', has_image: '1' })).toBe('ac');
    const unknown = await visitor.call('GET /api/v1/comments', {
      query: { product_id: product, sort: 'oldest' as 'newest' },
    });
    expect(unknown.code).toBe(codes.badParameter);
  });

  it('wait in a shop that has not chosen otherwise, and while commentAudit is on [API-007] [T14]', async () => {
    await shop.db.write.deleteFrom('settings').where('key', '=', 'comments').execute();
    expect((await post()).data?.status).toBe('waiting');
    for (const value of ['{}', '{"commentAudit":true}']) {
      await setComments(value);
      expect((await post()).data?.status, value).toBe('waiting');
    }
    expect(
      (await visitor.data('GET /api/v1/comments', { query: { product_id: product, page_num: 1 } })).total,
    ).toBe(0);
    expect(
      (await visitor.data('GET /api/v1/comments/:id/aggregate', { params: { id: product } })).comment_num,
    ).toBe(0);
  });

  it('are refused with stars out of range, no words, too many, a bad address, a foreign picture or product [API-007]', async () => {
    const refused = [
      { star: 0 },
      { star: 6 },
      { star: 3.5 },
      { content: '  ' },
      { content: 'x'.repeat(1001) },
      { email: 'a@b' },
      { images: ['/media/uploads/x.webp'] },
      { images: Array(6).fill('/a.png') },
    ];
    for (const change of refused)
      expect((await post(change)).code, JSON.stringify(change)).toBe(codes.badParameter);
    expect((await post({ content: 'x'.repeat(1000), email: '' })).code).toBe(0);
    const unknown = await visitor.call(postKey, { params: { id: 999 }, body: comment });
    expect(unknown.code).toBe(codes.notFound);
  });

  it('are liked once by a visitor, and the like can be taken back [API-005]', async () => {
    const id = (await post()).data!.id;
    const [one, two] = [shop.visitor(), shop.visitor()];
    const like = (who: Visitor, distinct_id = 'anything') =>
      who.data('PUT /api/v1/comments/:id/like', { params: { id }, body: { distinct_id } });
    expect(await like(one)).toEqual({ like_num: 1, liked: true });
    expect(await like(two)).toEqual({ like_num: 2, liked: true });
    const marked = async (who: Visitor) => {
      const query = { product_id: product, page_num: 1, distinct_id: 'anything' };
      return (await who.data('GET /api/v1/comments', { query })).list[0];
    };
    expect(await marked(two)).toMatchObject({ like_num: 2, liked: true });
    expect(await marked(shop.visitor())).toMatchObject({ like_num: 2, liked: false });
    expect(await like(one, 'another name')).toEqual({ like_num: 1, liked: false });
    const three = shop.visitor();
    await like(three);
    const many = await Promise.all(Array.from({ length: 6 }, (_, at) => like(three, `name-${at}`)));
    expect(many.filter(({ liked }) => liked)).toHaveLength(3);
    expect((await like(shop.visitor())).like_num).toBe(3);
    const unknown = await visitor.call('PUT /api/v1/comments/:id/like', {
      params: { id: 999 },
      body: { distinct_id: 'x' },
    });
    expect(unknown.code).toBe(codes.notFound);
  });

  it('are liked at most ten times a day from one address, whose visitors may be made up [API-005]', async () => {
    const [id, other] = [(await post()).data!.id, (await post()).data!.id];
    const likes = async (review: number, times: number) => {
      const answers = [];
      for (let time = 0; time < times; time += 1) {
        visitor.cookies.clear();
        const input = { params: { id: review }, body: { distinct_id: `made-up-${time}` } };
        answers.push(await visitor.call('PUT /api/v1/comments/:id/like', input));
      }
      return answers;
    };
    const first = await likes(id, 11);
    expect(first.at(9)).toMatchObject({ code: 0, data: { like_num: 10 } });
    expect(first.at(10)?.code).toBe(codes.tooManyRequests);
    expect((await likes(other, 1))[0]?.data?.like_num).toBe(1);
    shop.clock.advance(86_400_000);
    expect((await likes(id, 1))[0]?.data?.like_num).toBe(11);
  });

  it('carry uploaded pictures, which are listed apart [API-006, API-017]', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#abcdef' } })
      .png()
      .toBuffer();
    const { upload_url, file_url, expires_at } = await visitor.data('GET /api/v1/common/file/upload/token', {
      query: { type: 'image', file_name: 'mug.png' },
    });
    expect(expires_at).toBe(shop.clock.now() + 600_000);
    expect((await post({ images: [file_url] })).code).toBe(codes.badParameter);
    const sent = await visitor.send(upload_url, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'image/png' },
    });
    expect(sent.status).toBeLessThan(300);
    expect((await post({ images: [file_url] })).code).toBe(0);
    await post();
    const images = await visitor.data('GET /api/v1/comments/images', {
      query: { product_id: product, page_num: 1 },
    });
    expect([images.total, images.list[0]?.url]).toEqual([1, file_url]);
    const withImage = await visitor.data('GET /api/v1/comments', {
      query: { product_id: product, page_num: 1, has_image: '1' },
    });
    expect(withImage.total).toBe(1);
    const shown = await visitor.send(file_url);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(30);
  });

  it('take no picture whose upload was refused [API-017]', async () => {
    const query = { type: 'image', file_name: 'mug.png' } as const;
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#abcdef' } })
      .png()
      .toBuffer();
    const broken = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.alloc(64)]);
    for (const body of [Buffer.from('no picture'), broken]) {
      const { upload_url, file_url } = await visitor.data('GET /api/v1/common/file/upload/token', { query });
      await visitor.send(upload_url, { method: 'PUT', body: new Uint8Array(body) });
      expect((await visitor.send(file_url)).status).toBe(404);
      expect((await post({ images: [file_url] })).code).toBe(codes.badParameter);
    }
  });

  it('are marked as bought when their writer’s browser has paid for the product, not for a mail address [PDP-32]', async () => {
    const orders = await createOrderShop();
    await setComments('{"commentAudit":false}', orders);
    const [bowl, other] = [
      await addProduct(orders, { price: 2000, stock: 5 }),
      await addProduct(orders, { price: 2000, stock: 5 }),
    ];
    const buyer = orders.visitor();
    const { orderNo } = await order(buyer, [{ ...bowl, quantity: 1 }]);
    const write = async (who: Visitor, id: number) => {
      orders.clock.advance(1000);
      const { data } = await who.call(postKey, { params: { id }, body: comment });
      const { list } = await who.data('GET /api/v1/comments', { query: { product_id: id, page_num: 1 } });
      return list.find((entry) => entry.id === data?.id)?.is_verified;
    };
    expect(await write(buyer, bowl.product)).toBe(false);
    expect(await settleCapturedPayment(orders.services, captureOf(orderNo, 3495))).toBe('paid');
    expect(await write(buyer, bowl.product)).toBe(true);
    expect(await write(buyer, other.product)).toBe(false);
    expect(await write(orders.visitor(), bowl.product)).toBe(false);
  });

  it('name the variant that was bought, where it was one, and nothing it was customised with [PDP-32]', async () => {
    const orders = await createOrderShop();
    await setComments('{"commentAudit":false}', orders);
    const [mug, other] = [
      await addProduct(orders, { price: 2000, stock: 9 }),
      await addProduct(orders, { price: 2000, stock: 9 }),
    ];
    const buyer = orders.visitor();
    const write = async (who: Visitor) => {
      orders.clock.advance(1000);
      const { data } = await who.call(postKey, { params: { id: mug.product }, body: comment });
      const query = { product_id: mug.product, page_num: 1 };
      return (await who.data('GET /api/v1/comments', { query })).list.find(({ id }) => id === data?.id)!
        .variant;
    };
    const buy = async (option: string) => {
      const lines = [
        { ...mug, quantity: 1 },
        { ...other, quantity: 1 },
      ];
      const { orderNo } = await order(buyer, lines);
      const set = (product: number, variant_option: string) =>
        orders.db.write
          .updateTable('order_lines')
          .set({ variant_option, tailor_properties: '[{"name":"Engraving","type":1,"value":"For Ada"}]' })
          .where('order_no', '=', orderNo)
          .where('product_id', '=', product)
          .execute();
      await set(mug.product, option);
      await set(other.product, 'Walnut');
      return () => settleCapturedPayment(orders.services, captureOf(orderNo, 5495));
    };
    const pay = await buy('Sage / Large');
    expect(await write(buyer)).toBe('');
    expect(await pay()).toBe('paid');
    expect(await write(buyer)).toBe('Sage / Large');
    await (await buy('Sage / Large'))();
    expect(await write(buyer)).toBe('Sage / Large');
    expect(await write(orders.visitor())).toBe('');
    await (await buy('Oat / Large'))();
    expect(await write(buyer)).toBe('');
  });

  it('and likes are refused to a client that floods the shop, whatever visitor it says it is [PDP-18, PDP-20]', async () => {
    const like = (id: number) =>
      visitor.call('PUT /api/v1/comments/:id/like', { params: { id }, body: { distinct_id: 'x' } });
    const likes = [];
    for (let at = 0; at < 61; at += 1) likes.push((await like(1000 + at)).code);
    expect(likes.filter((code) => code === codes.tooManyRequests)).toHaveLength(1);
    const written = [];
    for (let at = 0; at <= 20; at += 1) written.push((await post()).code);
    expect(written.at(-2)).toBe(0);
    expect(written.at(-1)).toBe(codes.tooManyRequests);
  });
});
