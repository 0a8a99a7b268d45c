/** Order status numbers and their words (R61). */
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

export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus];

const words: Record<OrderStatus, string> = {
  [-1]: 'Payment failed',
  0: 'Pending payment',
  1: 'Paid',
  2: 'Processing',
  3: 'Shipped',
  4: 'Completed',
  5: 'Cancelled',
  6: 'Refunded',
};

/** The words of a status, for `order_status` on the wire and on screen. */
export function orderStatusText(status: number): string {
  return words[status as OrderStatus] ?? 'Unknown';
}

/** Only a pending order, or one whose payment failed, can be paid (ORD-14). */
export function isPayable(status: number): boolean {
  return status === orderStatus.pending || status === orderStatus.failed;
}

/** The shop has the money and owes the goods, or has sent them. */
export function isPaid(status: number): boolean {
  return status >= orderStatus.paid && status <= orderStatus.completed;
}
