import { describe, expect, it } from 'vitest';
import { startOfStretch } from '#server/catalog/related.ts';

describe('stretches of neighbours', () => {
  it('are 32 positions long where every position is taken', () => {
    const ends = { first: 0, last: 999 };
    expect([0, 31, 32, 999].map((at) => startOfStretch(at, ends, 1000))).toEqual([0, 0, 32, 992]);
  });

  it('are as many positions as 32 products usually take where the products stand far apart', () => {
    const ends = { first: 7, last: 7 + 999 * 10 };
    const starts = Array.from({ length: 1000 }, (_, rank) => startOfStretch(7 + rank * 10, ends, 1000));
    expect(new Set(starts).size).toBe(32);
    expect(starts[0]).toBe(7);
    expect(starts.filter((start) => start === starts[40])).toHaveLength(32);
  });

  it('begin before a product that was put ahead of the others, or behind them, since the ends were read', () => {
    const ends = { first: 100, last: 199 };
    expect(startOfStretch(50, ends, 100)).toBeLessThanOrEqual(50);
    expect(startOfStretch(250, ends, 100)).toBeLessThanOrEqual(250);
  });
});
