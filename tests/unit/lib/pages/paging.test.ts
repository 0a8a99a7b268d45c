import { describe, expect, test } from 'vitest';
import { paging } from '#lib/pages/paging.ts';
import { fc } from '../../../fast-check.ts';

describe('paging', () => {
  test('shows first, last, current and neighbours, with gaps between', () => {
    expect(paging(400, 10, 20).numbers).toEqual([1, null, 9, 10, 11, null, 20]);
    expect(paging(400, 1, 20).numbers).toEqual([1, 2, null, 20]);
  });

  test('a gap of one page is filled by its number', () => {
    expect(paging(100, 4, 20).numbers).toEqual([1, 2, 3, 4, 5]);
  });

  test('one page has no neighbours', () => {
    expect(paging(20, 1, 20)).toMatchObject({ last: 1, numbers: [1], previous: null, next: null });
    expect(paging(0, 1, 20)).toMatchObject({ last: 1, isBeyond: false });
  });

  test('beyond the last page the way back leads to the last one', () => {
    expect(paging(41, 9, 20)).toMatchObject({ last: 3, isBeyond: true, previous: 3, next: null });
  });

  test('numbers rise, stay within the list and name the current page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 300 }), (total, wanted) => {
        const { last } = paging(total, 1, 20);
        const current = Math.min(wanted, last);
        const numbers = paging(total, current, 20).numbers.filter((number) => number !== null);
        expect(numbers).toContain(current);
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
        expect(numbers[0]).toBe(1);
        expect(numbers.at(-1)).toBe(last);
      }),
    );
  });
});
