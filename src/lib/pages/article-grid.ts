/** Chooses the layout of an article list on wide screens. Pure. */

export interface ArticleGrid {
  /** True if the first article spans the full width above the others. */
  hasFeature: boolean;
  /** Number of columns for the other articles. */
  columns: 2 | 3;
}

/**
 * Chooses the number of columns so that the last row has no gap. Features the first article if the others fill their rows without a gap.
 * @param count number of articles on the page
 */
export function articleGrid(count: number): ArticleGrid {
  const rest = count - 1;
  const hasFeature = rest % 2 === 0 || rest % 3 === 0;
  const inColumns = hasFeature ? rest : count;
  return { hasFeature, columns: inColumns > 0 && inColumns % 3 === 0 ? 3 : 2 };
}
