import type { PaymentProvider } from '#server/core/payment-provider.ts';

const refuse = () => Promise.reject(new Error('no payment is made in this test'));

/** A payment provider that shoppers can select and that rejects every call. */
export const idleProvider: PaymentProvider = {
  name: 'simulated',
  payee: 'shop',
  create: refuse,
  capture: refuse,
  status: refuse,
  find: refuse,
  refund: refuse,
  webhook: refuse,
  available: () => Promise.resolve(true),
};
