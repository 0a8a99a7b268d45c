/** The words of an order: those of what it comes to and how far it is, which the checkout shows too, and those of its look-up. */
import type { Fixed } from './format.ts';

export const boughtTexts = {
  discount: 'Discount',
  shipping: 'Shipping',
  insurance: 'Insurance',
  tax: 'Tax',
  tip: 'Tip',
  total: 'Total',
  free: 'Free',
  gift: 'Gift',
  pieces: 'Quantity',
  again: 'Try again',

  // By the number of the status (R61).
  'status-1': 'Payment failed',
  status0: 'Pending payment',
  status1: 'Paid',
  status2: 'Processing',
  status3: 'Shipped',
  status4: 'Completed',
  status5: 'Cancelled',
  status6: 'Refunded',
  statusUnknown: 'Unknown',
} as const;

export const orderTexts = {
  orderNumber: 'Order number',
  orderEmail: 'E-mail',
  orderNotFound: 'We found no order with this number and e-mail address.',
  orderFind: 'Find my order',
  order: 'Order',
  orderDetails: 'Order details',
  orderPlaced: 'Placed',
  orderGoesTo: 'Goes to',
  orderPay: 'Pay now',
  parcel: 'Parcel',
  parcelUpdated: 'Updated',
  shippingInsurance: 'Shipping insurance',
  refunded: 'Sent back to you',
} as const;

/** A status in the page's language; the wire says it in English. @param status number of R61 */
export function statusWords(status: number | undefined, texts: Fixed<typeof boughtTexts>): string {
  return texts[`status${status}` as keyof typeof texts] ?? texts.statusUnknown;
}
