/** What the calls of one page say about how long it holds. */
export interface PageDependencies {
  tags: Set<string>;
  /** Earliest instant at which an answer changes by itself, ms UTC; null when none is known. */
  changesAt: number | null;
  /** A call failed (90000): the page must not be cached. */
  failed: boolean;
  /** A call failed because the database, or the platform at API_ORIGIN, could not be reached: the page cannot be rendered now. */
  unavailable: boolean;
}

export function noDependencies(): PageDependencies {
  return { tags: new Set(), changesAt: null, failed: false, unavailable: false };
}
