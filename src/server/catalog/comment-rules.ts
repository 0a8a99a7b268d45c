/** Rules of reviews (R86). Pure. */

/** Average with one decimal, halves up; 0 without reviews. Reckoned in whole tenths, so 4.25 is 4.3. */
export function averageStars(count: number, sum: number): number {
  return count === 0 ? 0 : Math.floor((sum * 20 + count) / (2 * count)) / 10;
}
