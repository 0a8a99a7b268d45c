/** Columns of `products` that count the published reviews by number of stars (docs/decisions/06-rendering.md). */
export const starColumns = ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5'] as const;

export type StarColumn = (typeof starColumns)[number];

/** Returns the numbers of published reviews with one star, two stars, and so on. */
export function getStarCounts(row: Record<StarColumn, number>): number[] {
  return starColumns.map((column) => row[column]);
}

/** Returns the column that counts the reviews with this number of stars. @param star 1 to 5 */
export function starColumn(star: number): StarColumn {
  const column = starColumns[star - 1];
  if (!column) throw new RangeError(`${star} is not a number of stars from 1 to 5`);
  return column;
}
