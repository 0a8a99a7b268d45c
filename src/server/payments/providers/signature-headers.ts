/** Where payment providers sign what they send. */
export const signatureHeaders: readonly string[] = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
  'gateway-signature',
  ...['x-signature', 'x-timestamp'],
  ...['getpay-signature', 'getpay-timestamp', 'x-linwei-sign', 'x-linwei-time'],
  'stripe-signature',
];
