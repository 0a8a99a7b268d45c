/** Words run together: kaffeetasse, sidetable. Pure. */

/** Letters of the shortest part. */
const shortest = 3;

/** What German puts between two parts, and `e`, which it may leave out there (Kerzenständer, Schulbuch). */
const links = ['s', 'n', 'en', 'es', 'er'];

/**
 * The parts of a compound, the one that says what it is last; the longest such part that is known.
 * @param isPart whether a word is known
 * @returns null where it has no two parts that are
 */
export function splitCompound(word: string, isPart: (part: string) => boolean): string[] | null {
  for (let at = shortest; at <= word.length - shortest; at += 1) {
    const head = word.slice(at);
    if (!isPart(head)) continue;
    const first = word.slice(0, at);
    const known = partsOf(first).find(isPart);
    if (known !== undefined) return [known, head];
    const more = partsOf(first)
      .map((part) => splitCompound(part, isPart))
      .find((parts) => parts !== null);
    if (more) return [...more, head];
  }
  return null;
}

/** The first part as it may stand by itself. */
function partsOf(first: string): string[] {
  const unlinked = links.filter((link) => first.endsWith(link)).map((link) => first.slice(0, -link.length));
  return [first, ...unlinked, `${first}e`].filter((part) => part.length >= shortest);
}

/** Letters of a part that is enough by itself. */
const telling = 4;

/**
 * The known end of a compound whose beginning is not known, else its known beginning: a Duschvase is a vase, a Rückgabefrist
 * is about returns.
 * @returns both parts; null where neither is known
 */
export function knownEnd(word: string, isPart: (part: string) => boolean): [string, string] | null {
  for (let at = shortest; at <= word.length - telling; at += 1) {
    if (isPart(word.slice(at))) return [word.slice(0, at), word.slice(at)];
  }
  for (let at = word.length - shortest; at >= telling; at -= 1) {
    const known = partsOf(word.slice(0, at)).find((part) => part.length >= telling && isPart(part));
    if (known !== undefined) return [known, word.slice(at)];
  }
  return null;
}
