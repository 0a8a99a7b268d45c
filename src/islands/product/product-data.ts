/** Product data for the island of the product page, and for the page's other scripts. */
import { readIslandProps } from '#client/intent/astro-internals.ts';
import { listOptionCombinations } from '#lib/catalog/variant-table.ts';
import type { CustomOptionData, VariantTable } from '#lib/contract/product.ts';
import type { ProductDetail } from '#lib/contract/storefront.ts';
import { maxOffers } from '#lib/pages/product-json-ld.ts';

/** An option with its values as shown (R58): texts, colours or pictures. */
export interface ProductOptionData {
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
  options: ProductOptionData[];
  variants: VariantTable;
  custom_options: CustomOptionData[];
  /** `variants.picture` contains indexes of this list. */
  pictures: { id: string; width: number; height: number }[];
  /** Units left of each variant, once fetched (use-choice.ts). */
  remainingStock?: ReadonlyMap<number, number>;
}

/** Returns the page's product from the props of its form's island, so that the page contains it only once. */
export function readProduct(form: HTMLFormElement): ProductData {
  return restoreVariantChoices(readIslandProps(form.closest('astro-island')).product as ProductData);
}

/** Adds the choices that `formData` omits. */
export function restoreVariantChoices(product: ProductData): ProductData {
  const { variants, options } = product;
  const { choice } = variants;
  return {
    ...product,
    variants: { ...variants, choice: choice.length > 0 ? choice : listOptionCombinations(options) },
  };
}

/** Returns the product's props for its form's island, without the rest: they are part of the page. */
export function toProductFormProps(product: ProductDetail): ProductData {
  const { id, title, seo_url, isPreSale, is_virtual, noOptions, options, variants, custom_options } = product;
  const { sku_id, sku, sale_price, original_price, choice } = variants;
  const isInFacts = !noOptions && sku_id.length <= maxOffers;
  const isAsEver = original_price.every((amount, row) => amount === sale_price[row]);
  // With few variants and many values, the combinations are not even generated.
  const combinationCount = options.reduce((count, { values }) => count * values.length, 1);
  const hasEvery =
    choice.length === combinationCount && String(choice) === String(listOptionCombinations(options));
  return {
    ...{ id, title, seo_url, isPreSale, is_virtual, noOptions, custom_options },
    variants: {
      ...variants,
      // Omitted if the product has every combination.
      choice: hasEvery ? [] : choice,
      original_price: isAsEver ? [] : original_price,
      // The page's structured data contains them (client/product/update-page-for-variant.ts).
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
