import { beforeEach, describe, expect, it } from 'vitest';
import { tags } from '#server/cache/tags.ts';
import { listCommentsForMerchant, moderateComment } from '#server/catalog/comment-state-store.ts';
import { addComment } from '#server/catalog/comments-store.ts';
import { shopCommandLines } from '../harness/shop-command.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct, takePurges } from '../orders/fixture.ts';

let shop: TestShop;
let product: number;
beforeEach(async () => {
  shop = await createTestShop();
  product = (await addProduct(shop, { title: 'Mug', price: 2800, stock: 5 })).product;
});

async function write(
  star: number,
  status: 'published' | 'waiting' = 'waiting',
  nickname = 'Ann',
  images: string[] = [],
) {
  const now = shop.clock.now();
  const comment = {
    productId: product,
    nickname,
    email: 'ann@example.com',
    star,
    content: 'Holds tea.\nGood.',
  };
  const more = { images, status, isVerified: false, createdAt: now };
  return shop.db.transaction((trx) => addComment(trx, { ...comment, ...more }, now));
}

const decide = (id: number, state: 'published' | 'refused') =>
  shop.db.transaction((trx) => moderateComment(trx, id, state, shop.clock.now()));
const counts = () =>
  shop.db.read
    .selectFrom('products')
    .select(['comment_num', 'comment_star_sum', 'stars_3', 'stars_5'])
    .where('id', '=', product)
    .executeTakeFirstOrThrow();
const seen = async () =>
  (await shop.visitor().data('GET /api/v1/comments', { query: { product_id: product } })).list.map(
    ({ id }) => id,
  );

describe('a review that waits', () => {
  it('is seen and counted once it is published, once however often and by how many [API-007]', async () => {
    const [three, five] = [await write(3), await write(5)];
    expect(await seen()).toEqual([]);
    await takePurges(shop);
    expect(await Promise.all([decide(five, 'published'), decide(five, 'published')])).toEqual([true, true]);
    expect(await decide(five, 'published')).toBe(true);
    expect(await counts()).toEqual({ comment_num: 1, comment_star_sum: 5, stars_3: 0, stars_5: 1 });
    expect(await seen()).toEqual([five]);
    expect(await takePurges(shop)).toEqual([tags.product(product)]);
    await decide(three, 'refused');
    expect(await counts()).toMatchObject({ comment_num: 1, stars_3: 0 });
    expect(await takePurges(shop)).toEqual([]);
  });

  it('shows its pictures only while it is published [API-003, API-006]', async () => {
    const id = await write(4, 'waiting', 'Ann', ['/media/a.webp']);
    const pictures = async () => {
      const query = { product_id: product };
      const listed = await shop.visitor().data('GET /api/v1/comments/images', { query });
      const { total } = await shop
        .visitor()
        .data('GET /api/v1/comments', { query: { ...query, has_image: '1' } });
      return [listed.total, total];
    };
    expect(await pictures()).toEqual([0, 0]);
    await decide(id, 'published');
    expect(await pictures()).toEqual([1, 1]);
    await decide(id, 'refused');
    expect(await pictures()).toEqual([0, 0]);
  });

  it('leaves shop and counts when it is refused afterwards, and comes back', async () => {
    const id = await write(3, 'published');
    await decide(id, 'refused');
    expect(await counts()).toEqual({ comment_num: 0, comment_star_sum: 0, stars_3: 0, stars_5: 0 });
    expect(await seen()).toEqual([]);
    await decide(id, 'published');
    expect(await counts()).toEqual({ comment_num: 1, comment_star_sum: 3, stars_3: 1, stars_5: 0 });
    expect(await decide(id + 1, 'refused')).toBe(false);
  });
});

describe('npm run shop -- reviews', () => {
  const run = (...words: string[]) => shopCommandLines(shop, 'reviews', ...words);

  it('lists on lines of its own, decides by number and says what is not there [API-007]', async () => {
    const [waiting, steering] = [await write(5), await write(3, 'published', 'A\u001b[2Jn\u202en')];
    const listed = await run('list');
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatch(/published {2}3\/5 {2}product-\d+ {2}A \[2Jn n: Holds tea\. Good\.$/);
    expect(await run('list', 'waiting')).toEqual([expect.stringContaining(` ${waiting}  waiting `)]);
    expect(await run('approve', String(waiting))).toEqual([`Review ${waiting} is published`]);
    expect(await run('list', 'waiting')).toEqual(['No such reviews.']);
    expect(await run('refuse', String(waiting), String(steering))).toHaveLength(2);
    const left = await listCommentsForMerchant(shop.db.read, 'refused');
    expect(left.map(({ id }) => id)).toEqual([steering, waiting]);
    await expect(run('approve', '999999')).rejects.toThrow('There is no review 999999.');
    await expect(run('dance')).rejects.toThrow(/unknown command 'dance'.*list.*approve.*refuse/s);
    await expect(run('list', 'old')).rejects.toThrow(
      "'old' is invalid for argument 'state'. Allowed choices are waiting",
    );
  });
});
