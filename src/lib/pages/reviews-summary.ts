/** What all reviews of a product say, in one sentence (PDP-17, R155). Pure. */
import type { Says } from '#lib/messages/format.ts';
import type { pageTexts } from '#lib/messages/pages.ts';

/**
 * How many give five stars; where that is less than half, how many give four or five.
 * @param counts reviews with 1 to 5 stars, in that order
 * @returns '' where a single review, or nobody who is content, says it all already
 */
export function reviewsSummary(counts: readonly number[], texts: Says<typeof pageTexts>): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [, , , four = 0, five = 0] = counts;
  if (total < 2 || four + five === 0) return '';
  if (five === total) return texts.text('allGiveFive', { total });
  if (five * 2 >= total) return texts.text('giveFive', { count: five, total });
  return texts.text('giveFour', { count: four + five, total });
}
