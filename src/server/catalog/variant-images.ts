/** Decides which images of a product show which of its variants (R160). Pure. */
import type { GalleryImage } from '../media/images-store.ts';

/** Returns the variant's own image, else the first image assigned to one of its option values, else the product's first image. */
export function findVariantImage(
  mediaId: string | null,
  optionValues: readonly string[],
  gallery: readonly GalleryImage[],
): GalleryImage | undefined {
  return (
    gallery.find((picture) => picture.id === mediaId) ??
    gallery.find((picture) => picture.optionValue !== '' && optionValues.includes(picture.optionValue)) ??
    gallery[0]
  );
}

export interface VariantImageInfo {
  optionValues: readonly string[];
  /** Id of the variant's image (`findVariantImage`). */
  first: string | undefined;
}

/**
 * Prepares functions that find the second image of a card, which is displayed on hover and must not show another colour. The first
 * applicable rule decides which variants an image shows:
 * - An image assigned to an option value shows the variants with that value.
 * - If all variants have the same image, every other image shows all variants.
 * - An image that is the own image of variants shows those variants.
 * - Any other image shows the variants whose option values its alt text names, if it names at most one value per option; without
 *   any value it shows none.
 * @returns functions that share one analysis of the gallery
 */
export function createSecondImageFinder<Picture extends Pick<GalleryImage, 'id' | 'alt' | 'optionValue'>>(
  variants: readonly VariantImageInfo[],
  gallery: readonly Picture[],
) {
  const firsts = new Map(variants.toReversed().map((variant) => [variant.first, variant]));
  const isAlike = firsts.size <= 1;
  const looks = isAlike ? [] : optionsByLook(variants);

  function shows(picture: Picture, variant: VariantImageInfo): boolean {
    if (picture.optionValue !== '') return variant.optionValues.includes(picture.optionValue);
    if (isAlike) return true;
    if (firsts.has(picture.id)) return variant.first === picture.id;
    const text = toPaddedWords(picture.alt);
    const namedValues = looks.map(({ values }) =>
      values.filter((value) => text.includes(toPaddedWords(value))),
    );
    return (
      namedValues.some((values) => values.length > 0) &&
      namedValues.every(
        (values) => values.length === 0 || (values.length === 1 && variant.optionValues.includes(values[0]!)),
      )
    );
  }

  return {
    /** Returns the second image of a variant; undefined if there is none. */
    ofVariant: (variant: VariantImageInfo): Picture | undefined =>
      gallery.find((picture) => picture.id !== variant.first && shows(picture, variant)),
    /** Returns whether images distinguish the values of this option. */
    tellApart: (option: number) => looks.some(({ at }) => at === option),
    /** Returns the second image for the card of a product as a whole, which displays the gallery's first image. */
    ofProduct(): Picture | undefined {
      const first = gallery[0]?.id;
      const variant = firsts.get(first) ?? (isAlike ? variants[0] : undefined);
      return variant && this.ofVariant({ ...variant, first });
    },
  };
}

/** Returns the options whose values are distinguished by images: all variants with the same value have the same image. */
function optionsByLook(variants: readonly VariantImageInfo[]): { at: number; values: string[] }[] {
  const options = variants[0]?.optionValues ?? [];
  return options.flatMap((_, at) => {
    const pictureOf = new Map<string, string | undefined>();
    for (const { optionValues, first } of variants) {
      const value = optionValues[at]!;
      if (pictureOf.has(value) && pictureOf.get(value) !== first) return [];
      pictureOf.set(value, first);
    }
    return pictureOf.size > 1 ? [{ at, values: [...pictureOf.keys()] }] : [];
  });
}

/** Normalises a text for whole-word search: "Two ink mugs" → ` two ink mugs `. */
function toPaddedWords(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}
