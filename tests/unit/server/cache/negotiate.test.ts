import { describe, expect, it } from 'vitest';
import { chooseEncoding, matchesEtag } from '#server/cache/negotiate.ts';

describe('encodings', () => {
  it.each([
    [undefined, 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['brotli, sbr', 'identity'],
  ])('answers %j with %s', (header, expected) => expect(chooseEncoding(header)).toBe(expected));
});

describe('ETags', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('takes If-None-Match %j as %s', (header, expected) => expect(matchesEtag(header, '"a"')).toBe(expected));
});
