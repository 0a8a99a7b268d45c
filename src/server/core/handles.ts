/** Handles: the last part of the address of a product, a collection, a page or an article. Pure. */

const maxLength = 200;

/**
 * Returns the handle that a text is written as in addresses: `Tidal mug № 2` → `tidal-mug-no-2`, `Crème_Brûlée` →
 * `crème_brûlée`. Letters of all scripts, their marks, digits and `_` stay, so that a shop keeps its addresses when it moves
 * here; everything else becomes a hyphen. '' when the text has neither a letter nor a digit. The handle of a handle is the same.
 */
export function toHandle(text: string): string {
  const handle = text
    .slice(0, 1000)
    .normalize('NFC')
    // Signs that stand for letters: № is "No".
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, (sign) => (isJoiner(sign) ? sign : sign.normalize('NFKC')))
    .toLowerCase()
    // How an emoji is drawn, and the box around a digit.
    .replace(/[\uFE0E\uFE0F\u20E3]/gu, '')
    // Persian and Sinhala need joiners inside words. Elsewhere nobody sees them, so two handles would look the same.
    .replace(
      /(?<![\p{L}\p{M}])[\u200C\u200D]+|(?<=\p{Script=Latin})[\u200C\u200D]+|[\u200C\u200D]+(?!\p{L})/gu,
      '',
    )
    .replace(/(?<![\p{L}\p{M}\p{N}_])\p{M}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_\u200C\u200D]+/gu, '-')
    .normalize('NFC')
    .replace(/^-+/, '')
    .slice(0, maxLength)
    // Half of a character that the limit cut through.
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[-\u200C\u200D]+$/, '');
  return /[\p{L}\p{N}]/u.test(handle) ? handle : '';
}

function isJoiner(sign: string): boolean {
  return sign === '\u200C' || sign === '\u200D';
}

/**
 * Returns the handle that earlier versions made of a text: without marks and `_`, so that `バス` and `パス` were both `ハス`.
 * Shops that were filled by them still have it.
 */
export function foldedHandle(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .slice(0, 400)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 200)
    .replace(/^-+|-+$/g, '');
}
