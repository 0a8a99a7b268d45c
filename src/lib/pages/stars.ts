/** Star ratings, filled to a tenth of a star; StarsDrawing.astro and ReviewCard.tsx render them. Runs in the browser too. */

/**
 * Returns the SVG path of the filled part of a bar 84 units wide: the stylesheet masks five stars out of it (`.stars svg`).
 * @param average 0 to 5
 */
export function filledStarsPath(average: number): string {
  return `M0 0h${Math.ceil(toStarTenths(average) * 1.7)}v16H0z`;
}

/** Returns an average in tenths of a star, for text and drawing. */
export function toStarTenths(average: number): number {
  return Math.round(average * 10);
}
