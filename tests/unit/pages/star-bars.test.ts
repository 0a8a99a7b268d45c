import { expect, it } from 'vitest';
import { starBars } from '#lib/pages/star-bars.ts';

it('draws each row of stars as its part of all reviews, the most stars first [PDP-17]', () => {
  const html = starBars([0, 0, 1, 2, 3], '{star} stars: {count} reviews');
  const rows = html.split('</li>').filter(Boolean);
  const drawn = rows.map((row) =>
    [/value="(\d)"/, /M0 3h(\d+)"\/><\/svg>/].map((part) => Number(part.exec(row)?.[1])),
  );
  expect(drawn).toEqual([
    [5, 50],
    [4, 33],
    [3, 17],
    [2, 0],
    [1, 0],
  ]);
});

it('draws nothing of nothing', () => {
  expect(starBars([0, 0, 0, 0, 0], '{star}')).not.toMatch(/NaN|h[1-9]\d?"\/><\/svg>/);
});
