/** What PayPal leaves in this browser (R63): the approved payment, and that a payment failed before. */
import { deviceStorage } from '../storage/device-storage.ts';

const device = deviceStorage(() => localStorage);

export interface ApprovedPayment {
  orderId: string;
  /** Contact and address as GET /api/v1/paypal/convenient/payer gives them. */
  shipping: { email: string; phone: string; address: Record<string, string> } | null;
}

/** Keeps what the shopper approved, for the checkout to be filled with (PPX-12, PPX-24). */
export function saveApproved(approved: ApprovedPayment): void {
  device.set('paypal_order', JSON.stringify(approved));
}

/** The approved payment of this id, null when there is none or it is another's. */
export function readApproved(orderId: string): ApprovedPayment | null {
  try {
    const stored = JSON.parse(device.get('paypal_order') ?? 'null');
    return stored?.orderId === orderId ? { orderId, shipping: stored.shipping ?? null } : null;
  } catch {
    return null;
  }
}

/** After it was paid, or given up. */
export function forgetApproved(): void {
  device.set('paypal_order', '');
}

/** Records that a payment failed, so that no way to pay starts hidden (PAY-06, PPX-08). */
export function recordFailedPay(now: number): void {
  device.set('failed_pay', String(now));
}

export function hasFailedPay(): boolean {
  return (device.get('failed_pay') ?? '') !== '';
}

/** A payment succeeded: the shop's own order of methods holds again. */
export function forgetFailedPay(): void {
  device.set('failed_pay', '');
}
