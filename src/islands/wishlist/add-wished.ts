/** Puts the variant that was wished for into the bag; where that cannot be done here, its page opens. */
import type { MouseEvent } from 'react';
import { lineOf } from '#client/bag/variant-line.ts';
import { quickProduct } from '#client/cards/quick-product.ts';
import { isPlainClick } from '#client/is-plain-click.ts';
import { pageShop } from '#client/page-shop.ts';
import { chosenCurrency } from '#client/stores/currency.ts';
import { textsReady } from '#client/stores/texts.ts';
import { wordsOf } from '#lib/bag/shop-words.ts';
import { addToBag } from '../adding/add-to-bag.ts';

export async function addWished(
  event: MouseEvent<HTMLAnchorElement>,
  { id, variant: wished }: { id: number; variant: number | null },
): Promise<void> {
  if (!isPlainClick(event.nativeEvent)) return;
  event.preventDefault();
  const link = event.currentTarget;
  if (link.getAttribute('aria-busy') === 'true') return;
  link.setAttribute('aria-busy', 'true');
  const [quick] = await Promise.all([quickProduct(id), textsReady()]);
  link.removeAttribute('aria-busy');
  const variant = quick?.product.variants.find((one) => one.id === wished);
  const listed = quick?.listing.find(({ sku_id }) => sku_id === wished);
  if (!quick || !variant || !listed) return location.assign(link.href);
  const shop = pageShop();
  const line = lineOf(quick.product, variant, listed.sale_price);
  addToBag({ lines: [line] }, link, shop.bag, wordsOf(shop, chosenCurrency));
}
