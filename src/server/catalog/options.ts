/** Builds the displayed options of a product, with swatches and images. Pure. */
import type { GalleryImage } from '../media/images-store.ts';
import type { ProductOption } from './records.ts';
import type { StoredOptions } from './stored-json.ts';

/**
 * Returns the displayed options.
 * @param gallery the product's images; the image assigned to a value becomes that value's image
 */
export function toOptions(stored: StoredOptions, gallery: readonly GalleryImage[]): ProductOption[] {
  return stored.map((option) => ({
    name: option.name,
    style: option.style,
    values: option.values.map(({ media_id, ...value }) => {
      const shown =
        gallery.find((picture) => picture.id === media_id) ??
        gallery.find((picture) => picture.optionValue === value.value);
      if (!shown) return value;
      const { optionValue, ...picture } = shown;
      return { ...value, picture };
    }),
  }));
}
