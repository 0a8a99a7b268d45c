import { expect, it } from 'vitest';
import { starsOutline, tenths } from '#lib/pages/stars.ts';

it('says and draws stars to a tenth of one', () => {
  expect([0, 4.26, 5].map(tenths)).toEqual([0, 43, 50]);
  expect([0, 4.26, 5].map(starsOutline)).toEqual(['M0 0h0v16H0z', 'M0 0h74v16H0z', 'M0 0h85v16H0z']);
});
