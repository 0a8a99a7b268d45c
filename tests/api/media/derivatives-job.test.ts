/** Background jobs make all variants of every image, however it was added, and survive a stop of the process. */
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import type { Storage } from '#server/core/storage.ts';
import { mediaJobs, missingImageVariantsJob } from '#server/media/derivatives-job.ts';
import { storeOriginal } from '#server/media/originals.ts';
import { Worker } from '#server/queue/worker.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct } from '../orders/fixture.ts';

async function setUp(width = 400) {
  const shop = await createTestShop();
  const original = sharp({ create: { width, height: 20, channels: 3, background: '#8ba297' } });
  const { id } = await storeOriginal(shop.services, await original.png().toBuffer());
  shop.clock.advance(10_000);
  return { shop, id };
}

const jobs = ({ db }: TestShop) =>
  db.read
    .selectFrom('jobs')
    .select(['dedupe_key', 'state', 'attempts', 'last_error'])
    .where('kind', '=', 'warm-picture')
    .orderBy('id')
    .execute();

const formsIn = ({ storage }: TestShop) =>
  [...storage.objects.keys()].filter((key) => /\.(avif|webp|jpeg)$/.test(key));

async function makeAll(shop: TestShop): Promise<void> {
  await runDueJobs(shop.services, mediaJobs, [missingImageVariantsJob]);
  shop.clock.advance(10_000);
  await runDueJobs(shop.services, mediaJobs, [missingImageVariantsJob]);
}

it('one that takes longer than a job may goes on where it was, and only a try that made nothing has failed', async () => {
  const { shop, id } = await setUp(1600);
  const [first, second] = [new AbortController(), new AbortController()];
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockReturnValueOnce(first.signal).mockReturnValueOnce(second.signal);
  const storage: Storage = {
    get: (key) => {
      if (first.signal.aborted && key === `media/${id}/original`) second.abort(new Error('time is up'));
      return shop.storage.get(key);
    },
    delete: (key) => shop.storage.delete(key),
    put: async (...object) => {
      await shop.storage.put(...object);
      first.abort(new Error('time is up'));
    },
  };
  const worker = new Worker({ ...shop.services, storage }, mediaJobs, []);
  await Promise.all(await worker.startDue());
  expect(formsIn(shop)).not.toHaveLength(0);
  expect((await jobs(shop))[0]).toMatchObject({ state: 'waiting', attempts: 0, last_error: '' });
  await Promise.all(await worker.startDue());
  timeout.mockRestore();
  const [job] = await jobs(shop);
  expect(job).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(job?.last_error).toContain('time is up');
});

it('a process that is told to stop leaves the rest to the next, and that was no failed try', async () => {
  const { shop } = await setUp(1600);
  const put: string[] = [];
  let stopped: Promise<void> | undefined;
  const storage: Storage = {
    get: (key) => shop.storage.get(key),
    delete: (key) => shop.storage.delete(key),
    put: async (key, ...object) => {
      put.push(key);
      await shop.storage.put(key, ...object);
      stopped ??= worker.finish(60_000);
    },
  };
  const services = { ...shop.services, storage };
  const worker = new Worker(services, mediaJobs, []);
  await Promise.all(await worker.startDue());
  await stopped;
  expect((await jobs(shop))[0]).toMatchObject({ state: 'waiting', attempts: 0, last_error: '' });
  expect(put.length).toBeLessThan(11);

  await runDueJobs(services, mediaJobs);
  expect((await jobs(shop))[0]).toMatchObject({ state: 'done', attempts: 1 });
  expect(new Set(put).size).toBe(put.length);
  expect(put).toHaveLength(11);
});

it('a picture whose original is gone is tried again, later, with the reason kept', async () => {
  const { shop, id } = await setUp();
  await shop.storage.delete(`media/${id}/original`);
  await runDueJobs(shop.services, mediaJobs);
  const [job] = await jobs(shop);
  expect(job).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(job?.last_error).toContain('missing in the storage');
});

