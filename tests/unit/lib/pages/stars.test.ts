import { expect, it } from 'vitest';
import { filledStarsPath, toStarTenths } from '#lib/pages/stars.ts';

it('says and draws stars to a tenth of one', () => {
  expect([0, 4.26, 5].map(toStarTenths)).toEqual([0, 43, 50]);
  expect([0, 4.26, 5].map(filledStarsPath)).toEqual(['M0 0h0v16H0z', 'M0 0h74v16H0z', 'M0 0h85v16H0z']);
});
