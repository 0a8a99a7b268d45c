/**
 * Handles payment at PayPal in the current window, if the browser blocked a popup. PayPal then redirects to /cart
 * (docs/decisions/19-payments.md).
 */
import { api } from '#client/api/api.ts';
import { savePayPalApproval } from '#client/checkout/order-trace.ts';
import { safeSessionStorage } from '#client/stores/storage.ts';
import { shopPathPattern } from '#lib/contract/safe-url.ts';
import type { PayPalConfig } from '#lib/paypal/button-visibility.ts';
import { parseStoredJson } from '#lib/storage/device-storage.ts';
import { logStep } from './log-step.ts';

export interface PayPalRedirect {
  /** PayPal's order id. */
  orderId: string;
  /** Path of the checkout to be paid. */
  checkout: string;
  /** Path to return to after a cancellation. */
  from: string;
}

const key = 'paypal_redirect';

/**
 * Stores the redirect.
 * @returns false if storage is unavailable: without the stored redirect, the page cannot handle the return from PayPal
 */
export function rememberRedirect(redirect: PayPalRedirect): boolean {
  return safeSessionStorage.set(key, JSON.stringify(redirect));
}

/** Returns the URL of PayPal's approval page, which has the same host as PayPal's SDK. */
export function approvalUrl(config: Pick<PayPalConfig, 'sdk_url'>, orderId: string): string {
  const address = new URL('/checkoutnow', config.sdk_url);
  address.searchParams.set('token', orderId);
  return address.href;
}

/** Fetches and stores the payer's data, which fills in the checkout (PPX-12). */
export async function storePayer(orderId: string): Promise<void> {
  const payer = await api('GET /api/v1/paypal/convenient/payer', { query: { paypal_order_id: orderId } });
  savePayPalApproval({ orderId, shipping: payer.code === 0 ? payer.data : null });
}

/**
 * Handles the return from PayPal: redirects to the checkout after approval, or to the previous page after cancellation. Ignores the
 * query unless this tab redirected to PayPal for the same order.
 */
export async function handlePayPalReturn(query: URLSearchParams): Promise<void> {
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

function takeRedirect(): PayPalRedirect | null {
  const stored = parseStoredJson(safeSessionStorage.get(key)) as Partial<PayPalRedirect> | null;
  safeSessionStorage.remove(key);
  const isShopPath = (path: unknown) => typeof path === 'string' && shopPathPattern.test(path);
  return stored && isShopPath(stored.checkout) && isShopPath(stored.from) ? (stored as PayPalRedirect) : null;
}
