/** How near what was typed is to a word of the shop. Pure. */

/** The letters of a word as 32 bits: tells most words that are too different without comparing them letter by letter. */
export function letterBits(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Mistakes that are forgiven: none in one or two letters and in numbers, one up to seven letters, two beyond. */
export function maxMistakes(typed: string): 0 | 1 | 2 {
  if (typed.length < 3 || /\p{N}/u.test(typed)) return 0;
  return typed.length < 8 ? 1 : 2;
}

/** Whether `typed` could be a word with these letters, with at most `limit` mistakes: each brings in one foreign letter at most. */
export function mayBeNear(typed: number, letters: number, limit: number): boolean {
  let foreign = typed & ~letters;
  for (let left = limit; foreign !== 0; left -= 1) {
    if (left === 0) return false;
    foreign &= foreign - 1;
  }
  return true;
}

/**
 * Letters left out, put in, mistaken or swapped with their neighbour between `typed` and `word`, or where that is less,
 * between `typed` and the beginning of `word`.
 * @returns `whole` and `beginning`; anything above `limit` stands for "too far"
 */
export function mistakes(typed: string, word: string, limit: number): { whole: number; beginning: number } {
  const far = { whole: limit + 1, beginning: limit + 1 };
  if (typed.length - word.length > limit) return far;
  // More of a long word than this cannot be what was typed.
  const columns = Math.min(word.length, typed.length + limit);
  let before: number[] = [];
  let previous = Array.from({ length: columns + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    let least = row;
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
      least = Math.min(least, cost);
    }
    if (least > limit) return far;
    before = previous;
    previous = current;
  }
  return {
    whole: columns === word.length ? previous[columns]! : limit + 1,
    beginning: Math.min(...previous),
  };
}
