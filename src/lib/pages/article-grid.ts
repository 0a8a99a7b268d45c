/** Layout of an article list on a wide screen. Pure. */

export interface ArticleGrid {
  /** The first article spans the full width above the others. */
  hasFeature: boolean;
  /** Columns of the other articles. */
  columns: 2 | 3;
}

/**
 * Chooses columns that fill the last row; if all articles leave a gap, the first one is featured.
 * @param count articles on the page
 */
export function articleGrid(count: number): ArticleGrid {
  const rest = count - 1;
  const hasFeature = rest % 2 === 0 || rest % 3 === 0;
  const inColumns = hasFeature ? rest : count;
  return { hasFeature, columns: inColumns > 0 && inColumns % 3 === 0 ? 3 : 2 };
}
