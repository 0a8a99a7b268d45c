/** How a list of articles is laid out on a wide screen. Pure. */

export interface ArticleGrid {
  /** The first stands before the others, over the whole width. */
  hasFeature: boolean;
  /** The others stand in so many columns. */
  columns: 2 | 3;
}

/**
 * Columns without a hole in the last row: where all articles leave one, the first is set apart.
 * @param count articles on the page
 */
export function articleGrid(count: number): ArticleGrid {
  const rest = count - 1;
  const hasFeature = rest % 2 === 0 || rest % 3 === 0;
  const inColumns = hasFeature ? rest : count;
  return { hasFeature, columns: inColumns > 0 && inColumns % 3 === 0 ? 3 : 2 };
}
