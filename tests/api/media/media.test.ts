import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { imageVariantUrl, srcsetWidths } from '#lib/media/image.ts';
import { uploadThumbnailUrl } from '#lib/media/upload.ts';
import { consumeRateLimit } from '#server/core/rate-limit.ts';
import type { Storage } from '#server/core/storage.ts';
import { catalogueQueue, jpegQueue, uploadQueue } from '#server/media/decoding.ts';
import { type RunInTurn, readOrEncodeImageVariant } from '#server/media/derivatives.ts';
import { mediaJobs } from '#server/media/derivatives-job.ts';
import { encodeImageVariant } from '#server/media/encode-image-variant.ts';
import { fileStorage } from '#server/media/file-storage.ts';
import { openStorage } from '#server/media/open-storage.ts';
import { storeOriginal } from '#server/media/originals.ts';
import { unusedUploadsJob } from '#server/media/unused-uploads.ts';
import { startS3 } from '../../emulators/s3.ts';
import { importForSale, testFolder } from '../catalog/files.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop } from '../harness.ts';
import { addProduct, createOrderShop, order } from '../orders/fixture.ts';

const photo = (width = 700, height = 350) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

async function setUp() {
  const shop = await createTestShop();
  const picture = await storeOriginal(shop.services, await photo());
  return { shop, picture, visitor: shop.visitor() };
}

