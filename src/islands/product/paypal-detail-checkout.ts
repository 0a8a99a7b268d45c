/** From an approved payment on the product page to its checkout: one line, bought now (R64, R65). */

import { tell, tellFailed } from '#client/adding/tell.ts';
import type { NewLine } from '#lib/bag/line.ts';
import type { Words } from '#lib/bag/shop-words.ts';
import { buyNow } from './leave-with.ts';

/** Says what has to be chosen first, or that it cannot be had. */
export function ask(message: string): void {
  tell(message, { type: 'error' });
}

/** Says why there is no payment, for so many milliseconds (PPX-21). */
export function refuse(message: string, ms: number, text: Words['text']): void {
  tellFailed(message, { text }, ms);
}

/** Creates a checkout of what PayPal's order was made of. @returns its address with the payment, null when it was refused and said so */
export async function openCheckout(
  line: NewLine,
  paypalOrderId: string,
  text: Words['text'],
): Promise<string | null> {
  const outcome = await buyNow(line, { paypalOrderId });
  if (outcome.kind === 'leave') return outcome.address;
  if ('message' in outcome) refuse(outcome.message, 3000, text);
  return null;
}
