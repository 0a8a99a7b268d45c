import { expect, test } from 'vitest';
import { createDateFormatter } from '#lib/pages/dates.ts';

test('days are the same whichever instant of them is written', () => {
  const day = createDateFormatter('de');
  const texts = [0, 23, 24].map((hour) => day(Date.UTC(2026, 1, 28, hour)));
  expect(texts).toEqual(['28. Februar 2026', '28. Februar 2026', '1. März 2026']);
});
