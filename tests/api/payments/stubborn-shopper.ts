/** A shopper on a server that is killed and restarted: repeats every request without a response, as the shop's pages do. */
import { setTimeout as pause } from 'node:timers/promises';
import * as codes from '#lib/contract/codes.ts';
import type { Envelope } from '#lib/contract/endpoint.ts';
import type { ProviderName } from '#lib/contract/provider-names.ts';
import { sandboxKeys } from '../../../src/sandbox/context.ts';
import type { Visitor } from '../harness/visitor.ts';
import { bagOf, filledIn, submit } from '../orders/fixture.ts';
import { cards } from './pay-shop.ts';
import type { ProcessShop } from './process-shop.ts';

/** The shopper's plan at the provider. */
export type Intent = 'pay' | 'be declined' | 'leave';

export class StubbornShopper {
  readonly #visitor: Visitor;
  readonly #processes: ProcessShop;
  readonly #provider: ProviderName;
  readonly #intent: Intent;
  /** Order number, '' until an order is placed. */
  orderNo = '';
  /** Whether the shop has reported the order as paid. */
  wasToldPaid = false;

  constructor(processes: ProcessShop, provider: ProviderName, intent: Intent) {
    this.#processes = processes;
    this.#visitor = processes.shopper();
    this.#provider = provider;
    this.#intent = intent;
  }

  /** Buys one unit and polls the payment until its outcome is clear, for a few seconds; a sold-out product is no failure. */
  async buy(product: { product: number; variant: number }): Promise<void> {
    const body = bagOf([product]);
    const opened = await insist(() => this.#visitor.call('POST /api/v1/checkout', { body }));
    if (!opened.data) return;
    const { token } = opened.data.checkout;
    const placed = await insist(() => submit(this.#visitor, token, filledIn));
    if (!placed.data) return;
    this.orderNo = placed.data.order_no;
    // With fifty kills most attempts get no response.
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const isOver = await this.#attempt().catch(onlyUnanswered);
      if (isOver || (await this.#follow())) return;
    }
  }

  /** @returns whether the shopper has left */
  async #attempt(): Promise<boolean> {
    const waiting = await this.#begin();
    if (this.#intent === 'leave') return true;
    await waiting?.();
    return false;
  }

  /** Polls until the payment has ended. @returns true if no further attempt is needed */
  async #follow(): Promise<boolean> {
    const body = { order_no: this.orderNo };
    for (let asked = 0; asked < 12; asked += 1) {
      const { data } = await insist(() => this.#visitor.call('POST /api/v1/payments/query/result', { body }));
      this.wasToldPaid ||= data?.status_key === 1;
      if (this.wasToldPaid || !data) return true;
      if (data.status_key !== 0) return this.#intent !== 'pay';
      if (!data.is_under_way) return this.#intent !== 'pay';
      await pause(200);
    }
    return true;
  }

  /** @returns the shopper's step if the provider waits for one, null otherwise */
  async #begin(): Promise<(() => Promise<void>) | null> {
    const order = { order_no: this.orderNo, provider: this.#provider };
    const isDirect = this.#provider === 'simulated' || this.#provider === 'ocean';
    if (isDirect) {
      if (this.#intent === 'leave') return null;
      const body = { ...order, card_token: await this.#cardToken() };
      await this.#visitor.call('POST /api/v1/payments/', { body });
      return null;
    }
    if (this.#provider === 'stripe' || this.#provider === 'airwallex') {
      const { data } = await this.#visitor.call('POST /api/v3/payments/', { body: order });
      const secret = data?.client_secret ?? '';
      const act = () => (this.#provider === 'stripe' ? this.#confirmIntent(secret) : this.#confirm(secret));
      return secret === '' ? null : act;
    }
    const { data } = await this.#visitor.call('POST /api/v2/payments/', { body: order });
    if (!data?.redirect_url) return null;
    const { searchParams } = new URL(data.redirect_url);
    const token = searchParams.get('token');
    return () => (token ? this.#approve(token) : this.#confirm(searchParams.get('secret') ?? ''));
  }

  get #number(): string {
    return this.#intent === 'pay' ? cards.works : cards.declined;
  }

  async #cardToken(): Promise<string> {
    const body = JSON.stringify({ number: this.#number, expiry: '12 / 40', cvc: '123' });
    const answer = await fetch(`${this.#processes.sandboxUrl}/gateway/v1/tokens`, { method: 'POST', body });
    return ((await answer.json()) as { token: string }).token;
  }

  async #confirm(client_secret: string): Promise<void> {
    const body = JSON.stringify({ client_secret, card_token: await this.#cardToken() });
    await fetch(`${this.#processes.sandboxUrl}/gateway/v1/confirm`, { method: 'POST', body });
  }

  async #confirmIntent(client_secret: string): Promise<void> {
    const [id] = client_secret.split('_secret_');
    const body = new URLSearchParams({
      key: sandboxKeys.stripePublishableKey,
      client_secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': this.#number,
    });
    await fetch(`${this.#processes.sandboxUrl}/v1/payment_intents/${id}/confirm`, { method: 'POST', body });
  }

  async #approve(token: string): Promise<void> {
    const decision = this.#intent === 'pay' ? 'approve' : 'cancel';
    const body = new URLSearchParams({ token, decision });
    await fetch(`${this.#processes.sandboxUrl}/checkoutnow`, { method: 'POST', body, redirect: 'manual' });
    if (decision === 'cancel') return;
    const query = { paypal_order_id: token, order_no: this.orderNo };
    await this.#visitor.call('GET /api/v1/payments/paypal/capture', { query });
  }
}

/** Accepts a broken connection or a truncated response, which a killed server causes; rethrows any other error. */
function onlyUnanswered(error: unknown): false {
  if (error instanceof TypeError || error instanceof SyntaxError) return false;
  throw error;
}

/** Repeats a call until the shop responds; the limit only ends a failed test. */
async function insist<Data>(call: () => Promise<Envelope<Data>>): Promise<Envelope<Data>> {
  let last: unknown = 'nothing';
  const remember = (error: unknown) => {
    last = error;
    return onlyUnanswered(error);
  };
  for (const deadline = performance.now() + 300_000; performance.now() < deadline; ) {
    const answer = await call().catch(remember);
    if (answer && answer.code !== codes.serverFailure) return answer;
    if (answer) last = `${answer.code} ${answer.msg}`;
    await pause(50);
  }
  throw new Error(`The shop did not answer in time: ${last}`, { cause: last });
}
