/** Packing with one compressor. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressZstd } from '#server/cache/zstd.ts';

const page = (length: number) => Buffer.from('Jug and cup, '.repeat(length / 13));

test('gives what the documented way gives when it is told the length, one page after another', () => {
  for (const length of [2000, 300_000, 5_000_000, 1300, 100_000]) {
    const plain = page(length);
    const params = { [constants.ZSTD_c_compressionLevel]: 1 };
    const packed = compressZstd(plain);
    expect(packed).toEqual(zstdCompressSync(plain, { params, pledgedSrcSize: plain.length } as object));
    expect(zstdDecompressSync(packed).equals(plain)).toBe(true);
  }
});

test('what cannot be made smaller fits as well', () => {
  const noise = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (Math.sin(at) * 1e9) & 255));
  expect(zstdDecompressSync(compressZstd(noise)).equals(noise)).toBe(true);
});

test('takes no memory of its own for each page', () => {
  const plain = page(100_000);
  compressZstd(plain);
  const before = process.memoryUsage().arrayBuffers;
  for (let times = 0; times < 300; times += 1) compressZstd(plain);
  // zstdCompressSync holds 16 KB a page or more until V8 collects everything.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
});
