/** Options of a product as shown: swatches and the pictures of their values. Pure. */
import type { GalleryPicture } from '../media/pictures-store.ts';
import type { ProductOption } from './records.ts';
import type { StoredOptions } from './stored-json.ts';

/**
 * @param gallery the product's pictures; one that shows a value becomes the picture of that value
 */
export function toOptions(stored: StoredOptions, gallery: readonly GalleryPicture[]): ProductOption[] {
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
