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

export interface ShownVariantFacts {
  optionValues: readonly string[];
  /** Id of the picture it is shown by (`shownPicture`). */
  first: string | undefined;
}

/**
 * The second view of what a card shows: one that is pointed at must not turn from one colour into another. A picture is a view
 * of the variants that the merchant says (its option value, or variants that are shown by it); where neither is said, of
 * those whose value its alt text names, when it names one value only. What none of that tells is a view of all
 * variants if they look alike, and else of none.
 * @returns asked for each variant of these; what it needs is worked out once
 */
export function furtherViews<Picture extends Pick<GalleryPicture, 'id' | 'alt' | 'optionValue'>>(
  variants: readonly ShownVariantFacts[],
  gallery: readonly Picture[],
) {
  const firsts = new Map(variants.toReversed().map((variant) => [variant.first, variant]));
  const isAlike = firsts.size <= 1;
  const looks = isAlike ? [] : optionsByLook(variants);

  function shows(picture: Picture, variant: ShownVariantFacts): boolean {
    if (picture.optionValue !== '') return variant.optionValues.includes(picture.optionValue);
    if (isAlike) return true;
    if (firsts.has(picture.id)) return variant.first === picture.id;
    const text = words(picture.alt);
    const told = looks.map(({ values }) => values.filter((value) => text.includes(words(value))));
    return (
      told.some((values) => values.length > 0) &&
      told.every(
        (values) => values.length === 0 || (values.length === 1 && variant.optionValues.includes(values[0]!)),
      )
    );
  }

  return {
    /** @returns undefined where the variant has no second view */
    ofVariant: (variant: ShownVariantFacts): Picture | undefined =>
      gallery.find((picture) => picture.id !== variant.first && shows(picture, variant)),
    /** Whether pictures tell the values of this option apart. */
    tellApart: (option: number) => looks.some(({ at }) => at === option),
    /** The same for the card of a product as a whole, which shows the first picture of the gallery. */
    ofProduct(): Picture | undefined {
      const first = gallery[0]?.id;
      const variant = firsts.get(first) ?? (isAlike ? variants[0] : undefined);
      return variant && this.ofVariant({ ...variant, first });
    },
  };
}

/** The options that pictures tell apart, with their values: all variants of one value are shown by one picture. */
function optionsByLook(variants: readonly ShownVariantFacts[]): { at: number; values: string[] }[] {
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

/** ` two ink mugs ` of "Two ink mugs": a value is found in it as whole words only. */
function words(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}
