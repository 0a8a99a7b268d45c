import type { NewLine } from '#lib/bag/line.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';
import { variantPath } from '#lib/pages/paths.ts';

/** Returns one unit of a variant as a bag line. @param price current price */
export function variantToBagLine(
  product: WireProduct,
  variant: WireProduct['variants'][number],
  price = variant.salePrice,
): NewLine {
  return {
    id: product.id,
    sku_id: variant.id,
    quantity: 1,
    title: product.title,
    price,
    options: product.options.map(({ name }, at) => ({ name, value: variant.optionValueNames[at] ?? '' })),
    image: variant.imgUrl || product.thumbnail,
    url: variantPath(product.seoUrl, variant.id),
    // `location` is undefined on the server, which calls this function only to price a set.
    pUrl: typeof location === 'undefined' ? '' : location.pathname,
    noOptions: product.options.length === 0,
    is_virtual: product.isVirtual,
  };
}
