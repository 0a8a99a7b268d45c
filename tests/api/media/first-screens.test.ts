/** Pictures of the first screens: made before a new shop opens, in the forms that its pages name. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encodeBody } from '#server/cache/encode-body.ts';
import type { PageCache } from '#server/cache/page-cache.ts';
import type { Storage } from '#server/core/storage.ts';
import { mediaJobs } from '#server/media/derivatives-job.ts';
import { storeOriginal } from '#server/media/originals.ts';
import { makeFirstScreens } from '#server/pages/first-screens.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct } from '../orders/fixture.ts';

const shades = { banner: '#8ba297', view: '#b5664b', further: '#2f3b4a' };

/** A shop with one product, and pages that name pictures in two forms each; the home page has the banner, the product two. */
async function setUp() {
  const shop = await createTestShop();
  const ids: Record<string, string> = {};
  for (const [name, background] of Object.entries(shades)) {
    const bytes = await sharp({ create: { width: 400, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    ids[name] = (await storeOriginal(shop.services, bytes)).id;
  }
  await addProduct(shop, { price: 2000, stock: 1 });
  const picture = (name: string) =>
    `<picture><source srcset="/media/${ids[name]}/160.avif 160w"><source srcset="/media/${ids[name]}/400.webp 400w"></picture>`;
  const asked: string[] = [];
  const cache = {
    get: async (path: string) => {
      asked.push(path);
      const html = `<main>${path === '/' ? picture('banner') : picture('view') + picture('further')}</main>`;
      return encodeBody(Buffer.from(html), false);
    },
  } as unknown as Pick<PageCache, 'get'>;
  const keysOf = (name: string) => ['160.avif', '400.webp'].map((form) => `media/${ids[name]}/${form}`);
  return { shop, cache, asked, keysOf };
}

const formsIn = ({ storage }: TestShop) =>
  [...storage.objects.keys()].filter((key) => !key.endsWith('/original'));

it('those of the home page are there before it opens, a product’s first before those of any other picture', async () => {
  const { shop, cache, keysOf } = await setUp();
  await makeFirstScreens(shop.services, cache);
  expect(formsIn(shop).sort()).toEqual(keysOf('banner'));
  await runDueJobs(shop.services, mediaJobs);
  expect(formsIn(shop).slice(2, 4)).toEqual(keysOf('view'));
});

it('two machines that start at once share the pictures, and both open when all are there [D11]', async () => {
  const { shop, keysOf } = await setUp();
  const all = ['banner', 'view', 'further'];
  const html = `<main>${all
    .map((name) => `<picture>${keysOf(name).map((key) => `<source srcset="/${key} 1w">`)}</picture>`)
    .join('')}</main>`;
  const cache = { get: async () => encodeBody(Buffer.from(html), false) } as unknown as Pick<
    PageCache,
    'get'
  >;
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
    await makeFirstScreens({ ...shop.services, storage }, cache);
    return formsIn(shop).length;
  };
  expect(await Promise.all([opens(), opens()])).toEqual([6, 6]);
  expect(puts.sort()).toEqual(all.flatMap(keysOf).sort());
});

it('what was made quickly is made once more with care, when every picture has its first forms', async () => {
  const { shop, cache, keysOf } = await setUp();
  await makeFirstScreens(shop.services, cache);
  await runDueJobs(shop.services, mediaJobs);
  const made: string[] = [];
  const storage: Storage = {
    get: (key) => shop.storage.get(key),
    delete: (key) => shop.storage.delete(key),
    put: async (key, ...object) => {
      made.push(key);
      await shop.storage.put(key, ...object);
    },
  };
  shop.clock.advance(60_000);
  await runDueJobs({ ...shop.services, storage }, mediaJobs);
  expect(made).toEqual(expect.arrayContaining(keysOf('banner')));
  expect(made).not.toContain(keysOf('view')[0]);
});

it('what is not made in time is left to the jobs, before all else', async () => {
  const { shop, cache, keysOf } = await setUp();
  await makeFirstScreens(shop.services, cache, 0);
  expect(formsIn(shop)).toEqual([]);
  // The shop is open by then.
  const ahead = () =>
    shop.db.read.selectFrom('jobs').select('id').where('dedupe_key', 'like', '%:ahead').execute();
  await expect.poll(async () => (await ahead()).length).toBeGreaterThan(1);
  await runDueJobs(shop.services, mediaJobs);
  expect(formsIn(shop).slice(0, 4)).toEqual([...keysOf('banner'), ...keysOf('view')]);
});

it('a page that is not there in time does not keep the shop closed', async () => {
  const { shop } = await setUp();
  const never = { get: () => new Promise<never>(() => {}) };
  const began = performance.now();
  await makeFirstScreens(shop.services, never, 50);
  expect(performance.now() - began).toBeLessThan(5000);
});

it('one that cannot be read holds up nothing', async () => {
  const { shop, cache, keysOf } = await setUp();
  const [form] = keysOf('banner');
  await shop.storage.put(form!.replace(/[^/]+$/, 'original'), Buffer.from('no picture'), 'image/png');
  await makeFirstScreens(shop.services, cache);
  await runDueJobs(shop.services, mediaJobs);
  expect(formsIn(shop)).toEqual(expect.arrayContaining(keysOf('view')));
});

it('where no picture waits for forms no page is made', async () => {
  const { shop, cache, asked } = await setUp();
  await shop.db.write.updateTable('jobs').set({ state: 'done' }).where('kind', '=', 'warm-picture').execute();
  await makeFirstScreens(shop.services, cache);
  expect(asked).toEqual([]);
  expect(formsIn(shop)).toEqual([]);
});
