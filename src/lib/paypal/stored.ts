/** What PayPal leaves in this browser (R63): the approved payment; and whether a payment failed before. */
import type { CallData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import { deviceStorage } from '../storage/device-storage.ts';

const device = deviceStorage(() => localStorage);

export type Payer = CallData<Endpoints['GET /api/v1/paypal/convenient/payer']>;

export interface ApprovedPayment {
  orderId: string;
  /** Contact and address of the payer; null when PayPal did not tell. */
  shipping: Payer | null;
}

/** Keeps what the shopper approved, for the checkout to be filled with (PPX-12, PPX-24). */
export function saveApproved(approved: ApprovedPayment): void {
  device.set('paypal_order', JSON.stringify(approved));
}

/** The payer kept with this payment, null when there is none or what is stored is another's. */
export function savedPayer(orderId: string): Payer | null {
  try {
    const stored: Partial<ApprovedPayment> | null = JSON.parse(device.get('paypal_order') ?? 'null');
    const payer = stored?.orderId === orderId ? stored.shipping : null;
    return payer && typeof payer.email === 'string' && typeof payer.address === 'object' ? payer : null;
  } catch {
    return null;
  }
}

/** Whether a payment failed (lib/checkout/order-trace.ts writes it): buttons then do not start hidden (PPX-08). */
export function hasFailedPay(): boolean {
  return (device.get('failed_pay') ?? '') !== '';
}
