/** Tells the shop what became of a PayPal order in the browser, for support (API-061). */
import { api } from '#client/api/api.ts';

/**
 * Nobody waits for it, and it may be the last thing a page does.
 * @param orderId PayPal's, '' before there is one
 */
export function logStep(
  orderId: string,
  step: 'approved' | 'cancelled' | 'failed' | 'no-window',
  message = '',
): void {
  const body = { paypal_order_id: orderId, step, message: message.slice(0, 500) };
  void api('POST /api/v1/paypal/log/save', { body }, { keepalive: true, jumpLogin: false });
}
