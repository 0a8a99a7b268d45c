import { describe, expect, it } from 'vitest';
import { IdGaps } from '#server/cache/id-gaps.ts';
import { fc } from '../../../fast-check.ts';

const forEver = { keepFor: Number.POSITIVE_INFINITY, maxRanges: Number.POSITIVE_INFINITY };
const bare = (gaps: IdGaps) => gaps.ranges.map(({ from, to }) => [from, to]);

describe('ids that were given and not seen yet', () => {
  it('knows exactly what is missing below the highest, in whatever order ids appear', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 10 }),
        (ids, size) => {
          const gaps = new IdGaps(0, forEver);
          for (let at = 0; at < ids.length; at += size) {
            gaps.note(
              ids.slice(at, at + size).sort((a, b) => a - b),
              0,
            );
          }
          const missing = bare(gaps).flatMap(([from = 0, to = 0]) =>
            Array.from({ length: to - from + 1 }, (_, index) => from + index),
          );
          const highest = Math.max(...ids);
          expect(gaps.highest).toBe(highest);
          const expected = Array.from({ length: highest }, (_, index) => index + 1).filter(
            (id) => !ids.includes(id),
          );
          expect(missing.sort((a, b) => a - b)).toEqual(expected);
        },
      ),
    );
  });

  it('gives an id up after its time, counted from when it was first missed', () => {
    const gaps = new IdGaps(0, { keepFor: 100, maxRanges: 10 });
    gaps.note([3], 0);
    gaps.note([2], 50);
    gaps.note([], 99);
    expect(bare(gaps)).toEqual([[1, 1]]);
    gaps.note([], 100);
    expect(bare(gaps)).toEqual([]);
  });

  it('gives the oldest up when there are too many', () => {
    const gaps = new IdGaps(0, { keepFor: 100, maxRanges: 2 });
    gaps.note([2, 4, 6], 0);
    expect(bare(gaps)).toEqual([
      [3, 3],
      [5, 5],
    ]);
  });
});
