/** Order status numbers and their words (R61). */
import { boughtTexts, statusWords } from '../messages/order.ts';

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
  return statusWords(status, boughtTexts);
}

/** Only a pending order, or one whose payment failed, can be paid (ORD-14). */
export function isPayable(status: number): boolean {
  return status === orderStatus.pending || status === orderStatus.failed;
}

/** Paid, not held and not there yet: when it arrives is worth a word. */
export function isAwaited({ status_key, is_on_hold }: { status_key: number; is_on_hold: boolean }): boolean {
  return status_key >= orderStatus.paid && status_key <= orderStatus.shipped && !is_on_hold;
}

/** The shop has the money and owes the goods, or has sent them. */
export function isPaid(status: number): boolean {
  return status >= orderStatus.paid && status <= orderStatus.completed;
}
