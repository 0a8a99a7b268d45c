import type { PaymentProvider } from '#server/core/payment-provider.ts';

const refuse = () => Promise.reject(new Error('no payment is made in this test'));

/** A payment provider that can be chosen and refuses every call. */
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
