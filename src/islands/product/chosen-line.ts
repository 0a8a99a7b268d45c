/** What the form says is chosen, as a line of the bag. */
import type { NewLine } from '#lib/bag/line.ts';
import { pictureUrl } from '#lib/media/picture.ts';
import type { ProductData } from './product-data.ts';

/** The variant of a row, so many pieces of it. */
export function lineOf(form: HTMLFormElement, product: ProductData, row: number): NewLine {
  const { variants, options, pictures } = product;
  const skuId = variants.sku_id[row]!;
  const picture = pictures[Math.max(0, variants.picture[row] ?? 0)];
  const typed = Math.trunc(Number(new FormData(form).get('quantity') ?? 1));
  return {
    id: product.id,
    sku_id: skuId,
    quantity: typed >= 1 ? typed : 1,
    title: product.title,
    price: variants.sale_price[row] ?? 0,
    options: product.noOptions
      ? []
      : options.map(({ name, values }, index) => ({
          name,
          value: values[variants.choice[row]?.[index] ?? -1]?.value ?? '',
        })),
    image: picture ? pictureUrl(picture.id, 320, 'webp') : '',
    url: `/products/${product.seo_url}?variant=${skuId}`,
    pUrl: location.pathname,
    noOptions: product.noOptions,
    is_virtual: product.is_virtual,
  };
}
