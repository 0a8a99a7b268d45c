/** Which pictures of a product show which of its variants (R160). Pure. */
import type { GalleryPicture } from '../media/pictures-store.ts';

/** The variant's own picture, else the first that shows one of its option values, else the product's first. */
export function shownPicture(
  mediaId: string | null,
  optionValues: readonly string[],
  gallery: readonly GalleryPicture[],
): GalleryPicture | undefined {
  return (
    gallery.find((picture) => picture.id === mediaId) ??
    gallery.find((picture) => picture.optionValue !== '' && optionValues.includes(picture.optionValue)) ??
    gallery[0]
  );
}

interface Seen {
  optionValues: readonly string[];
  mediaId: string | null;
}

/**
 * The second view of what a card shows: one that is pointed at must not turn from one colour into another. A picture
 * is a view of the variants that the merchant says (its option value, or variants that have it as their own); where neither
 * is said, of those whose value its alt text names, when it names one value only. What none of that tells is a view of all
 * variants if they look alike, and else of none.
 * @returns what to show of a product whose pictures and variants these are: asked often, the rest is worked out once
 */
export function furtherViews(variants: readonly Seen[], gallery: readonly GalleryPicture[]) {
  const firsts = variants.map(
    ({ mediaId, optionValues }) => shownPicture(mediaId, optionValues, gallery)?.id,
  );
  const isAlike = new Set(firsts).size <= 1;
  const named = isAlike ? [] : lookValues(variants, firsts);

  function shows(picture: GalleryPicture, variant: Seen): boolean {
    if (picture.optionValue !== '') return variant.optionValues.includes(picture.optionValue);
    if (variants.some(({ mediaId }) => mediaId === picture.id)) return variant.mediaId === picture.id;
    if (isAlike) return true;
    const text = words(picture.alt);
    const told = named.map((values) => values.filter((value) => text.includes(words(value))));
    return (
      told.some((values) => values.length > 0) &&
      told.every(
        (values) => values.length === 0 || (values.length === 1 && variant.optionValues.includes(values[0]!)),
      )
    );
  }

  return {
    /** @returns undefined where the variant has no second view */
    ofVariant(variant: Seen, first: string | undefined): GalleryPicture | undefined {
      return gallery.find((picture) => picture.id !== first && shows(picture, variant));
    },
    /** The same for the card of a product as a whole, which shows the first picture of the gallery. */
    ofProduct(): GalleryPicture | undefined {
      const first = gallery[0]?.id;
      const variant = variants[firsts.indexOf(first)] ?? (isAlike ? variants[0] : undefined);
      return variant && this.ofVariant(variant, first);
    },
  };
}

/** For each option that pictures tell apart, its values: all variants of one value have one picture. */
function lookValues(variants: readonly Seen[], firsts: readonly (string | undefined)[]): string[][] {
  const options = variants[0]?.optionValues ?? [];
  return options
    .map((_, at) => {
      const pictureOf = new Map<string, string | undefined>();
      for (const [row, { optionValues }] of variants.entries()) {
        const value = optionValues[at]!;
        if (pictureOf.has(value) && pictureOf.get(value) !== firsts[row]) return [];
        pictureOf.set(value, firsts[row]);
      }
      return [...pictureOf.keys()];
    })
    .filter((values) => values.length > 1);
}

/** ` two ink mugs ` of "Two ink mugs": a value is found in it as whole words only. */
function words(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}
