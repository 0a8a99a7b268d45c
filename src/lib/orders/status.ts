/** Order status numbers and their labels (R61). */
import { orderSummaryTexts, statusLabel } from '../messages/order.ts';

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

/** Returns the English label of an order status, for `order_status` in API responses. */
export function orderStatusText(status: number): string {
  return statusLabel(status, orderSummaryTexts);
}

/** Returns true for a pending order or one whose payment failed (ORD-14). */
export function isPayable(status: number): boolean {
  return status === orderStatus.pending || status === orderStatus.failed;
}

/** Returns true if the order is paid, not on hold and not delivered yet, so that pages show its delivery estimate. */
export function isAwaitingDelivery({
  status_key,
  is_on_hold,
}: {
  status_key: number;
  is_on_hold: boolean;
}): boolean {
  return status_key >= orderStatus.paid && status_key <= orderStatus.shipped && !is_on_hold;
}

/** Returns true if the shop has received the money, whether or not it has shipped the order. */
export function isPaid(status: number): boolean {
  return status >= orderStatus.paid && status <= orderStatus.completed;
}
