import { api } from '#client/api/api.ts';

/**
 * Logs a browser step of a PayPal payment on the server, for support (API-061). Callers do not wait for the response, because the
 * browser may already be leaving the page.
 * @param orderId PayPal's order id, '' before an order exists
 */
export function logStep(
  orderId: string,
  step: 'approved' | 'cancelled' | 'failed' | 'no-window',
  message = '',
): void {
  const body = { paypal_order_id: orderId, step, message: message.slice(0, 500) };
  void api('POST /api/v1/paypal/log/save', { body }, { keepalive: true, jumpLogin: false });
}
