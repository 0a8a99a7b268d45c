/** Order status numbers and their words (R61). */

import { statusTexts } from '../texts/order.ts';

export const orderStatus = {
  failed: -1,
  pending: 0,
  paid: 1,
  processing: 2,
  shipped: 3,
  completed: 4,
  cancelled: 5,
  refunded: 6,
} as const;

/** The words of a status, for `order_status` on the wire. */
export function orderStatusText(status: number): string {
  return statusWords(status, statusTexts);
}

/** Only a pending order, or one whose payment failed, can be paid (ORD-14). */
export function isPayable(status: number): boolean {
  return status === orderStatus.pending || status === orderStatus.failed;
}

/** The shop has the money and owes the goods, or has sent them. */
export function isPaid(status: number): boolean {
  return status >= orderStatus.paid && status <= orderStatus.completed;
}

/** A status in the page's language; the wire says it in English. @param status number of R61 */
export function statusWords(
  status: number | undefined,
  texts: Readonly<Record<keyof typeof statusTexts, string>>,
): string {
  return texts[`status${status}` as keyof typeof statusTexts] ?? texts.statusUnknown;
}
