/** Rules of reviews (R86). Pure. */

/**
 * Returns the average number of stars with one decimal, halves rounded up; 0 without reviews. Uses integer arithmetic, so that
 * 4.25 always becomes 4.3.
 */
export function averageStars(count: number, sum: number): number {
  return count === 0 ? 0 : Math.floor((sum * 20 + count) / (2 * count)) / 10;
}
