import { expect, test, vi } from 'vitest';
import { keptByNumber } from '#lib/pages/kept-by-number.ts';

test('what is made from a number is made once, and no more of it is kept than was said', () => {
  const make = vi.fn((given: number) => `made of ${given}`);
  const kept = keptByNumber(2, make);
  expect([kept(1), kept(2), kept(1)]).toEqual(['made of 1', 'made of 2', 'made of 1']);
  expect(make).toHaveBeenCalledTimes(2);
  kept(3);
  expect(kept(1)).toBe('made of 1');
  expect(make).toHaveBeenCalledTimes(4);
});
