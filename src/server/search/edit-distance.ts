/** Calculates the edit distance between a typed word and an indexed word. Pure. */

/** Returns the letters of a word as a 32-bit mask, which rules out most dissimilar words without comparing letter by letter. */
export function letterBits(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/**
 * Returns how many typing mistakes to tolerate: none in words with digits or fewer than three letters, one in words of up to seven
 * letters, two in longer words.
 */
export function maxMistakes(typed: string): 0 | 1 | 2 {
  if (typed.length < 3 || /\p{N}/u.test(typed)) return 0;
  return typed.length < 8 ? 1 : 2;
}

/**
 * Compares two letter masks. Returns whether a typed word may be within `limit` mistakes of an indexed word: each mistake adds at
 * most one letter that the indexed word does not have.
 */
export function mayBeNear(typed: number, letters: number, limit: number): boolean {
  let foreign = typed & ~letters;
  for (let remaining = limit; foreign !== 0; remaining -= 1) {
    if (remaining === 0) return false;
    foreign &= foreign - 1;
  }
  return true;
}

/**
 * Returns the edit distance from `typed` to the whole `word` (`whole`), and to the closest prefix of `word` (`beginning`).
 * Omitting, adding or replacing a letter and swapping two adjacent letters each count as one.
 * @returns distances up to `limit` are exact; any value above `limit` means "too far"
 */
export function computeEditDistances(
  typed: string,
  word: string,
  limit: number,
): { whole: number; beginning: number } {
  const far = { whole: limit + 1, beginning: limit + 1 };
  if (typed.length - word.length > limit) return far;
  // A longer prefix of `word` is more than `limit` edits away from `typed`.
  const columns = Math.min(word.length, typed.length + limit);
  let before: number[] = [];
  let previous = Array.from({ length: columns + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    let rowMin = row;
    for (let column = 1; column <= columns; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (isSwap) cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
      rowMin = Math.min(rowMin, cost);
    }
    if (rowMin > limit) return far;
    before = previous;
    previous = current;
  }
  return {
    whole: columns === word.length ? previous[columns]! : limit + 1,
    beginning: Math.min(...previous),
  };
}
