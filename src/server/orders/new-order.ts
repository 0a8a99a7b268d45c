/** What a checkout becomes when it is ordered. */
import type { SentCheckout } from '#lib/contract/wire-checkout.ts';
import type { Checkout, Choices } from '../checkout/checkout.ts';
import type { PricedCheckout } from '../checkout/price-checkout.ts';
import type { CheckoutTotals } from '../checkout/quote.ts';
import type { Order } from './order.ts';
import { newOrderNo } from './order-no.ts';
import type { NewOrder } from './store.ts';

/** What the call that orders says beside its checkout. */
export interface OrderedBy {
  /** Last changes of the checkout page. */
  sent: SentCheckout;
  visitorHash: string;
  /** Keyed hash of the address the call came from. */
  clientHash: string;
  /** Of the page it came from, '' for the shop's own, null where no page is named. */
  lang: string | null;
}

/** An order that has its number and its prices, and cannot be paid before it is completed (R33). */
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
    isBegun: true,
  };
}

/** The unpaid order of a checkout as it is wished and priced; it holds nothing yet. */
export function newOrder(
  checkout: Checkout,
  choices: Choices,
  { quote, arrivals }: Pick<PricedCheckout, 'quote' | 'arrivals'>,
  { sent, visitorHash, clientHash, lang }: OrderedBy,
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
      ...sent.extra_params,
      ...(choices.taxId !== '' && { tax_id: choices.taxId }),
      ...(checkout.distinctId !== '' && { distinct_id: checkout.distinctId }),
      show_name: sent.show_name ?? 0,
    },
    lang: sent.lang ?? lang ?? checkout.lang,
    isBegun: false,
  };
}

/** A begun order becomes this one: it keeps its number and what was said about it meanwhile. */
export function completeDraft(begun: Order, whole: NewOrder): NewOrder {
  return {
    ...whole,
    orderNo: begun.orderNo,
    note: whole.note || begun.note,
    extraParams: { ...begun.extraParams, ...whole.extraParams },
  };
}
