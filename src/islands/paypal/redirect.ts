/** PayPal in the shopper's own window, if no other could be opened; it returns to /cart (docs/decisions/19-payments.md). */
import { api } from '#client/api/api.ts';
import { saveApproved } from '#client/checkout/order-trace.ts';
import { session } from '#client/stores/storage.ts';
import { shopPath } from '#lib/contract/safe-address.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { logStep } from './log-step.ts';

export interface Redirect {
  /** PayPal's order id. */
  orderId: string;
  /** Path of the checkout that waits for the payment. */
  checkout: string;
  /** Path to return to after a cancellation. */
  from: string;
}

const key = 'paypal_redirect';

/** Stores the redirect. @returns false if the browser cannot store it: the shopper could not come back */
export function rememberRedirect(redirect: Redirect): boolean {
  return session.set(key, JSON.stringify(redirect));
}

/** Returns the URL of PayPal's approval page, on the host of its SDK. */
export function approvalPage(config: Pick<PayPalConfig, 'sdk_url'>, orderId: string): string {
  const address = new URL('/checkoutnow', config.sdk_url);
  address.searchParams.set('token', orderId);
  return address.href;
}

/** Stores the payer's data, which fills in the checkout (PPX-12). */
export async function storePayer(orderId: string): Promise<void> {
  const payer = await api('GET /api/v1/paypal/convenient/payer', { query: { paypal_order_id: orderId } });
  saveApproved({ orderId, shipping: payer.code === 0 ? payer.data : null });
}

/**
 * Handles the return from PayPal: goes to the checkout if approved, back to the previous page if cancelled. Ignores the query
 * unless this tab left for that order.
 */
export async function endRedirect(query: URLSearchParams): Promise<void> {
  const redirect = takeRedirect();
  if (!redirect || redirect.orderId !== query.get('token')) return;
  if (!query.has('PayerID')) {
    logStep(redirect.orderId, 'cancelled');
    return location.replace(redirect.from);
  }
  logStep(redirect.orderId, 'approved');
  await storePayer(redirect.orderId);
  location.replace(redirect.checkout);
}

function takeRedirect(): Redirect | null {
  const stored = readJson(session.get(key)) as Partial<Redirect> | null;
  session.remove(key);
  const isShopPath = (path: unknown) => typeof path === 'string' && shopPath.test(path);
  return stored && isShopPath(stored.checkout) && isShopPath(stored.from) ? (stored as Redirect) : null;
}
