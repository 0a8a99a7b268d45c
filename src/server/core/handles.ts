/** Handles: the last segment of the URL of a product, collection, page or article. Pure. */

const maxLength = 200;

/**
 * Returns the URL handle for a text: `Tidal mug № 2` → `tidal-mug-no-2`, `Crème_Brûlée` → `crème_brûlée`. Letters of all scripts, their
 * combining marks, digits and `_` are preserved, so that a shop that migrates to Atoll keeps its URLs; every other run of characters
 * becomes a hyphen. Returns '' for a text with neither a letter nor a digit. Idempotent.
 */
export function toHandle(text: string): string {
  const handle = text
    .slice(0, 1000)
    .normalize('NFC')
    // Replace compatibility characters with plain letters: № becomes "No".
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, (sign) => (isJoiner(sign) ? sign : sign.normalize('NFKC')))
    .toLowerCase()
    // Remove emoji variation selectors and the combining keycap.
    .replace(/[\uFE0E\uFE0F\u20E3]/gu, '')
    // Keep zero-width joiners inside words, where Persian and Sinhala need them. Remove them elsewhere: they are invisible, so two
    // different handles would look the same.
    .replace(
      /(?<![\p{L}\p{M}])[\u200C\u200D]+|(?<=\p{Script=Latin})[\u200C\u200D]+|[\u200C\u200D]+(?!\p{L})/gu,
      '',
    )
    .replace(/(?<![\p{L}\p{M}\p{N}_])\p{M}+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_\u200C\u200D]+/gu, '-')
    .normalize('NFC')
    .replace(/^-+/, '')
    .slice(0, maxLength)
    // The slice may have cut a surrogate pair in half.
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[-\u200C\u200D]+$/, '');
  return /[\p{L}\p{N}]/u.test(handle) ? handle : '';
}

function isJoiner(sign: string): boolean {
  return sign === '\u200C' || sign === '\u200D';
}

/**
 * Returns the folded handle that earlier versions derived from a text, without combining marks and `_`: `バス` and `パス` both became `ハス`.
 * Shops imported by those versions still store such handles.
 */
export function toFoldedHandle(text: string): string {
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
