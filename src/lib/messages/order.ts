/** Texts of orders: totals and status (displayed on the checkout page too), the order page and the order look-up. */
import type { ReturnReason, ReturnState } from '../contract/return-reasons.ts';
import type { StaticTexts } from './format.ts';
import { lookupTexts } from './order-lookup.ts';

export const orderSummaryTexts = {
  discount: 'Discount',
  discountBy: 'Discount ({code})',
  shipping: 'Shipping',
  insurance: 'Insurance',
  tax: 'Tax',
  tip: 'Tip',
  total: 'Total',
  free: 'Free',
  insteadOf: 'instead of',
  gift: 'Gift',
  billingAddress: 'Billing address',
  pieces: 'Quantity',
  again: 'Try again',
  preOrdered: 'Pre-order',
  shipsFrom: 'ships from {date}',
  shipsWhenReady: 'ships when it is ready',

  // The keys of these labels contain the status number (R61).
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
  ...lookupTexts,
  order: 'Order',
  orderDetails: 'Order details',
  orderPlaced: 'Placed',
  orderGoesTo: 'Shipping to',
  orderPay: 'Pay now',
  parcel: 'Parcel',
  parcelOf: 'Parcel {at} of {of}',
  refunded: 'Refunded',
  taxOfPrices: 'Of which {tax}',

  printInvoice: 'Print invoice',
  helpTitle: 'Questions about this order?',
  helpWrite: 'Write to us:',

  returnAsk: 'Ask for a return',
  returnTitle: 'What would you like to send back?',
  returnPieces: 'Pieces of {title}',
  returnReason: 'Why?',
  returnWords: 'Anything we should know',
  returnSend: 'Ask for the return',
  returnNothing: 'Choose at least one piece.',
  returnOver: 'Some of these items can no longer be returned. Please reload the page to see which can.',
  returnDone: 'We have received your request and will email you soon.',
  returnLost: 'The form could not be loaded. Please try again.',
  returnOf: 'Return',
  reasonChangedMind: 'I changed my mind',
  reasonDamaged: 'It arrived damaged',
  reasonWrongItem: 'I got something else',
  reasonNotAsShown: 'It looks different from the pictures',
  reasonLate: 'It came too late',
  reasonOther: 'Another reason',
  returnAsked: 'Asked for',
  returnAccepted: 'Accepted: please send it back',
  returnRefused: 'Not accepted',
  returnArrived: 'Back with us',
  returnRefunded: 'Refunded',

  wasToArrive: 'Was to arrive by {day}. Write to us if it has not come.',
  orderProgress: 'Order status',
  stepPacked: 'Packed',
  stepSent: 'On its way',
  stepDelivered: 'Delivered',
  stepPartPacked: 'Packed in part',
  stepPartSent: 'Partly shipped',
  stepPartDelivered: 'Delivered in part',
  stepToCome: 'Still to come',
  noteUnpaid: 'We are still waiting for your payment. Nothing was charged so far.',
  noteFailed: 'The payment did not go through. Nothing was charged, and you can try again.',
  noteCancelled: 'This order was cancelled. Nothing is on its way to you.',
  noteRefunded: 'The money for this order was sent back the way it came.',
  noteHold:
    'We are looking at this order before it leaves. There is nothing you need to do: we write to you if we have a question.',
} as const;

/** Returns the label of an order status in the page's language; the API returns an English label. @param status number of R61 */
export function statusLabel(
  status: number | undefined,
  texts: StaticTexts<typeof orderSummaryTexts>,
): string {
  return texts[`status${status}` as keyof typeof texts] ?? texts.statusUnknown;
}

/** Returns the label of a return reason in the page's language. */
export function reasonLabel(reason: ReturnReason, texts: StaticTexts<typeof orderTexts>): string {
  const { reasonChangedMind, reasonDamaged, reasonWrongItem, reasonNotAsShown, reasonLate, reasonOther } =
    texts;
  const labels: Record<ReturnReason, string> = {
    ...{ changed_mind: reasonChangedMind, damaged: reasonDamaged, wrong_item: reasonWrongItem },
    ...{ not_as_shown: reasonNotAsShown, late: reasonLate, other: reasonOther },
  };
  return labels[reason];
}

/** Returns the label of a return's state in the page's language. */
export function returnLabel(state: ReturnState | 'refunded', texts: StaticTexts<typeof orderTexts>): string {
  const { returnAsked, returnAccepted, returnRefused, returnArrived, returnRefunded } = texts;
  const labels: Record<typeof state, string> = {
    ...{ asked: returnAsked, accepted: returnAccepted, refused: returnRefused, arrived: returnArrived },
    refunded: returnRefunded,
  };
  return labels[state];
}
