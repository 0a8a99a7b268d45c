import { expect, test } from 'vitest';
import { priceSlider } from '#lib/pages/price-slider.ts';
import { fc } from '../../../fast-check.ts';

const slide = (price_min: number, price_max: number, priceMin?: number, priceMax?: number) =>
  priceSlider({ price_min, price_max }, { priceMin, priceMax });

test('a slider has whole ends, and steps that a hundred keys go through [COLL-10]', () => {
  expect(slide(28, 261)).toEqual({ min: 25, max: 265, step: 5, from: 25, to: 265 });
  expect(slide(9.5, 60.2)).toEqual({ min: 9, max: 61, step: 1, from: 9, to: 61 });
  expect(slide(1200, 98_000)).toEqual({ min: 1000, max: 98_000, step: 1000, from: 1000, to: 98_000 });
});

test('thumbs stand where the filter says, within the ends, the lower one below [COLL-10]', () => {
  expect(slide(9, 61, 20, 40)).toMatchObject({ from: 20, to: 40 });
  expect(slide(9, 61, 5, 900)).toMatchObject({ from: 9, to: 61 });
  expect(slide(9, 61, 50, 20)).toMatchObject({ from: 50, to: 50 });
});

test('there is none where nothing can be chosen between [COLL-10]', () => {
  expect([slide(28, 28), slide(28, 29), slide(0, 0)]).toEqual([null, null, null]);
});

test('there is none while the filter names only prices below or above those of the list [COLL-10]', () => {
  expect([slide(9, 61, 1, 2), slide(9, 61, undefined, 8), slide(9, 61, 62)]).toEqual([null, null, null]);
  // Both thumbs can be dragged to the same end.
  expect([slide(9, 61, undefined, 9), slide(9, 61, 61)]).toMatchObject([
    { from: 9, to: 9 },
    { from: 61, to: 61 },
  ]);
});

test('every price of the list is between the ends [COLL-10]', () => {
  const amount = fc.double({ min: 0, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const found = slide(low, high);
      if (!found) return;
      const { min, max, step, from, to } = found;
      expect(min <= low && high <= max && min >= 0).toBe(true);
      expect((max - min) / step).toBeLessThanOrEqual(102);
      expect([from, to]).toEqual([min, max]);
    }),
  );
});
