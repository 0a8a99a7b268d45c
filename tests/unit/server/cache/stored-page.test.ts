/** Pages as the cache stores them. */
import { expect, test } from 'vitest';
import { uncompressedBody } from '#server/cache/encode-body.ts';
import { estimatePageBytes, type RenderedPage, toStoredPage } from '#server/cache/stored-page.ts';

function store(text: string | Uint8Array, over: Partial<RenderedPage> = {}) {
  const page: RenderedPage = {
    status: 200,
    headers: [['content-type', 'text/html']],
    body: typeof text === 'string' ? Buffer.from(text) : text,
    tags: ['product:1'],
    changesAt: null,
    maxAge: 600,
    cacheControl: null,
    root: '',
    complete: true,
  };
  return toStoredPage({ ...page, ...over }, 0, 60);
}

const rows = Array.from({ length: 900 }, (_, row) => `<li>Krug № ${row * 7919} – “grün”, 陶器 🏺</li>`).join(
  '',
);

test('a page is kept at a fraction of its size and comes back byte for byte, whatever its script', () => {
  const page = store(rows);
  expect([page.encoding, uncompressedBody(page).toString()]).toEqual(['br', rows]);
  expect(page.length).toBe(Buffer.byteLength(rows));
  expect(page.body.length).toBeLessThan(page.length / 4);
});

test('an answer too short to gain from it is kept as it is, apart from the buffer it was rendered in', () => {
  const bytes = Buffer.from([0, 255, 128, 1]);
  const page = store(bytes);
  bytes.fill(7);
  expect([page.encoding, page.length, uncompressedBody(page)]).toEqual([
    'identity',
    4,
    Buffer.from([0, 255, 128, 1]),
  ]);
  expect(store('x'.repeat(1023)).encoding).toBe('identity');
  expect(store('x'.repeat(1024)).encoding).toBe('br');
});

test('what never changes at its address is kept as small as can be at once', () => {
  const page = store(rows, { cacheControl: 'public, max-age=31536000, immutable' });
  expect([page.isSmallest, store(rows).isSmallest]).toEqual([true, false]);
  expect(page.body.length).toBeLessThan(store(rows).body.length);
  expect(uncompressedBody(page).toString()).toBe(rows);
});

test('every change of a page changes its ETag, which is of its own bytes however they are compressed', () => {
  const page = (price: string, over = {}) => store('<p>'.repeat(500) + price, over).etag;
  expect(page('12.00')).toBe(page('12.00', { cacheControl: 'public, max-age=31536000, immutable' }));
  expect(page('12.00')).not.toBe(page('12.01'));
});

test('a page weighs what is kept of it', () => {
  const page = store(rows);
  const before = estimatePageBytes(page, '/a');
  expect(before).toBeGreaterThan(page.body.length + 'content-typetext/html'.length + 'product:1'.length);
  page.gzip = Buffer.alloc(5000);
  expect(estimatePageBytes(page, '/a')).toBe(before + 5000);
  expect(estimatePageBytes({ ...page, tags: ['product:1', 'catalog'] }, '/a')).toBeGreaterThan(before + 5000);
  expect(estimatePageBytes({ ...page, names: { variants: [7, 8] } }, '/a')).toBe(before + 5016);
});
