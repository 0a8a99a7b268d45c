/** Determines why earlier payment attempts failed, for the error box above the payment methods. */
import { useEffect, useRef } from 'react';
import { api } from '#client/api/api.ts';
import { classifyPaymentError, type PaymentErrorKind } from '#lib/checkout/payment-error.ts';
import * as codes from '#lib/contract/codes.ts';
import { isPayable } from '#lib/orders/status.ts';
import type { CheckoutState } from './use-checkout.ts';

export interface PaymentFailure {
  kind: PaymentErrorKind;
  /** Message that replaces the default advice for this kind of error, '' for none. */
  msg: string;
}

/** Returns the provider's reason why the order's last payment attempt was declined; '' if it was not declined. */
async function readReason(order_no: string): Promise<string> {
  const call = { body: { order_no } };
  const answer = await api('POST /api/v1/payments/query/result', call, { jumpLogin: false, timeout: 5000 });
  return answer.data?.reason ?? '';
}

/**
 * Returns the kind of a payment error. If code and message reveal only that the payment was declined, as with a message in another
 * language, the reason is fetched with the result of the order's last payment attempt.
 * @param reason message of the error
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

/** Calls `onRefused` if a payment was declined elsewhere, such as on a gateway's page, and the shopper has returned to retry. */
export function useEarlierFailure(
  { checkout }: CheckoutState,
  onRefused: (refused: PaymentFailure) => void,
): void {
  const first = useRef({ checkout, onRefused });
  useEffect(() => {
    const { order_no, status_key } = first.current.checkout;
    // After an approval at PayPal, the payment is still pending, so there is no failure to report yet.
    const isApproved = new URLSearchParams(location.search).has('paypalOrderId');
    if (order_no === '' || !isPayable(status_key) || isApproved) return;
    // The order is pending after a declined and after an abandoned payment attempt, so fetch the outcome of the last attempt.
    void readReason(order_no).then((reason) => {
      if (reason === '') return;
      first.current.onRefused({ kind: classifyPaymentError(codes.paymentDeclined, reason), msg: '' });
    });
  }, []);
}
