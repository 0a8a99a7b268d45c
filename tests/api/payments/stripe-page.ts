/** Emulates Stripe's JavaScript in the shopper's page: confirms with a card at the sandbox, and does the bank's second step. */
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { sandboxKeys } from '../../../src/sandbox/context.ts';
import type { Intent } from '../../../src/sandbox/stripe-intents.ts';
import type { PayShop, Placed } from './pay-shop.ts';

export const stripeCards = {
  works: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  secondStep: '4000002500003155',
};

/** Stores settings of a shop that accepts cards only through Stripe. */
export function payByStripe(shop: PayShop, stripe: { is_authorize?: boolean } = {}) {
  const method = { method: 'stripe', provider: 'stripe', title: 'Card', flow: 'kit' } as const;
  const value = { methods: [{ ...method, account_id: 'stripe' }], stripe };
  return shop.db.transaction((trx) =>
    writeSetting(trx, 'payments', paymentSettings, value, shop.clock.now()),
  );
}

export function callStart(placed: Placed) {
  return placed.visitor.call('POST /api/v3/payments/', {
    body: { order_no: placed.orderNo, provider: 'stripe' },
  });
}

/** Starts an attempt. @returns the client secret for the page */
export async function start(placed: Placed): Promise<string> {
  const { code, msg, data } = await callStart(placed);
  if (code !== 0 || !data) throw new Error(`${code} ${msg}`);
  return data.client_secret;
}

/** @returns Stripe's response to the page: the intent, or `{error}` */
export async function confirm(shop: PayShop, secret: string, number = stripeCards.works) {
  const answer = await shop.services.fetch(
    `${shop.sandbox.publicUrl}/v1/payment_intents/${idOf(secret)}/confirm`,
    {
      method: 'POST',
      body: new URLSearchParams({
        key: sandboxKeys.stripePublishableKey,
        client_secret: secret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
      }),
    },
  );
  return (await answer.json()) as { status?: string; error?: Record<string, string> };
}

export async function answerBank(shop: PayShop, secret: string, decision: 'confirm' | 'refuse') {
  await shop.services.fetch(`${shop.sandbox.publicUrl}/stripe/second-step`, {
    method: 'POST',
    body: JSON.stringify({ client_secret: secret, decision }),
  });
}

export function idOf(secret: string): string {
  return secret.split('_secret_')[0] ?? '';
}

/** Changes the sandbox's record of a payment intent. */
export function tamper(shop: PayShop, secret: string, change: Partial<Intent>): void {
  const { ledger } = shop.sandbox;
  const row = ledger.one('SELECT body FROM stripe_intents WHERE id = ?', idOf(secret));
  const body = JSON.stringify({ ...JSON.parse(String(row?.body)), ...change });
  ledger.run('UPDATE stripe_intents SET body = ? WHERE id = ?', body, idOf(secret));
}

export function askResult(placed: Placed) {
  return placed.visitor.data('POST /api/v1/payments/query/result', { body: { order_no: placed.orderNo } });
}
