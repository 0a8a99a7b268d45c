/** How wide stars are drawn, to a tenth of a star; StarsDrawing.astro and ReviewCard.tsx draw them. Runs in the browser too. */

/**
 * The outline of the filled part, a bar 84 units long for five stars: the style sheet cuts the stars out of it (`.stars svg`).
 * @param average 0 to 5
 */
export function starsOutline(average: number): string {
  return `M0 0h${Math.ceil(tenths(average) * 1.7)}v16H0z`;
}

/** An average as it is said and drawn: in tenths of a star. */
export function tenths(average: number): number {
  return Math.round(average * 10);
}
