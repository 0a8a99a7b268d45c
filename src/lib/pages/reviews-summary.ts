/** Summarises a product's reviews in one sentence (PDP-17, R155). Pure. */
import type { Translator } from '#lib/messages/format.ts';
import type { pageTexts } from '#lib/messages/pages.ts';

/**
 * Returns a sentence with the number of five-star reviews or, if these are fewer than half, the number of reviews with four or five stars.
 * @param counts number of reviews with 1 to 5 stars, in that order
 * @returns '' for fewer than two reviews, or if none gives four or five stars
 */
export function reviewsSummary(counts: readonly number[], texts: Translator<typeof pageTexts>): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [, , , four = 0, five = 0] = counts;
  if (total < 2 || four + five === 0) return '';
  if (five === total) return texts.text('allGiveFive', { total });
  if (five * 2 >= total) return texts.text('giveFive', { count: five, total });
  return texts.text('giveFour', { count: four + five, total });
}
