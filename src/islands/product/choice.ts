/** Reads the product form. The form's controls are the only state, so the variant that is added is always the displayed one. */
import type { NewLine } from '#lib/bag/line.ts';
import { findRow } from '#lib/catalog/variant-table.ts';
import { imageVariantUrl } from '#lib/media/image.ts';
import { variantPath } from '#lib/pages/paths.ts';
import type { ProductData } from './product-data.ts';

/** Returns the index of the chosen value for each option, -1 for none. */
export function chosenValues(form: HTMLFormElement, product: ProductData): number[] {
  if (product.noOptions) return product.variants.choice[0] ?? [];
  const fields = new FormData(form);
  return product.options.map((_, index) => Number(fields.get(`option-${index}`) ?? -1));
}

/** Returns the index of the chosen variant in the variant table, -1 for none. */
export function chosenVariantIndex(form: HTMLFormElement, product: ProductData): number {
  return findRow(product.variants, chosenValues(form, product));
}

/** Returns the form's first submit button, the default if the shopper pressed no button. */
export function findSubmitButton(form: HTMLFormElement): HTMLButtonElement | undefined {
  return ([...form.elements] as HTMLButtonElement[]).find(({ type }) => type === 'submit');
}

/** Returns a bag line with the variant at the given index of the variant table and the quantity in the form. */
export function readBagLine(form: HTMLFormElement, product: ProductData, variantIndex: number): NewLine {
  const { variants, options, pictures } = product;
  const skuId = variants.sku_id[variantIndex]!;
  const picture = pictures[Math.max(0, variants.picture[variantIndex] ?? 0)];
  const typed = Math.trunc(Number(new FormData(form).get('quantity') ?? 1));
  return {
    id: product.id,
    sku_id: skuId,
    quantity: typed >= 1 ? typed : 1,
    title: product.title,
    price: variants.sale_price[variantIndex] ?? 0,
    options: product.noOptions
      ? []
      : options.map(({ name, values }, index) => ({
          name,
          value: values[variants.choice[variantIndex]?.[index] ?? -1]?.value ?? '',
        })),
    image: picture ? imageVariantUrl(picture.id, 320, 'webp') : '',
    url: variantPath(product.seo_url, skuId),
    pUrl: location.pathname,
    noOptions: product.noOptions,
    is_virtual: product.is_virtual,
  };
}
