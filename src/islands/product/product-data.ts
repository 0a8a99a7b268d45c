/** What the product page says to its island (`#product-data`). */
import type { CustomOptionData, VariantTable } from '#lib/contract/product.ts';

export interface ProductData {
  id: number;
  title: string;
  seo_url: string;
  currency: string;
  isPreSale: boolean;
  is_virtual: boolean;
  noOptions: boolean;
  options: { name: string; values: { value: string }[] }[];
  variants: VariantTable;
  custom_options: CustomOptionData[];
  /** In the order that `variants.picture` counts in. */
  pictures: { id: string; width: number; height: number }[];
  /** Pieces left of each variant, once the shop has been asked (live-variants.ts). */
  left?: ReadonlyMap<number, number>;
}

export function readProduct(form: HTMLFormElement): ProductData {
  return JSON.parse(form.querySelector('#product-data')?.textContent ?? 'null');
}
