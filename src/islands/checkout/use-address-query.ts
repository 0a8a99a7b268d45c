/** What the redirect to the checkout hands over in its address: dc, scConfirm, paypalOrderId (R65). */
import { useEffect, useRef } from 'react';
import { api } from '#client/api.ts';
import { savedPayer } from '#client/checkout/order-trace.ts';
import type { SentCheckout } from '#lib/contract/wire-checkout.ts';
import type { CheckoutState } from './use-checkout.ts';

export function useAddressQuery(state: CheckoutState): void {
  const first = useRef(state);
  useEffect(() => {
    const { checkout, choose, refill } = first.current;
    const query = new URLSearchParams(location.search);
    const code = query.get('dc') ?? '';
    const paypalOrderId = query.get('paypalOrderId') ?? '';
    const changes: SentCheckout = {};
    if (code !== '' && code.toUpperCase() !== checkout.coupon) {
      changes.coupon = code;
      changes.scConfirm = query.get('scConfirm') === '1' ? 1 : 0;
    }
    if (paypalOrderId !== '' && paypalOrderId !== checkout.paypal_order_id) {
      changes.paypalOrderId = paypalOrderId;
      changes.payment_method = 'paypal';
    }
    if (Object.keys(changes).length > 0) void choose(changes);
    if (paypalOrderId !== '' && checkout.address.address1 === '') void prefill(paypalOrderId, refill);
  }, []);
}

/** The payer's contact and address as kept at the approval, else from PayPal (PPX-24); what cannot be read is typed by hand. */
async function prefill(paypal_order_id: string, refill: CheckoutState['refill']): Promise<void> {
  const payer =
    savedPayer(paypal_order_id) ??
    (await api('GET /api/v1/paypal/convenient/payer', { query: { paypal_order_id } })).data;
  if (!payer) return;
  const { email, address, phone } = payer;
  await refill({ email, address: { ...address, phone: address.phone || phone } });
}
