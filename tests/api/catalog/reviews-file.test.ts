import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reviewThumbnailUrl } from '#lib/media/review-thumbnail.ts';
import { addReviews } from '#server/shop/reviews-file.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importForSale } from './files.ts';

let shop: TestShop;
let folder: string;
beforeEach(async () => {
  shop = await createTestShop();
  folder = mkdtempSync(join(tmpdir(), 'atoll-reviews-'));
  const rows = ['mug,Mug,Glaze,Sage,Size,Large,20.00', 'mug,,,Oat,,Large,20.00'];
  const head = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price';
  await importForSale(shop, `${[head, ...rows].join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'reviews.json');
const review = { product: 'mug', date: '2026-02-11', star: 5, nickname: 'Hanne', content: 'Good.' };
const add = (change: object) => {
  writeFileSync(path(), JSON.stringify([review, { ...review, ...change }]));
  return addReviews(shop.services, path());
};
const picture = (name: string, width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#abcdef' } })
    .webp()
    .toFile(join(folder, name));
const listed = async () =>
  (await shop.visitor().data('GET /api/v1/comments', { query: { product_id: 1 } })).list;

describe('a file of reviews', () => {
  it('names the variant that was bought and pictures beside it, which are shown small and large', async () => {
    await picture('a.webp', 320);
    await picture('b.webp', 1700);
    expect(await add({ variant: 'Sage / Large', images: ['a.webp', 'b.webp'] })).toBe(2);
    const [newest, other] = await listed();
    expect(newest).toMatchObject({ variant: 'Sage / Large', is_verified: false });
    expect(other).toMatchObject({ variant: '', images: [] });
    const [narrow = '', wide = ''] = newest!.images;
    expect(narrow).toMatch(/^\/media\/[0-9a-f]+\/320\.webp$/);
    expect(wide).toMatch(/^\/media\/[0-9a-f]+\/1440\.webp$/);
    for (const [address, width] of [
      [narrow, 320],
      [wide, 1440],
      [reviewThumbnailUrl(wide), 320],
    ] as const) {
      const shown = await shop.visitor().send(address);
      expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(width);
    }
    expect(await add({})).toBe(0);
  });

  it('is refused whole, with what is not there', async () => {
    await picture('small.webp', 319);
    const refused: [object, string][] = [
      [{ product: 'cup' }, 'There is no product "cup".'],
      [{ variant: 'Rust' }, '"mug" has no variant "Rust"; its variants are: Sage / Large, Oat / Large.'],
      [{ images: ['none.webp'] }, 'There is no file "none.webp" in the folder of this file.'],
      [{ images: ['../a.webp'] }, '"../a.webp" is outside the folder of this file.'],
      [
        { images: ['small.webp'] },
        '"small.webp" is 319 px wide. Images of reviews must be at least 320 px wide.',
      ],
      [{ images: Array(6).fill('small.webp') }, '[1].images must have at most 5 entries.'],
    ];
    for (const [change, message] of refused) {
      await expect(add(change), message).rejects.toThrow(`${path()}: `);
      await expect(add(change), message).rejects.toThrow(message);
    }
    expect(await listed()).toEqual([]);
  });
});
