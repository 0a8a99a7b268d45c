/** Product data for the island and the other scripts of the product page. */
import { readIslandProps } from '#client/intent/astro-internals.ts';
import { listOptionCombinations } from '#lib/catalog/variant-table.ts';
import type { CustomOptionData, VariantTable } from '#lib/contract/product.ts';
import type { ProductDetail } from '#lib/contract/storefront.ts';
import { maxOffers } from '#lib/pages/product-json-ld.ts';

/** A product option with its values as displayed (R58): texts, colours or images. */
export interface ProductOptionData {
  name: string;
  values: {
    value: string;
    /** A CSS colour. */
    color?: string | undefined;
    /** Id of an image. */
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
  options: ProductOptionData[];
  variants: VariantTable;
  custom_options: CustomOptionData[];
  /** Images of the product; `variants.picture` contains indexes of this list. */
  pictures: { id: string; width: number; height: number }[];
  /** Number of units left by variant id, once fetched (use-choice.ts). */
  remainingStock?: ReadonlyMap<number, number>;
}

/** Returns the page's product from the props of the product form's island, so that the page contains the data only once. */
export function readProduct(form: HTMLFormElement): ProductData {
  return restoreVariantChoices(readIslandProps(form.closest('astro-island')).product as ProductData);
}

/** Restores the option values of all variants, which `toProductFormProps` omits if the product has every combination. */
export function restoreVariantChoices(product: ProductData): ProductData {
  const { variants, options } = product;
  const { choice } = variants;
  return {
    ...product,
    variants: { ...variants, choice: choice.length > 0 ? choice : listOptionCombinations(options) },
  };
}

/**
 * Returns the props of the product form's island, with only the product fields that it needs, because island props increase the
 * size of the page.
 */
export function toProductFormProps(product: ProductDetail): ProductData {
  const { id, title, seo_url, isPreSale, is_virtual, noOptions, options, variants, custom_options } = product;
  const { sku_id, sku, sale_price, original_price, choice } = variants;
  const isInFacts = !noOptions && sku_id.length <= maxOffers;
  const isAsEver = original_price.every((amount, row) => amount === sale_price[row]);
  // Compare the counts first, so that the combinations are not generated for a product with few variants and many option values.
  const combinationCount = options.reduce((count, { values }) => count * values.length, 1);
  const hasEvery =
    choice.length === combinationCount && String(choice) === String(listOptionCombinations(options));
  return {
    ...{ id, title, seo_url, isPreSale, is_virtual, noOptions, custom_options },
    variants: {
      ...variants,
      // Omitted if the product has a variant for every combination of option values.
      choice: hasEvery ? [] : choice,
      original_price: isAsEver ? [] : original_price,
      // Omitted if the page's structured data contains the SKUs (client/product/update-page-for-variant.ts).
      sku: isInFacts ? [] : sku,
    },
    options: options.map(({ name, style, values }) => ({ name, values: values.map(lookOf(style)) })),
    pictures: product.pictures.map(({ id: picture, width, height }) => ({ id: picture, width, height })),
  };
}

type Option = ProductDetail['options'][number];

const lookOf =
  (style: Option['style']) =>
  ({ value, styleValue, picture }: Option['values'][number]) => ({
    value,
    ...(style === 2 && picture && { picture: picture.id }),
    ...(style === 3 && styleValue && { color: styleValue }),
  });
