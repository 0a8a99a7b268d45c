/** Images on the home page's first screen: made before a new shop opens, in the variants that browsers choose. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodeBody } from '#server/cache/encode-body.ts';
import type { PageCache } from '#server/cache/page-cache.ts';
import type { Storage } from '#server/core/storage.ts';
import { mediaJobs } from '#server/media/derivatives-job.ts';
import { storeOriginal } from '#server/media/originals.ts';
import { encodeFirstScreenImages } from '#server/pages/first-screen-images.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const shades = { banner: '#8ba297', view: '#b5664b', further: '#2f3b4a' };

/** Creates a shop with three images, the first of which its home page shows in two widths. */
async function setUp() {
  const shop = await createTestShop();
  const ids: Record<string, string> = {};
  for (const [name, background] of Object.entries(shades)) {
    const bytes = await sharp({ create: { width: 400, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    ids[name] = (await storeOriginal(shop.services, bytes)).id;
  }
  const asked: string[] = [];
  const pageOf = (...names: string[]) => {
    const pictures = names.map((name) => {
      const srcset = [352, 400].map((width) => `/media/${ids[name]}/${width}.avif ${width}w`).join(', ');
      return `<picture><source type="image/avif" srcset="${srcset}" sizes="(width > 1040px) 100px, 50vw"></picture>`;
    });
    const get = async (path: string) => {
      asked.push(path);
      return encodeBody(Buffer.from(`<main><section>${pictures.join('')}`), false);
    };
    return { get } as unknown as Pick<PageCache, 'get'>;
  };
  const keysOf = (name: string) => [352, 400].map((width) => `media/${ids[name]}/${width}.avif`);
  const quickKeysOf = (name: string) => [352, 400].map((width) => `media/${ids[name]}/quick-${width}.avif`);
  return { shop, cache: pageOf('banner'), pageOf, asked, ids, keysOf, quickKeysOf };
}

const formsIn = ({ storage }: TestShop) =>
  [...storage.objects.keys()].filter((key) => !key.endsWith('/original'));

it('are there before it opens, and no page but the home page is made for them', async () => {
  const { shop, cache, asked, quickKeysOf } = await setUp();
  await encodeFirstScreenImages(shop.services, cache);
  expect(formsIn(shop).sort()).toEqual(quickKeysOf('banner').sort());
  expect(asked).toEqual(['/']);
});

it('two machines that start at once share the pictures, and both open when all are there [D11]', async () => {
  const { shop, pageOf, quickKeysOf } = await setUp();
  const all = ['banner', 'view', 'further'];
  const cache = pageOf(...all);
  const puts: string[] = [];
  const storage: Storage = {
    get: (key) => shop.storage.get(key),
    delete: (key) => shop.storage.delete(key),
    put: async (key, ...object) => {
      puts.push(key);
      await shop.storage.put(key, ...object);
    },
  };
  const opens = async () => {
    await encodeFirstScreenImages({ ...shop.services, storage }, cache);
    return formsIn(shop).length;
  };
  expect(await Promise.all([opens(), opens()])).toEqual([6, 6]);
  expect(puts.sort()).toEqual(all.flatMap(quickKeysOf).sort());
});

it('what was made quickly its job makes once more with care, in place of it', async () => {
  const { shop, cache, keysOf, quickKeysOf } = await setUp();
  await encodeFirstScreenImages(shop.services, cache);
  shop.clock.advance(10_000);
  await runDueJobs(shop.services, mediaJobs);
  expect(formsIn(shop)).toEqual(expect.arrayContaining(keysOf('banner')));
  expect(formsIn(shop)).not.toEqual(expect.arrayContaining(quickKeysOf('banner').slice(0, 1)));
});

it('what is not made in time is left to the jobs', async () => {
  const { shop, cache, keysOf } = await setUp();
  await encodeFirstScreenImages(shop.services, cache, 0);
  expect(formsIn(shop)).toEqual([]);
  shop.clock.advance(10_000);
  await runDueJobs(shop.services, mediaJobs);
  expect(formsIn(shop)).toEqual(expect.arrayContaining(keysOf('banner')));
});

it('a page that is not there in time does not keep the shop closed', async () => {
  const { shop } = await setUp();
  const never = { get: () => new Promise<never>(() => {}) };
  const began = performance.now();
  await encodeFirstScreenImages(shop.services, never, 50);
  expect(performance.now() - began).toBeLessThan(5000);
});

it('one that cannot be read holds up nothing', async () => {
  const { shop, pageOf, ids, quickKeysOf } = await setUp();
  await shop.storage.put(`media/${ids.banner}/original`, Buffer.from('no picture'), 'image/png');
  await encodeFirstScreenImages(shop.services, pageOf('banner', 'view'));
  expect(formsIn(shop).sort()).toEqual(quickKeysOf('view').sort());
});

it('where no picture waits for forms no page is made', async () => {
  const { shop, cache, asked } = await setUp();
  await shop.db.write.updateTable('jobs').set({ state: 'done' }).where('kind', '=', 'warm-picture').execute();
  await encodeFirstScreenImages(shop.services, cache);
  expect(asked).toEqual([]);
  expect(formsIn(shop)).toEqual([]);
});
