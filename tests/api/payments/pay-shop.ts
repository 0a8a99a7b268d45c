/** A shop that is paid through the sandbox: both run in this process on one clock, each with its own books. */

import { paymentJobs, paymentRecurringJobs } from '#server/payments/jobs.ts';
import { createProviders } from '#server/payments/providers.ts';
import { sandboxUrl } from '#server/payments/sandbox.ts';
import { createSandboxApp } from '../../../src/sandbox/app.ts';
import type { Sandbox } from '../../../src/sandbox/context.ts';
import { openLedger } from '../../../src/sandbox/ledger.ts';
import { Scenarios } from '../../../src/sandbox/scenarios.ts';
import { deliverDueWebhooks, queueEvent } from '../../../src/sandbox/webhooks.ts';
import { closeAtEnd } from '../harness/clean-up.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import type { Visitor } from '../harness/visitor.ts';
import type { TestShop, TestShopOptions } from '../harness.ts';
import { addProduct, createOrderShop, filledIn, order, stockOf } from '../orders/fixture.ts';
import { takeEveryMethod } from './every-method.ts';

export interface PayShop extends TestShop {
  sandbox: Sandbox;
  /** Sends a request of the shopper's browser to the sandbox. */
  visitSandbox(path: string, form?: Record<string, string>): Promise<Response>;
  /** Delivers the waiting webhooks and runs the jobs that they cause. */
  deliver(): Promise<void>;
  /** Runs the due jobs, optionally with reconciliation. */
  work(reconcile?: boolean): Promise<void>;
}

export async function createPayShop(options: TestShopOptions = {}): Promise<PayShop> {
  const shop = await createOrderShop(options);
  const { env } = shop.services;
  const sandbox: Sandbox = {
    ledger: openLedger(':memory:'),
    scenarios: new Scenarios(),
    publicUrl: sandboxUrl(env),
    shopUrl: env.SITE_URL,
    parentOrigins: [env.SITE_URL],
    now: shop.clock.now,
    fetch: async (address, init) => {
      const url = new URL(String(address));
      const headers = { ...(init?.headers as Record<string, string>), 'sec-fetch-site': 'none' };
      return shop.visitor().send(url.pathname, { ...init, headers });
    },
    notify: (provider, type, resource) => queueEvent(sandbox, provider, type, resource),
  };
  closeAtEnd(async () => sandbox.ledger.close());
  const app = createSandboxApp({ sandbox, allowControl: true, onHeartbeat: () => {} });
  shop.outside.fetch = async (address, init) => app.fetch(new Request(String(address), init));
  const outside = { fetch: shop.services.fetch, now: shop.clock.now };
  for (const [name, provider] of createProviders(env, outside)) shop.payments.set(name, provider);

  // A given database has its own settings or must stay empty.
  if (!options.database) await takeEveryMethod(shop);

  async function work(reconcile = false) {
    await runDueJobs(shop.services, paymentJobs, reconcile ? paymentRecurringJobs : []);
  }
  return Object.assign(shop, {
    sandbox,
    work,
    visitSandbox: async (path: string, form?: Record<string, string>) =>
      app.request(path, form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    async deliver() {
      sandbox.ledger.run('UPDATE deliveries SET next_at = 0 WHERE delivered_at IS NULL');
      await deliverDueWebhooks(sandbox);
      await work();
    },
  });
}

export const cards = {
  works: '4242424242424242',
  declined: '4000000000000002',
  secondStep: '4000000000003220',
};

/** Returns a card token, as the gateway's frame passes it to the page. */
export async function cardToken(shop: PayShop, number: string): Promise<string> {
  const answer = await shop.services.fetch(`${shop.sandbox.publicUrl}/gateway/v1/tokens`, {
    method: 'POST',
    body: JSON.stringify({ number, expiry: '12 / 40', cvc: '123' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

export interface Placed {
  visitor: Visitor;
  orderNo: string;
  token: string;
  /** Total in currency units, not minor units. */
  total: number;
  variant: number;
  product: number;
}

export async function placeOne(shop: PayShop, method = 'card', stock = 5): Promise<Placed> {
  const bowl = await addProduct(shop, { price: 2000, stock });
  const visitor = shop.visitor();
  const placed = await order(visitor, [bowl], { ...filledIn, payment_method: method });
  return { visitor, ...placed, ...bowl };
}

export async function payByCard(shop: PayShop, placed: Placed, number = cards.works) {
  const card_token = await cardToken(shop, number);
  return placed.visitor.call('POST /api/v1/payments/', {
    body: { order_no: placed.orderNo, provider: 'simulated', card_token },
  });
}

/** Starts a PayPal payment. @returns PayPal's order id */
export async function startPayPal(placed: Placed): Promise<string> {
  const started = await placed.visitor.data('POST /api/v2/payments/', {
    body: { order_no: placed.orderNo, provider: 'paypal' },
  });
  return new URL(started.redirect_url).searchParams.get('token') ?? '';
}

/** Submits the shopper's decision on PayPal's page. */
export function decide(shop: PayShop, id: string, decision: 'approve' | 'cancel', funding = 'works') {
  return shop.visitSandbox('/checkoutnow', { token: id, decision, funding });
}

/** Returns everything in the shop's books about an order; `payments` are whole rows. */
export async function ownBooks(shop: TestShop, { orderNo, variant }: Pick<Placed, 'orderNo' | 'variant'>) {
  const { read } = shop.db;
  const order = await read
    .selectFrom('orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  const payments = await read
    .selectFrom('payments')
    .selectAll()
    .where('order_no', '=', orderNo)
    .orderBy('id')
    .execute();
  const mails = await read
    .selectFrom('mails')
    .select('id')
    .where('dedupe_key', 'like', `%${orderNo}`)
    .execute();
  return { order, payments, mails: mails.length, stock: await stockOf(shop, variant) };
}

/** Returns everything in the shop's and the sandbox's books about an order. */
export async function books(shop: PayShop, placed: Placed) {
  const { order, payments, mails, stock } = await ownBooks(shop, placed);
  // Some gateways identify a payment by the shop's id of the attempt.
  const refs = payments.flatMap((payment) => [payment.provider_ref, payment.request_id]);
  const moves = shop.sandbox.ledger
    .all('SELECT * FROM moves')
    .filter((move) => refs.includes(String(move.payment_id)) || refs.includes(String(move.request_id)));
  return {
    status: order.status_key,
    hold: order.hold_reason,
    payments: payments.map((payment) => payment.state),
    mails,
    stock,
    moves: moves.map((move) => String(move.kind)),
  };
}
