/** Pages as they are kept. */
import { expect, test } from 'vitest';
import { pack, unpack } from '#server/cache/packed.ts';

test('a page is kept at a fraction of its size and comes back byte for byte, whatever its script', () => {
  const rows = Array.from({ length: 900 }, (_, row) => `<li>Krug № ${row * 7919} – “grün”, 陶器 🏺</li>`);
  const text = rows.join('');
  const packed = pack(rows);
  expect(unpack(packed).toString()).toBe(text);
  expect(packed.length).toBe(Buffer.byteLength(text));
  expect(packed.bytes.length).toBeLessThan(packed.length / 4);
  expect(pack([text])).toEqual(packed);
});

test('pages that are packed one after the other do not share what they keep', () => {
  const [one, other] = ['one ', 'other '].map((word) => pack([word.repeat(100_000)]));
  expect(unpack(one!).toString()).toBe('one '.repeat(100_000));
  expect(unpack(other!).toString()).toBe('other '.repeat(100_000));
});

test('an answer too short to gain from it is kept as it is, and so are bytes', () => {
  expect(pack(['User-agent: *'])).toMatchObject({ encoding: 'identity', length: 13 });
  expect(unpack(pack(['User-', 'agent: *'])).toString()).toBe('User-agent: *');
  const bytes = Buffer.from([0, 255, 128, 1]);
  expect(unpack(pack(bytes))).toEqual(bytes);
});

test('every change of a page changes its ETag', () => {
  const page = (price: string) => pack(['<p>'.repeat(500), price]);
  expect(page('12.00').etag).toBe(page('12.00').etag);
  expect(page('12.00').etag).not.toBe(page('12.01').etag);
});