describe('pictures', () => {
  it('are stored once, under the hash of their bytes', async () => {
    const { shop } = await setUp();
    const bytes = await photo();
    const [one, two] = await Promise.all([
      storeOriginal(shop.services, bytes),
      storeOriginal(shop.services, bytes),
    ]);
    expect(one.id).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 20));
    expect(two).toEqual(one);
    const rows = await shop.db.read.selectFrom('media').select('id').where('id', '=', one.id).execute();
    expect(rows).toHaveLength(1);
  });

  it.each(['avif', 'webp', 'jpeg'] as const)(
    'are served as %s in their own width, immutable and of the right type',
    async (format) => {
      const { picture, visitor } = await setUp();
      const response = await visitor.send(imageVariantUrl(picture.id, 320, format));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, `image/${format}`]);
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=31536000,.* immutable$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([width, height]).toEqual([320, 160]);
    },
  );

  it('are still served at the addresses of older shops, which hold the whole hash', async () => {
    const { shop, visitor } = await setUp();
    const bytes = await photo();
    const hash = createHash('sha256').update(bytes).digest('hex');
    const picture = await storeOriginal(shop.services, bytes);
    const sizes = await Promise.all(
      [hash, picture.id].map(async (id) => {
        const response = await visitor.send(imageVariantUrl(id, 320, 'webp'));
        return (await response.arrayBuffer()).byteLength;
      }),
    );
    expect(sizes[0]).toBe(sizes[1]);
    expect(sizes[0]).toBeGreaterThan(100);
    expect(
      (await visitor.send(imageVariantUrl(`${hash.slice(0, 20)}${'0'.repeat(43)}`, 320, 'webp'))).status,
    ).toBe(404);
  });

  it('are made quickly for who asks before their job, and of that one a CDN keeps them for an hour only', async () => {
    const { shop, picture, visitor } = await setUp();
    const read = async () => {
      const response = await visitor.send(imageVariantUrl(picture.id, 560, 'avif'));
      return {
        caching: response.headers.get('cache-control'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const form = { width: 560, format: 'avif' } as const;
    const original = (await shop.storage.get(`media/${picture.id}/original`))!.body;
    const quick = await read();
    expect(quick.caching).toBe('public, max-age=31536000, s-maxage=3600, immutable');
    expect(quick.bytes.equals(await encodeImageVariant(original, form, true))).toBe(true);
    shop.clock.advance(10_000);
    await runDueJobs(shop.services, mediaJobs);
    const careful = await read();
    expect(careful.caching).toBe('public, max-age=31536000, immutable');
    expect(careful.bytes.equals(await encodeImageVariant(original, form))).toBe(true);
    expect(careful.bytes.equals(quick.bytes)).toBe(false);
    expect([...shop.storage.objects.keys()].filter((key) => key.includes('quick-'))).toEqual([]);
  });

  it('are served in every width that a version ever wrote into a page', async () => {
    const { picture, visitor } = await setUp();
    const widths = [160, 320, 480, 640, 800, 960, 1280, 1600, 2400, 2880, ...srcsetWidths(picture)];
    for (const width of widths) {
      for (const format of ['avif', 'webp', 'jpeg'] as const) {
        const url = imageVariantUrl(picture.id, width, format);
        expect((await visitor.send(url)).status, url).toBe(200);
      }
    }
  });

  it('in JPEG wait for each other, and nobody waits for them', async () => {
    const { picture, visitor } = await setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    const busy = jpegQueue.run(() => promise);
    const jpeg = visitor.send(imageVariantUrl(picture.id, 320, 'jpeg'));
    expect((await visitor.send(imageVariantUrl(picture.id, 320, 'avif'))).status).toBe(200);
    expect(await Promise.race([jpeg, 'waits'])).toBe('waits');
    resolve();
    await busy;
    expect((await jpeg).status).toBe(200);
  });

  it('are never made larger than the original', async () => {
    const { picture, visitor } = await setUp();
    const widest = await visitor.send(imageVariantUrl(picture.id, 1600, 'webp'));
    expect((await sharp(Buffer.from(await widest.arrayBuffer())).metadata()).width).toBe(700);
  });

  it('answer 404 for anything that is none, and never 500', async () => {
    const { picture, visitor } = await setUp();
    const paths = [
      imageVariantUrl(picture.id, 321, 'webp'),
      imageVariantUrl('0'.repeat(64), 320, 'webp'),
      imageVariantUrl('0'.repeat(20), 320, 'webp'),
      imageVariantUrl(picture.id.slice(1), 320, 'webp'),
      '/media/x/320.webp',
      `/media/${picture.id}/320.svg`,
      `/media/${picture.id}/..%2f..%2fsecret`,
      '/media/uploads/nothing.webp',
      '/media/',
    ];
    for (const path of paths) expect((await visitor.send(path)).status, path).toBe(404);
  });

  it('have their forms after an import and its jobs: nobody’s request decodes what a page shows', async () => {
    const shop = await createTestShop();
    const folder = testFolder();
    writeFileSync(join(folder, 'mug.jpg'), await photo(400, 200));
    await importForSale(shop, 'Handle,Title,Variant Price,Image Src\nmug,Mug,19.99,mug.jpg\n', folder);
    shop.clock.advance(10_000);
    await runDueJobs(shop.services, mediaJobs);
    const { id, original_key } = await shop.db.read
      .selectFrom('media')
      .select(['id', 'original_key'])
      .executeTakeFirstOrThrow();
    await shop.storage.delete(original_key);
    for (const form of ['352.avif', '400.avif', '160.webp', '320.webp', '352.webp', '400.webp'])
      expect((await shop.visitor().send(`/media/${id}/${form}`)).status, form).toBe(200);
  });

  it('are encoded once, however many ask at once, and by one server for another', async () => {
    const { shop, picture } = await setUp();
    let stored = 0;
    const storage: Storage = {
      get: (key) => shop.storage.get(key),
      delete: (key) => shop.storage.delete(key),
      put: async (...object) => {
        stored += 1;
        await shop.storage.put(...object);
      },
    };
    const services = { ...shop.services, storage };
    const form = { width: 480, format: 'webp' } as const;
    const atOnce: RunInTurn = (work) => work();
    const forms = await Promise.all(
      Array.from({ length: 10 }, () => readOrEncodeImageVariant(services, picture.id, form, atOnce)),
    );
    expect(stored).toBe(1);
    expect(new Set(forms.map((form) => form?.body.byteLength)).size).toBe(1);
    const other = {
      ...shop.services,
      storage: { ...storage, put: async () => Promise.reject(new Error('made again')) },
    };
    expect((await readOrEncodeImageVariant(other, picture.id, form, atOnce))?.contentType).toBe('image/webp');
  });
});

describe('uploads', () => {
  const token = (visitor: Visitor, file_name = 'photo.jpg') =>
    visitor.call('GET /api/v1/common/file/upload/token', { query: { type: 'image', file_name } });
  const put = async (visitor: Visitor, path: string, body: Uint8Array) =>
    visitor.send(path, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: { 'content-type': 'image/jpeg' },
    });

  it('take one picture a token, and show pixels only [API-017]', async () => {
    const { shop, visitor } = await setUp();
    const withPlace = await sharp(await photo(300, 200))
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer();
    const first = (await token(visitor)).data!;
    const both = await Promise.all([
      put(visitor, first.upload_url, withPlace),
      put(visitor, first.upload_url, withPlace),
    ]);
    expect(both.filter((response) => response.status === 204)).toHaveLength(1);
    const shown = Buffer.from(await (await visitor.send(first.file_url)).arrayBuffer());
    expect((await sharp(shown).metadata()).width).toBe(300);
    const kept = [...shop.storage.objects].filter(([key]) => key.startsWith('uploads/'));
    expect(kept.map(([, { contentType }]) => contentType).sort()).toEqual(['image/jpeg', 'image/webp']);
    expect(kept.some(([, { body }]) => Buffer.from(body).includes('secret place'))).toBe(false);
  });

  it("are refused to another site's page and to a prefetch, which would use up the visitor's [API-017]", async () => {
    const { visitor } = await setUp();
    const path = '/api/v1/common/file/upload/token?type=image&file_name=photo.jpg';
    const ask = async (headers: Record<string, string>) =>
      (await (await visitor.send(path, { headers })).json()).code;
    expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe(codes.notAllowed);
    expect(await ask({ 'sec-purpose': 'prefetch' })).toBe(codes.notAllowed);
    expect(await ask({ 'sec-fetch-site': 'same-origin' })).toBe(0);
  });

  it('are decoded one at a time; the others wait, and one more is told so before its link is spent', async () => {
    const { shop, visitor } = await setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = uploadQueue.run(() => promise);
    const { upload_url, file_url } = (await token(visitor)).data!;
    const waiting = Array.from({ length: 12 }, () => uploadQueue.run(async () => {}));
    const refused = await put(visitor, upload_url, await photo());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await refused.json()).msg).toContain('try again in a moment');
    resolve();
    await Promise.all([running, ...waiting]);
    expect((await put(visitor, upload_url, await photo())).status).toBe(204);
    expect((await visitor.send(file_url)).status).toBe(200);
    expect(shop.storage.objects.has(file_url.slice('/media/'.length))).toBe(true);
  });

  it('and forms that nobody made yet do not hold up those that are there', async () => {
    const { shop, picture, visitor } = await setUp();
    const path = imageVariantUrl(picture.id, 320, 'webp');
    await visitor.send(path);
    const { promise, resolve } = Promise.withResolvers<void>();
    const busy = [1, 2].map(() => catalogueQueue.run(() => promise));
    expect((await visitor.send(path)).status).toBe(200);
    const later = visitor.send(imageVariantUrl(picture.id, 480, 'webp'));
    resolve();
    await Promise.all(busy);
    expect((await later).status).toBe(200);
    expect(shop.storage.objects.has(`media/${picture.id}/quick-480.webp`)).toBe(true);
  });

  it('and a client that requests hundreds of forms that nobody made waits for itself, and holds up no other [T1]', async () => {
    const { picture, visitor, shop } = await setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    const busy = [1, 2].map(() => catalogueQueue.run(() => promise));
    const wanted = [320, 480, 640, 700].flatMap((width) =>
      (['avif', 'webp'] as const).map((format) => imageVariantUrl(picture.id, width, format)),
    );
    const flood = Array.from({ length: 310 }, (_, count) => visitor.send(wanted[count % wanted.length]!));
    const rejected = await Promise.any(
      flood.map(async (sent) => ((await sent).status === 503 ? sent : Promise.reject(new Error('made')))),
    );
    expect(rejected.headers.get('retry-after')).toBe('5');
    expect(rejected.headers.get('cache-control')).toBe('no-store');
    // The client's own page and API requests do not wait for its image requests.
    expect((await visitor.send('/api/v1/storefront/suggestions')).status).toBe(200);
    const shown = shop.visitor().send(wanted[0]!);
    resolve();
    await Promise.all(busy);
    expect((await shown).status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(310 - 304);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  it('of one client are kept up to 200 MiB a day', async () => {
    const { shop, visitor } = await setUp();
    const { upload_url, file_url } = (await token(visitor)).data!;
    const used = { name: 'upload-kib', hits: 200 * 1024, windowMs: 86_400_000 };
    await consumeRateLimit(shop.services.db, used, visitor.address, shop.clock.now(), 200 * 1024);
    const refused = await put(visitor, upload_url, await photo());
    expect([refused.status, (await refused.json()).msg]).toEqual([429, expect.stringContaining('tomorrow')]);
    expect((await visitor.send(file_url)).status).toBe(404);
    expect([...shop.storage.objects.keys()].some((key) => key.startsWith('uploads/'))).toBe(false);
    shop.clock.advance(86_400_000);
    const next = (await token(visitor)).data!;
    expect((await put(visitor, next.upload_url, await photo())).status).toBe(204);
  });

  it('are counted by the file, not only by the link to it', async () => {
    const { visitor } = await setUp();
    const send = () => put(visitor, '/api/v1/common/file/upload/none', new Uint8Array(1));
    const statuses: number[] = [];
    for (let time = 0; time <= 60; time += 1) statuses.push((await send()).status);
    expect([statuses[59], statuses[60]]).toEqual([200, 429]);
  });

  it('have a small square besides, however often it is asked for', async () => {
    const { visitor } = await setUp();
    const { upload_url, file_url } = (await token(visitor)).data!;
    await put(visitor, upload_url, await photo(900, 600));
    for (let time = 0; time < 2; time += 1) {
      const response = await visitor.send(uploadThumbnailUrl(file_url));
      expect(response.headers.get('cache-control')).toContain('immutable');
      const small = await sharp(await response.arrayBuffer()).metadata();
      expect([small.format, small.width, small.height]).toEqual(['webp', 240, 240]);
    }
    const whole = await sharp(await (await visitor.send(file_url)).arrayBuffer()).metadata();
    expect([whole.width, whole.height]).toEqual([900, 600]);
    expect((await visitor.send(file_url.replace('.webp', '-large.webp'))).status).toBe(404);
    expect(uploadThumbnailUrl('https://elsewhere.test/a.webp')).toBe('https://elsewhere.test/a.webp');
  });

  it('refuse an old token, a file that is no picture, a larger one, other kinds by their bytes and by their names [API-017]', async () => {
    const { shop, visitor } = await setUp();
    const late = (await token(visitor)).data!;
    shop.clock.advance(10 * 60_000);
    expect((await (await put(visitor, late.upload_url, await photo())).json()).code).toBe(codes.badLink);
    const fake = (await token(visitor)).data!;
    expect(
      (await (await put(visitor, fake.upload_url, Buffer.from('<svg onload=alert(1)>'))).json()).code,
    ).toBe(codes.badParameter);
    expect((await visitor.send(fake.file_url)).status).toBe(404);
    const image = sharp({ create: { width: 16, height: 16, channels: 3, background: '#abcdef' } });
    for (const bytes of [await image.gif().toBuffer(), await image.avif().toBuffer()]) {
      const other = (await token(visitor, 'photo.png')).data!;
      const answer = await (await put(visitor, other.upload_url, bytes)).json();
      expect([answer.code, answer.msg]).toEqual([
        codes.badParameter,
        'Please use a JPEG, PNG or WebP image.',
      ]);
      expect((await visitor.send(other.file_url)).status).toBe(404);
    }
    const broken = (await token(visitor)).data!;
    const half = await photo();
    const cut = await put(visitor, broken.upload_url, half.subarray(0, half.length / 2));
    expect((await cut.json()).msg).toContain('damaged');
    const large = (await token(visitor)).data!;
    const response = await put(visitor, large.upload_url, new Uint8Array(5 * 1024 * 1024 + 1));
    expect(response.status).toBe(413);
    for (const name of ['run.exe', 'picture.svg', 'x'])
      expect((await token(visitor, name)).code).toBe(codes.badParameter);
  });
});

describe('uploads that nothing uses', () => {
  it('are deleted with their pictures after 90 days, those of a review and of an order are not', async () => {
    const shop = await createOrderShop();
    const visitor = shop.visitor();
    const bytes = new Uint8Array(await photo());
    const addresses: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const query = { type: 'image', file_name: 'photo.jpg' } as const;
      const { upload_url, file_url } = await visitor.data('GET /api/v1/common/file/upload/token', { query });
      await visitor.send(upload_url, { method: 'PUT', body: bytes });
      addresses.push(file_url);
      if (turn === 2) shop.clock.advance(90 * 86_400_000 + 1);
    }
    const [reviewed, ordered] = addresses;
    const bowl = await addProduct(shop, { price: 2000, stock: 5 });
    const comment = { nickname: 'Ada', star: 5, content: 'A good bowl.', email: '', images: [reviewed!] };
    await visitor.data('POST /api/v1/comments/:id', { params: { id: bowl.product }, body: comment });
    const { orderNo } = await order(visitor, [bowl]);
    const tailor = [{ name: 'Picture', type: 2, value: ordered! }];
    await shop.db.write
      .updateTable('order_lines')
      .set({ tailor_properties: JSON.stringify(tailor) })
      .where('order_no', '=', orderNo)
      .execute();
    const objects = shop.storage.objects.size;
    await runDueJobs(shop.services, {}, [unusedUploadsJob]);
    const found = await Promise.all(addresses.map(async (path) => (await visitor.send(path)).status));
    expect(found).toEqual([200, 200, 404, 200]);
    expect(shop.storage.objects.size).toBe(objects - 2);
  });
});