it('an original that cannot be read fails the job with what the encoder says', async () => {
  const { shop, id } = await setUp();
  await shop.storage.put(`media/${id}/original`, Buffer.from('no picture'), 'image/png');
  await runDueJobs(shop.services, mediaJobs);
  const [job] = await jobs(shop);
  expect(job).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(job?.last_error).toContain('unsupported image format');
});

it('pictures without jobs, as of an older shop or a backup, are found and get all their forms', async () => {
  const { shop } = await setUp();
  await shop.db.write.deleteFrom('jobs').execute();
  await makeAll(shop);
  // 352 and 400 px in AVIF; 160, 320, 352 and 400 px in WebP.
  expect(formsIn(shop)).toHaveLength(6);
});

it('forms that are stored already, as after a restore beside them, are recorded and not made again', async () => {
  const { shop, id } = await setUp();
  await makeAll(shop);
  await shop.db.write.deleteFrom('derivatives').execute();
  await shop.storage.delete(`media/${id}/original`);
  shop.clock.advance(3_600_000);
  await makeAll(shop);
  const rows = await shop.db.read.selectFrom('derivatives').select('width').execute();
  expect(rows).toHaveLength(6);
});

it('neither a picture that has its forms nor one that was given up gets further jobs', async () => {
  const { shop, id } = await setUp();
  const other = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await makeAll(shop);
  const { id: damaged } = await storeOriginal(shop.services, other);
  await shop.db.write
    .updateTable('jobs')
    .set({ state: 'given_up', finished_at: shop.clock.now() })
    .where('dedupe_key', 'like', `%${damaged}%`)
    .execute();
  // Requested by a URL that no page contains.
  await shop.visitor().send(`/media/${id}/1600.webp`);
  const before = await jobs(shop);
  shop.clock.advance(3_600_000);
  const begun = vi.spyOn(shop.db, 'transaction');
  await runDueJobs(shop.services, {}, [missingImageVariantsJob]);
  expect(await jobs(shop)).toEqual(before);
  expect(begun).not.toHaveBeenCalled();
});

it('a search for what lacks that has to end early is not done', async () => {
  const { services } = await createTestShop();
  const over = AbortSignal.abort(new Error('over'));
  const { signal } = new AbortController();
  const search = (signals: { signal: AbortSignal; ending: AbortSignal }) =>
    missingImageVariantsJob.run({ services, attempt: 1, ...signals });
  await expect(search({ signal: over, ending: signal })).rejects.toThrow('over');
  await expect(search({ signal, ending: over })).rejects.toThrow('over');
});

it('a form that no job makes does not count for one that lacks', async () => {
  const { shop, id } = await setUp();
  await makeAll(shop);
  await shop.visitor().send(`/media/${id}/400.jpeg`);
  await shop.db.write
    .deleteFrom('derivatives')
    .where('width', '=', 400)
    .where('format', '=', 'webp')
    .execute();
  shop.clock.advance(3_600_000);
  await runDueJobs(shop.services, {}, [missingImageVariantsJob]);
  expect((await jobs(shop)).filter(({ state }) => state === 'waiting')).toHaveLength(1);
});

it('of a picture that products show, those of their lists and galleries are made, and it lacks no others', async () => {
  const { shop, id } = await setUp(2000);
  const { product } = await addProduct(shop, { price: 2000, stock: 1 });
  await shop.db.write
    .insertInto('product_media')
    .values({ product_id: product, position: 9, media_id: id, alt: '', option_value: '' })
    .execute();
  await makeAll(shop);
  const avif = [352, 560, 800, 1440].map((width) => `media/${id}/${width}.avif`);
  const webp = [160, 320, 352, 560, 800].map((width) => `media/${id}/${width}.webp`);
  expect(formsIn(shop).sort()).toEqual([...avif, ...webp].sort());
  shop.clock.advance(3_600_000);
  await runDueJobs(shop.services, {}, [missingImageVariantsJob]);
  expect((await jobs(shop)).filter(({ state }) => state === 'waiting')).toEqual([]);
});
