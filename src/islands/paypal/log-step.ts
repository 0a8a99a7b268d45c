import { api } from '#client/api/api.ts';

/**
 * Reports a step of a PayPal order in the browser to the shop, for support (API-061). Not awaited: it may be a page's last
 * request.
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
