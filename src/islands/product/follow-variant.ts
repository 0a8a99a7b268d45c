/** What follows the chosen variant beside the form: address, picture, item number. */
import { changePicture } from '#client/gallery.ts';
import { shownVariant } from '#lib/pages/shown-variant.ts';
import type { ProductData } from './product-data.ts';

export function followVariant(product: ProductData, skuId: number): void {
  const { row, picture, sku } = shownVariant(product, String(skuId));
  document.getElementById('sku')?.replaceChildren(sku);
  const address = new URL(location.href);
  address.searchParams.set('variant', String(skuId));
  history.replaceState(history.state, '', address);
  if ((product.variants.picture[row] ?? -1) >= 0) changePicture(picture);
}
