/** Calculates star ratings, filled to a tenth of a star, for StarsDrawing.astro and ReviewCard.tsx. Also runs in the browser. */

/**
 * Returns the SVG path of the filled part of a star rating: a bar 84 units wide, which the stylesheet masks with five stars (`.stars svg`).
 * @param average 0 to 5
 */
export function filledStarsPath(average: number): string {
  return `M0 0h${Math.ceil(toStarTenths(average) * 1.7)}v16H0z`;
}

/** Returns an average rating in tenths of a star, for text and SVG. */
export function toStarTenths(average: number): number {
  return Math.round(average * 10);
}
