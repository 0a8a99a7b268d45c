/** Finds the existing name that is closest to a misspelled one, for "Did you mean" messages. Pure. */

/** Maximum number of characters to compare, because the cost is quadratic in the length. */
const maxLength = 80;

/**
 * Returns the candidate that is closest to a name, ignoring case; null if none is close enough to be a typo.
 * @param candidates existing names; of equally close ones the first wins
 */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  const limit = Math.max(1, Math.min(4, Math.ceil(name.length / 3)));
  let best: { candidate: string; distance: number } | null = null;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(normalise(name), normalise(candidate));
    if (distance <= limit && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate ?? null;
}

/** Returns `; did you mean "…"?` for the closest candidate, or `.` if none is close. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates);
  return nearest === null ? '.' : `; did you mean "${nearest}"?`;
}

const normalise = (name: string) => name.slice(0, maxLength).toLowerCase().replaceAll('_', '-');

/** Returns the edit distance of two texts: the number of insertions, deletions, substitutions and swaps of adjacent characters. */
function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let [beforeLast, last] = [[] as number[], b.map((_, at) => at + 1)];
  for (const [row, letter] of a.entries()) {
    const next: number[] = [];
    for (const [column, target] of b.entries()) {
      const diagonal = column === 0 ? row : last[column - 1]!;
      const left = column === 0 ? row + 1 : next[column - 1]!;
      let cost = Math.min(last[column]! + 1, left + 1, diagonal + (letter === target ? 0 : 1));
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === target;
      if (isSwap) cost = Math.min(cost, (column === 1 ? row - 1 : beforeLast[column - 2]!) + 1);
      next.push(cost);
    }
    [beforeLast, last] = [last, next];
  }
  return last.at(-1) ?? a.length;
}
