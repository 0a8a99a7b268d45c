/** How a shopper pays at each gateway of R72, so that one table of tests can apply the same faults to all of them. */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import { cards, cardToken, type PayShop, type Placed } from './pay-shop.ts';

export interface GatewayFlow {
  name: ProviderName & ('getpay' | 'apia' | 'linwei' | 'pingpong' | 'ocean' | 'airwallex');
  /** Starts a payment, up to the shopper's own step. */
  start(shop: PayShop, placed: Placed, card?: string): Promise<Begun>;
  /** The provider call with which the shop queries the status of a payment. */
  question: { call: string; ends?: string };
  /** Whether the gateway reports the payee. */
  namesPayee: boolean;
  /** Response to an accepted webhook that the gateway expects; default 204. */
  hears?: { status: number; text: string };
}

export interface Begun {
  /** Does the shopper's step: enters the card. @returns the shop's response code, 0 if the shop is not called */
  pay(): Promise<number>;
  /** Returns the client secret of the bank's second step, '' for none. */
  secondStep(): string;
}

function rowOf(shop: PayShop, { orderNo }: Placed) {
  return shop.sandbox.ledger.one(
    'SELECT * FROM card_payments WHERE request_id LIKE ? ORDER BY created_at DESC, rowid DESC',
    `${orderNo}-%`,
  );
}

/** Returns the sandbox's newest payment of an order. @throws Error if there is none */
export function paymentOf(shop: PayShop, placed: Placed) {
  const row = rowOf(shop, placed);
  if (!row) throw new Error('The gateway knows no payment of this order.');
  return row;
}

function secondStepOf(shop: PayShop, placed: Placed): string {
  const { status, client_secret } = paymentOf(shop, placed);
  return status === 'requires_action' ? String(client_secret) : '';
}

/** Confirms a payment as a gateway's own page or JavaScript kit does. */
async function confirm(shop: PayShop, placed: Placed, card: string): Promise<number> {
  const card_token = await cardToken(shop, card);
  await shop.services.fetch(`${shop.sandbox.publicUrl}/gateway/v1/confirm`, {
    method: 'POST',
    body: JSON.stringify({ client_secret: paymentOf(shop, placed).client_secret, card_token }),
  });
  return 0;
}

function redirect(name: GatewayFlow['name'], query: string): GatewayFlow {
  return {
    name,
    question: { call: `POST /${name}${query}` },
    namesPayee: true,
    async start(shop, placed, card = cards.works) {
      const started = await placed.visitor.data('POST /api/v2/payments/', {
        body: { order_no: placed.orderNo, provider: name },
      });
      if (!started.redirect_url.startsWith(`${shop.sandbox.publicUrl}/gateway/pay?`)) {
        throw new Error(`${name} leads to "${started.redirect_url}".`);
      }
      return {
        pay: () => confirm(shop, placed, card),
        secondStep: () => secondStepOf(shop, placed),
      };
    },
  };
}

export const gatewayFlows: GatewayFlow[] = [
  redirect('getpay', '/v1/orders/query'),
  redirect('apia', '/api/cashier/query'),
  redirect('linwei', '/gateway/payments/query'),
  redirect('pingpong', '/v4/payment/query'),
  {
    name: 'airwallex',
    question: { call: 'GET /airwallex/api/v1/pa/payment_intents/' },
    namesPayee: false,
    hears: { status: 200, text: '' },
    async start(shop, placed, card = cards.works) {
      await placed.visitor.data('POST /api/v3/payments/', {
        body: { order_no: placed.orderNo, provider: 'airwallex' },
      });
      return {
        pay: () => confirm(shop, placed, card),
        secondStep: () => secondStepOf(shop, placed),
      };
    },
  },
  {
    name: 'ocean',
    question: { call: 'POST /ocean/service/check/normal' },
    namesPayee: true,
    hears: { status: 200, text: 'receive-ok' },
    async start(shop, placed, card = cards.works) {
      const card_token = await cardToken(shop, card);
      const body = { order_no: placed.orderNo, provider: 'ocean' as const, card_token };
      return {
        async pay() {
          return (await placed.visitor.call('POST /api/v1/payments/', { body })).code;
        },
        secondStep: () => secondStepOf(shop, placed),
      };
    },
  },
];
