import type { ProductDetail } from '#lib/contract/storefront.ts';
import { mostOffers } from '#lib/pages/product-ld.ts';
import type { ProductData } from './product-data.ts';

/** What the page tells its form's island of a product, and no more: it is a part of the page. */
export function formData(product: ProductDetail): ProductData {
  const { id, title, seo_url, isPreSale, is_virtual, noOptions, options, variants, custom_options } = product;
  const { sku_id, sku, sale_price, original_price } = variants;
  const isInFacts = !noOptions && sku_id.length <= mostOffers;
  const isAsEver = original_price.every((amount, row) => amount === sale_price[row]);
  return {
    ...{ id, title, seo_url, isPreSale, is_virtual, noOptions, custom_options },
    variants: {
      ...variants,
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
