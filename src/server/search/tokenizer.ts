/** Splits text into searchable words, in the same way for products and for searches. Pure. */

/** Maximum number of words indexed per text; the rest of a longer description is not searchable. */
const wordLimit = 400;

/** Scripts written without spaces: each character becomes a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Splits a text into folded words: lower case, no accents, letters and digits only. `Éclair-bowl, 2×` becomes eclair (spelled
 * `éclair`), bowl and 2.
 * @returns each word once, in order of first appearance, with its spelling
 */
export function tokenizeKeepingOriginals(text: string, limit = wordLimit): Map<string, string> {
  const words = new Map<string, string>();
  for (const [run] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const spelling of unspaced.test(run) ? run : [run]) {
      const folded = fold(spelling);
      // Folding may split a word: ½ becomes 1 and 2.
      for (const [word] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (words.size >= limit) return words;
        // Never cut a surrogate pair in half: databases would store the half as a different character.
        const short = word.slice(0, 64).toWellFormed();
        if (!words.has(short))
          words.set(short, word === folded ? spelling.slice(0, 64).toWellFormed() : short);
      }
    }
  }
  return words;
}

const plain = /^[a-z0-9]*$/;

function fold(text: string): string {
  if (plain.test(text)) return text;
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

/** Splits a text into folded words, without their spellings. */
export function tokenize(text: string, limit = wordLimit): string[] {
  return [...tokenizeKeepingOriginals(text, limit).keys()];
}

/** Returns a SKU, barcode or handle in a normalized form for comparison: `AA-100 mm` → `aa100mm`; '' if it has no letters or digits. */
export function compactCode(text: string): string {
  return fold(text.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the text content of HTML; accurate enough for searching only. */
export function stripHtml(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, ' ');
}
