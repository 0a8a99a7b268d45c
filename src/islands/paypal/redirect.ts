/** PayPal in the shopper's own window, where no other could be opened: out, and back over /cart (docs/decisions/19-payments.md). */
import { api } from '#client/api/api.ts';
import { saveApproved } from '#client/checkout/order-trace.ts';
import { session } from '#client/stores/storage.ts';
import { ownPath } from '#lib/contract/safe-address.ts';
import type { PayPalConfig } from '#lib/paypal/rules.ts';
import { readJson } from '#lib/storage/device-storage.ts';
import { logStep } from './log-step.ts';

export interface Redirect {
  /** PayPal's order id. */
  orderId: string;
  /** Address of the checkout that waits for it. */
  checkout: string;
  /** Path the shopper left from, for one who cancels. */
  from: string;
}

const key = 'paypal_redirect';

/** @returns false where the browser can store nothing: the way back would be lost */
export function rememberRedirect(redirect: Redirect): boolean {
  return session.set(key, JSON.stringify(redirect));
}

/** Where PayPal asks for approval of an order, beside the address of its kit. */
export function approvalPage(config: Pick<PayPalConfig, 'sdk_url'>, orderId: string): string {
  const address = new URL('/checkoutnow', config.sdk_url);
  address.searchParams.set('token', orderId);
  return address.href;
}

/** Keeps who approved the payment, for the checkout to be filled with (PPX-12). */
export async function storePayer(orderId: string): Promise<void> {
  const payer = await api('GET /api/v1/paypal/convenient/payer', { query: { paypal_order_id: orderId } });
  saveApproved({ orderId, shipping: payer.code === 0 ? payer.data : null });
}

/**
 * Goes on where PayPal has sent the shopper back: to the checkout once approved, to the page they left when cancelled.
 * Only for an order this tab left for; anything else in the address is ignored.
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
  const isOwn = (path: unknown) => typeof path === 'string' && ownPath.test(path);
  return stored && isOwn(stored.checkout) && isOwn(stored.from) ? (stored as Redirect) : null;
}
