/** How text becomes words to search by; the same for both databases and for what shoppers type. Pure. */

/** Words of one product that are kept; a longer description is not searched to its end. */
const wordLimit = 400;

/** Words of a search that count. */
const queryLimit = 12;

/** Scripts written without spaces: each character is a word of its own. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * `Éclair-bowl, 2×` → `['eclair', 'bowl', '2']`: lower case, without accents, letters and digits only.
 * @returns words in order of first appearance, each once
 */
export function searchWords(text: string, limit = wordLimit): string[] {
  const words = new Set<string>();
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  for (const [run] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const word of unspaced.test(run) ? run : [run]) {
      words.add(word.slice(0, 64));
      if (words.size >= limit) return [...words];
    }
  }
  return [...words];
}

/** The words of what a shopper typed; [] finds nothing. */
export function queryWords(q: string): string[] {
  return searchWords(q.slice(0, 1000), queryLimit);
}

/** The text of HTML, for searching only. */
export function textOfHtml(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, ' ');
}