describe('storage', () => {
  const bodies = new Uint8Array([1, 2, 3, 0, 255]);

  async function check(storage: Storage) {
    expect(await storage.get('a/none.webp')).toBeNull();
    await storage.put('a/b-1.webp', bodies, 'image/webp');
    await storage.put('a/b-1.webp', bodies, 'image/webp');
    expect(await storage.get('a/b-1.webp')).toMatchObject({ contentType: 'image/webp' });
    expect([...(await storage.get('a/b-1.webp'))!.body]).toEqual([...bodies]);
    await storage.delete('a/b-1.webp');
    await storage.delete('a/b-1.webp');
    expect(await storage.get('a/b-1.webp')).toBeNull();
  }

  it('in a folder keeps, hands out and deletes, in files for the shop alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-storage-'));
    closeAtEnd(async () => rmSync(folder, { recursive: true, force: true }));
    await check(fileStorage(folder));
    await fileStorage(folder).put('a/own.webp', bodies, 'image/webp');
    expect(statSync(join(folder, 'a/own.webp')).mode & 0o777).toBe(0o600);
  });

  it('in a bucket does the same, signed, and says so when the bucket fails', async () => {
    const s3 = await startS3();
    closeAtEnd(s3.close);
    const storage = openStorage({ STORAGE_URL: s3.url, DATA_DIR: '' }, fetch);
    await check(storage);
    await expect(
      openStorage({ STORAGE_URL: s3.url.replace('TESTKEY', 'OTHER'), DATA_DIR: '' }, fetch).get('a/x'),
    ).rejects.toThrow('403');
    s3.failures.push(503);
    await expect(storage.put('a/x', bodies, 'image/webp')).rejects.toThrow('503');
    expect(() => openStorage({ STORAGE_URL: 's3://nowhere', DATA_DIR: '' }, fetch)).toThrow(
      'STORAGE_URL must look like',
    );
  });
});
