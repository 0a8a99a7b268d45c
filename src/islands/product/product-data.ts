/** What the product page says to its island, and what the page's other scripts read of it. */
import { propsOf } from '#client/intent/astro-internals.ts';
import { everyChoice } from '#lib/catalog/variant-table.ts';
import type { CustomOptionData, VariantTable } from '#lib/contract/product.ts';
import type { ProductDetail } from '#lib/contract/storefront.ts';
import { maxOffers } from '#lib/pages/product-ld.ts';

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
  /** Pieces left of each variant, once the shop has been asked (use-choice.ts). */
  remainingStock?: ReadonlyMap<number, number>;
}

/** The product of the page, as the island of its form was told it: no page says it twice. */
export function readProduct(form: HTMLFormElement): ProductData {
  return withChoices(propsOf(form.closest('astro-island')).product as ProductData);
}

/** With the choices that the page leaves to be worked out (`formData`). */
export function withChoices(product: ProductData): ProductData {
  const { variants, options } = product;
  const { choice } = variants;
  return { ...product, variants: { ...variants, choice: choice.length > 0 ? choice : everyChoice(options) } };
}

/** What the page tells its form's island of a product, and no more: it is a part of the page. */
export function formData(product: ProductDetail): ProductData {
  const { id, title, seo_url, isPreSale, is_virtual, noOptions, options, variants, custom_options } = product;
  const { sku_id, sku, sale_price, original_price, choice } = variants;
  const isInFacts = !noOptions && sku_id.length <= maxOffers;
  const isAsEver = original_price.every((amount, row) => amount === sale_price[row]);
  // Of few variants and many values the combinations are not even counted out.
  const most = options.reduce((count, { values }) => count * values.length, 1);
  const hasEvery = choice.length === most && String(choice) === String(everyChoice(options));
  return {
    ...{ id, title, seo_url, isPreSale, is_virtual, noOptions, custom_options },
    variants: {
      ...variants,
      // A product with every combination names none.
      choice: hasEvery ? [] : choice,
      original_price: isAsEver ? [] : original_price,
      // The page's structured data names them (client/product/follow-variant.ts).
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
