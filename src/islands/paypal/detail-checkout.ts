/** From an approved payment on the product page to its checkout: one line, bought now (R64, R65). */
import { announce } from '#lib/announce.ts';
import { buyNow } from '#lib/bag/buy-now.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import type { ProductData } from '../product/product-data.ts';
import { showToast } from '../product/toast.ts';

/** Shows and reads out a message for so many milliseconds. */
export function say(message: string, ms: number): void {
  showToast(message, ms);
  announce(message);
}

/** @param option the name of the option that is not chosen; undefined when the variant cannot be had */
export function askToChoose(option: string | undefined, text: Words['text']): void {
  say(option ? text('selectOptions', { options: option }) : text('soldOut'), 2000);
}

/** Creates a checkout of the chosen variant. @returns its address with the payment, null when it was refused and said so */
export async function openCheckout(
  product: ProductData,
  wanted: { row: number; skuId: number; quantity: number; price: number },
  paypalOrderId: string,
): Promise<string | null> {
  const { noOptions, variants } = product;
  const options = product.options.map(({ name, values }, index) => ({
    name,
    value: values[variants.choice[wanted.row]?.[index] ?? -1]?.value ?? '',
  }));
  const line = {
    id: product.id,
    sku_id: wanted.skuId,
    title: product.title,
    price: wanted.price,
    quantity: wanted.quantity,
    options: noOptions ? [] : options,
  };
  const outcome = await buyNow(line, { paypalOrderId });
  if (outcome.kind === 'leave') return outcome.address;
  if ('message' in outcome) say(outcome.message, 3000);
  return null;
}
