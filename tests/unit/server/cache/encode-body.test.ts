import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compressMaxBrotli, encodeBody, gzip } from '#server/cache/encode-body.ts';

describe('what is cached of a page lies in memory of its own: a pool of 64 KB would stay with each', () => {
  const page = randomBytes(9000);
  const parts: [string, () => Buffer | Promise<Buffer>][] = [
    ['plain', () => encodeBody(Buffer.from('short'), false).body],
    ['brotli', () => encodeBody(page, false).body],
    ['brotli of what never changes', () => encodeBody(page, true).body],
    ['the smallest brotli', () => compressMaxBrotli(page)],
    ['gzip', () => gzip(page)],
  ];
  test.each(parts)('%s', async (_name, make) => {
    const bytes = await make();
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });
});
