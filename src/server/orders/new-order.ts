import type { CheckoutInput } from '#lib/contract/wire-checkout.ts';
import type { Checkout, CheckoutChoices } from '../checkout/checkout.ts';
import type { CheckoutTotals } from '../checkout/checkout-totals.ts';
import type { PricedCheckout } from '../checkout/price-checkout.ts';
import type { Order } from './order.ts';
import { newOrderNo } from './order-no.ts';
import type { NewOrder } from './store.ts';

/** Data of a request to place an order, in addition to its checkout. */
export interface OrderRequest {
  requestFields: CheckoutInput;
  visitorHash: string;
  /** Keyed hash of the client's IP address. */
  clientHash: string;
  /** Language of the page; '' for the shop's default, null if unknown. */
  lang: string | null;
}

/** Returns a draft order: it has a number and prices, but cannot be paid before it is completed (R33). */
export function draftOrder(checkout: Checkout, quote: CheckoutTotals, now: number): NewOrder {
  const { tokenHash, linkId, shopId, visitorHash, customerId, choices, lang } = checkout;
  return {
    orderNo: newOrderNo(),
    checkoutHash: tokenHash,
    shopId,
    tokenHash,
    linkId,
    visitorHash,
    clientHash: '',
    customerId,
    email: choices.email,
    phone: '',
    address: choices.address,
    billing: choices.billing,
    currency: quote.bag.currency,
    amounts: quote.amounts,
    taxLines: quote.tax.lines,
    coupon: '',
    shippingTitle: '',
    arrives: null,
    paymentMethod: '',
    accountId: '',
    note: '',
    extraParams: {},
    lang,
    heldUntil: null,
    heldSince: null,
    orderTime: now,
    isDraft: true,
  };
}

/** Returns the unpaid order for a priced checkout. It does not hold stock yet. */
export function newOrder(
  checkout: Checkout,
  choices: CheckoutChoices,
  { quote, arrivals }: Pick<PricedCheckout, 'quote' | 'arrivals'>,
  { requestFields, visitorHash, clientHash, lang }: OrderRequest,
  now: number,
): NewOrder {
  const phone = choices.address.phone || choices.phone;
  return {
    ...draftOrder(checkout, quote, now),
    visitorHash,
    clientHash,
    email: choices.email.trim(),
    phone,
    address: { ...choices.address, phone },
    billing: quote.requiresShipping ? choices.billing : null,
    coupon: quote.bag.coupon,
    shippingTitle: quote.shipping?.title ?? '',
    arrives: arrivals.get(quote.shipping?.id ?? '') ?? null,
    paymentMethod: choices.paymentMethod,
    note: choices.note,
    extraParams: {
      ...requestFields.extra_params,
      ...(choices.taxId !== '' && { tax_id: choices.taxId }),
      ...(checkout.distinctId !== '' && { distinct_id: checkout.distinctId }),
      show_name: requestFields.show_name ?? 0,
    },
    lang: requestFields.lang ?? lang ?? checkout.lang,
    isDraft: false,
  };
}

/** Completes a draft order. Its number is kept, and so are its note and extra parameters unless the new order overwrites them. */
export function completeDraft(draft: Order, fullOrder: NewOrder): NewOrder {
  return {
    ...fullOrder,
    orderNo: draft.orderNo,
    note: fullOrder.note || draft.note,
    extraParams: { ...draft.extraParams, ...fullOrder.extraParams },
  };
}
