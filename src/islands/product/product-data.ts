/** What the product page says to its island, and what the page's other scripts read of it. */
import { propsOf } from '#client/seams.ts';
import type { CustomOptionData, VariantTable } from '#lib/contract/product.ts';

/** An option with its values as they are shown (R58): words, colours or pictures. */
export interface ShownOption {
  name: string;
  values: {
    value: string;
    /** A CSS colour. */
    color?: string | undefined;
    /** Id of a picture. */
    picture?: string | undefined;
  }[];
}

export interface ProductData {
  id: number;
  title: string;
  seo_url: string;
  isPreSale: boolean;
  is_virtual: boolean;
  noOptions: boolean;
  options: ShownOption[];
  variants: VariantTable;
  custom_options: CustomOptionData[];
  /** In the order that `variants.picture` counts in. */
  pictures: { id: string; width: number; height: number }[];
  /** Pieces left of each variant, once the shop has been asked (live-variants.ts). */
  left?: ReadonlyMap<number, number>;
}

/** The product of the page, as the island of its form was told it: no page says it twice. */
export function readProduct(form: HTMLFormElement): ProductData {
  return propsOf(form.closest('astro-island')).product as ProductData;
}
