/** How text becomes words to search by; the same for products and for what shoppers type. Pure. */

/** Words of one text that are indexed; a longer description is not searched to its end. */
const wordLimit = 400;

/** Scripts written without spaces: each character is a word of its own. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * `Éclair-bowl, 2×` → eclair as `éclair`, bowl, 2: lower case, without accents, letters and digits only.
 * @returns words in order of first appearance with how they were written, each once
 */
export function spelledWords(text: string, limit = wordLimit): Map<string, string> {
  const words = new Map<string, string>();
  for (const [run] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const spelling of unspaced.test(run) ? run : [run]) {
      const folded = fold(spelling);
      // Folding may part a run: ½ is 1 and 2.
      for (const [word] of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (words.size >= limit) return words;
        // No half of a character of two units: databases store it as another one.
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

/** The words alone. */
export function searchWords(text: string, limit = wordLimit): string[] {
  return [...spelledWords(text, limit).keys()];
}

/** Returns a SKU, barcode or handle as it is compared: `AA-100 mm` → `aa100mm`; '' without letters and digits. */
export function compactCode(text: string): string {
  return fold(text.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The text of HTML, for searching only. */
export function textOfHtml(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, ' ');
}
