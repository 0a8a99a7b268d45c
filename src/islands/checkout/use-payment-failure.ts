/** What became of the last try to pay, for the box above the card's fields. */
import { useEffect, useRef } from 'react';
import { api } from '#client/api/api.ts';
import { type PaymentErrorKind, paymentErrorKind } from '#lib/checkout/payment-error.ts';
import * as codes from '#lib/contract/codes.ts';
import { isPayable } from '#lib/orders/status.ts';
import type { CheckoutState } from './use-checkout.ts';

export interface PaymentFailure {
  kind: PaymentErrorKind;
  /** Words of its own in place of the kind's advice, '' for none. */
  msg: string;
}

/** Why the order's last attempt was refused, in the provider's words; '' where it was not. */
async function readReason(order_no: string): Promise<string> {
  const call = { body: { order_no } };
  const answer = await api('POST /api/v1/payments/query/result', call, { jumpLogin: false, timeout: 5000 });
  return answer.data?.reason ?? '';
}

/**
 * The kind of a refusal. In another language than the shop's a refusal's sentence says nothing of its reason, so the order's
 * last attempt is asked.
 * @param said with the refusal
 */
export async function readPaymentFailure(
  code: number,
  reason: string,
  order_no: string,
): Promise<PaymentFailure> {
  const kind = paymentErrorKind(code, reason);
  if (kind !== 'declined' || order_no === '') return { kind, msg: '' };
  return { kind: paymentErrorKind(code, await readReason(order_no)), msg: '' };
}

/** Tells of a payment that was refused elsewhere, at a gateway's own page say: the shopper has come back to try again. */
export function useEarlierFailure(
  { checkout }: CheckoutState,
  onRefused: (refused: PaymentFailure) => void,
): void {
  const first = useRef({ checkout, onRefused });
  useEffect(() => {
    const { order_no, status_key } = first.current.checkout;
    // PayPal's answer to this very try is on its way.
    const isApproved = new URLSearchParams(location.search).has('paypalOrderId');
    if (order_no === '' || !isPayable(status_key) || isApproved) return;
    // An attempt that was left keeps the order pending: what became of the last one is asked.
    void readReason(order_no).then((reason) => {
      if (reason === '') return;
      first.current.onRefused({ kind: paymentErrorKind(codes.paymentDeclined, reason), msg: '' });
    });
  }, []);
}
