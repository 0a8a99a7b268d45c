/** From an approved payment on the product page to its checkout: one line, bought now (R64, R65). */

import { showFailure, showMessage } from '#client/adding/notices.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import type { ExpressSelection } from '../paypal/express.ts';
import { buyNow } from './buy-now.ts';
import type { ProductData } from './product-data.ts';

/** Says what has to be chosen first, or that it cannot be had. */
export function ask(message: string): void {
  showMessage(message, { type: 'error' });
}

/** Says why there is no payment, for so many milliseconds (PPX-21). */
export function refuse(message: string, ms: number, text: Words['text']): void {
  showFailure(message, { text }, ms);
}

/** Creates a checkout of the variant that PayPal's order was made of. @returns its address with the payment, null when it was refused and said so */
export async function openCheckout(
  product: ProductData,
  ordered: ExpressSelection['items'][number],
  paypalOrderId: string,
  text: Words['text'],
): Promise<string | null> {
  const { noOptions, variants } = product;
  const choice = variants.choice[variants.sku_id.indexOf(ordered.variant_id)];
  const options = product.options.map(({ name, values }, index) => ({
    name,
    value: values[choice?.[index] ?? -1]?.value ?? '',
  }));
  const line = {
    id: product.id,
    sku_id: ordered.variant_id,
    title: product.title,
    price: ordered.pay_amount,
    quantity: ordered.quantity,
    options: noOptions ? [] : options,
  };
  const outcome = await buyNow(line, { paypalOrderId });
  if (outcome.kind === 'leave') return outcome.address;
  if ('message' in outcome) refuse(outcome.message, 3000, text);
  return null;
}
