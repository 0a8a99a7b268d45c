import { expect, test } from 'vitest';
import { createTexts } from '#lib/messages/format.ts';
import { pageTexts } from '#lib/messages/pages.ts';
import { reviewsSummary } from '#lib/pages/reviews-summary.ts';

const said = (...counts: number[]) => reviewsSummary(counts, createTexts(pageTexts));

test('says how many give five stars, or four and five where that is less than half [PDP-17]', () => {
  expect(said(0, 0, 0, 1, 3)).toBe('3 of 4 reviews give five stars');
  expect(said(0, 0, 0, 1, 1)).toBe('1 of 2 reviews gives five stars');
  expect(said(0, 0, 1, 2, 2)).toBe('4 of 5 reviews give 4 or 5 stars');
  expect(said(0, 1, 1, 0, 1)).toBe('1 of 3 reviews gives 4 or 5 stars');
  expect(said(0, 0, 0, 0, 3)).toBe('All 3 reviews give five stars');
});

test('says nothing where one review says it all, or where nobody is content [PDP-17]', () => {
  expect([said(0, 0, 0, 0, 0), said(0, 0, 0, 0, 1), said(2, 0, 3, 0, 0)]).toEqual(['', '', '']);
});
