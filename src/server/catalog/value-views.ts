/** How each value of a product's options looks, for choosing by it (CARD-05, R160). Pure. */
import type { Picture } from '#lib/media/picture.ts';
import type { GalleryPicture } from '../media/pictures-store.ts';
import type { ProductRecord } from './products-store.ts';
import { furtherViews } from './variant-views.ts';

export interface ValueViews {
  /** Of the value itself, else of the first variant that has it, where pictures tell its option apart. */
  picture?: Picture;
  /** A further view of the same. */
  second?: Picture;
}

/** @returns for the option at a position and one of its values */
export function valueViews({
  options,
  variants,
  gallery,
  title,
}: ProductRecord): (option: number, value: string) => ValueViews {
  const seen = variants.map((variant) => ({ ...variant, first: variant.picture?.id }));
  // The title in place of a text that the merchant did not write tells nothing.
  const told = gallery.map((picture) => ({ ...picture, alt: picture.alt === title ? '' : picture.alt }));
  const views = furtherViews(seen, told);
  return (option, value) => {
    const own = options[option]?.values.find((entry) => entry.value === value)?.picture;
    const variant = views.tellApart(option)
      ? seen.find(({ optionValues }) => optionValues[option] === value)
      : undefined;
    const picture = own ?? variant?.picture;
    const second = variant && views.ofVariant({ ...variant, first: picture?.id });
    return { ...(picture && { picture }), ...(second && { second: plain(second) }) };
  };
}

function plain({ optionValue, ...picture }: GalleryPicture): Picture {
  return picture;
}
