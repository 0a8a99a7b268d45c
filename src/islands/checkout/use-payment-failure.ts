/** Errors of earlier payment attempts, for the box above the payment methods. */
import { useEffect, useRef } from 'react';
import { api } from '#client/api/api.ts';
import { classifyPaymentError, type PaymentErrorKind } from '#lib/checkout/payment-error.ts';
import * as codes from '#lib/contract/codes.ts';
import { isPayable } from '#lib/orders/status.ts';
import type { CheckoutState } from './use-checkout.ts';

export interface PaymentFailure {
  kind: PaymentErrorKind;
  /** Replaces the advice for the kind, '' for none. */
  msg: string;
}

/** Returns the provider's reason why the order's last attempt was declined; '' if it was not. */
async function readReason(order_no: string): Promise<string> {
  const call = { body: { order_no } };
  const answer = await api('POST /api/v1/payments/query/result', call, { jumpLogin: false, timeout: 5000 });
  return answer.data?.reason ?? '';
}

/**
 * Returns the kind of a payment error. A message in another language than the shop's does not contain the reason, so it is
 * fetched with the order's last attempt.
 * @param reason from the error
 */
export async function readPaymentFailure(
  code: number,
  reason: string,
  order_no: string,
): Promise<PaymentFailure> {
  const kind = classifyPaymentError(code, reason);
  if (kind !== 'declined' || order_no === '') return { kind, msg: '' };
  return { kind: classifyPaymentError(code, await readReason(order_no)), msg: '' };
}

/** Reports a payment that was declined elsewhere, such as on a gateway's page: the shopper has come back to retry. */
export function useEarlierFailure(
  { checkout }: CheckoutState,
  onRefused: (refused: PaymentFailure) => void,
): void {
  const first = useRef({ checkout, onRefused });
  useEffect(() => {
    const { order_no, status_key } = first.current.checkout;
    // PayPal's result of this attempt is still pending.
    const isApproved = new URLSearchParams(location.search).has('paypalOrderId');
    if (order_no === '' || !isPayable(status_key) || isApproved) return;
    // An abandoned attempt leaves the order pending, so fetch the outcome of the last one.
    void readReason(order_no).then((reason) => {
      if (reason === '') return;
      first.current.onRefused({ kind: classifyPaymentError(codes.paymentDeclined, reason), msg: '' });
    });
  }, []);
}
