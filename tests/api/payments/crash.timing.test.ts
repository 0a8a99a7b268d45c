/**
 * Kills the server at every step of a payment and starts it again: then the shop's books and the sandbox's agree. The sandbox
 * is a separate process that continues like a real provider. At each step it does its work and holds back its response;
 * the test kills the server while it waits.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestShop } from '../harness.ts';
import { addProduct, filledIn, order } from '../orders/fixture.ts';
import { cards, ownBooks } from './pay-shop.ts';
import { eventually, type Move, ProcessShop } from './process-shop.ts';

// Each test starts a server, which is slow on a busy machine: the limit only ends a test that hangs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let processes: ProcessShop;
let shop: TestShop;

const control = <Answer>(path: string, body?: object) => processes.control<Answer>(path, body);
const killServer = () => processes.kill();
const eventuallyByJobs = (look: () => Promise<boolean>) => processes.eventuallyByJobs(look);

/** Lets the provider do its work but hold back the response until `clear`, also on the shop's second attempt. */
async function holdAnswer(call: string, ends = ''): Promise<void> {
  await control('answers', { call, ends, hold: true, times: 10 });
}

async function restart(): Promise<void> {
  await processes.age();
  await processes.start();
}

async function place(method: string, stock = 3) {
  const bowl = await addProduct(shop, { price: 2000, stock });
  const visitor = processes.shopper();
  return { ...(await order(visitor, [bowl], { ...filledIn, payment_method: method })), visitor, ...bowl };
}
type Placed = Awaited<ReturnType<typeof place>>;

async function cardToken(number = cards.works): Promise<string> {
  const body = JSON.stringify({ number, expiry: '12 / 40', cvc: '123' });
  const answer = await fetch(`${processes.sandboxUrl}/gateway/v1/tokens`, { method: 'POST', body });
  return ((await answer.json()) as { token: string }).token;
}

async function startPayPal(placed: Placed): Promise<string> {
  const body = { order_no: placed.orderNo, provider: 'paypal' } as const;
  const { redirect_url } = await placed.visitor.data('POST /api/v2/payments/', { body });
  return new URL(redirect_url).searchParams.get('token') ?? '';
}

async function approve(token: string): Promise<void> {
  const body = new URLSearchParams({ token, decision: 'approve' });
  await fetch(`${processes.sandboxUrl}/checkoutnow`, { method: 'POST', body, redirect: 'manual' });
}

function capture(placed: Placed, paypal_order_id: string) {
  return placed.visitor.call('GET /api/v1/payments/paypal/capture', {
    query: { paypal_order_id, order_no: placed.orderNo },
  });
}

/** Reads the order in both books: ours, and the sandbox's captures and refunds of its attempts. */
async function books(placed: Placed) {
  const { order, payments, mails, stock } = await ownBooks(shop, placed);
  const held = await shop.db.read
    .selectFrom('reservations')
    .select('state')
    .where('order_no', '=', placed.orderNo)
    .execute();
  const moves = await control<Move[]>('moves');
  return {
    status: order.status_key,
    payments: payments.map((payment) => payment.state),
    mails,
    stock,
    reservations: held.map((reservation) => reservation.state),
    moves: moves.filter((move) => move.request_id.startsWith(`${placed.orderNo}-`)).map((move) => move.kind),
  };
}

const paidOnce = {
  status: 1,
  payments: ['captured'],
  mails: 1,
  stock: 2,
  reservations: ['final'],
  moves: ['capture'],
};

async function untilStatus(placed: Placed, status: number): Promise<void> {
  await eventuallyByJobs(async () => (await books(placed)).status === status);
}

beforeAll(async () => {
  processes = await ProcessShop.open();
  shop = processes.shop;
});
afterAll(() => processes.close());

describe('a server killed while an order is paid', () => {
  it('reserved: holds the pieces after the restart, takes no money, and lets go when the time is over [PAY-13]', async () => {
    const placed = await place('card');
    await killServer();
    await restart();
    expect(await books(placed)).toMatchObject({ status: 0, stock: 2, reservations: ['held'], moves: [] });
    await shop.db.write
      .updateTable('orders')
      .set({ held_until: 1 })
      .where('order_no', '=', placed.orderNo)
      .execute();
    await eventuallyByJobs(async () => (await books(placed)).stock === 3);
    expect(await books(placed)).toMatchObject({ reservations: ['released'], moves: [], mails: 0 });
  });

  it('provider’s order created, its id never learned: the attempt is given up and the order can be paid anew [PAY-13]', async () => {
    const placed = await place('paypal');
    await holdAnswer('POST /v2/checkout/orders');
    const before = (await control<{ paypal: unknown[] }>('payments')).paypal.length;
    startPayPal(placed).catch(() => {});
    await eventually(async () => (await control<{ paypal: unknown[] }>('payments')).paypal.length > before);
    await killServer();
    await control('clear', {});
    await restart();
    await eventuallyByJobs(async () => (await books(placed)).payments[0] === 'failed');
    const id = await startPayPal(placed);
    await approve(id);
    expect((await capture(placed, id)).data?.status).toBe('paid');
    expect(await books(placed)).toEqual({ ...paidOnce, payments: ['failed', 'captured'] });
  });

  it('approved, the shopper never came back: it is captured and recorded after the restart [PAY-13]', async () => {
    const placed = await place('paypal');
    const id = await startPayPal(placed);
    await killServer();
    await approve(id);
    await restart();
    await untilStatus(placed, 1);
    expect(await books(placed)).toEqual(paidOnce);
  });

  it('captured at PayPal, the answer never heard, no webhook either: recorded after the restart [PAY-13]', async () => {
    const placed = await place('paypal');
    const id = await startPayPal(placed);
    await approve(id);
    await control('webhooks', { hold: true });
    await holdAnswer('POST /v2/checkout/orders', '/capture');
    capture(placed, id).catch(() => {});
    await eventually(async () => (await books(placed)).moves.length === 1);
    await killServer();
    expect(await books(placed)).toMatchObject({ status: 0, payments: ['capturing'], mails: 0 });
    await restart();
    await untilStatus(placed, 1);
    expect(await books(placed)).toEqual(paidOnce);
    await control('clear', {});
    await control('deliver', {});
    expect(await books(placed)).toEqual(paidOnce);
  });

  it('charged by card, the answer never heard: recorded after the restart, not charged again [PAY-13]', async () => {
    const placed = await place('card');
    await control('webhooks', { hold: true });
    await holdAnswer('POST /gateway/v1/payments');
    const body = { order_no: placed.orderNo, provider: 'simulated', card_token: await cardToken() } as const;
    placed.visitor.call('POST /api/v1/payments/', { body }).catch(() => {});
    await eventually(async () => (await books(placed)).moves.length === 1);
    await killServer();
    await restart();
    await untilStatus(placed, 1);
    await control('clear', {});
    await control('deliver', {});
    expect(await books(placed)).toEqual(paidOnce);
  });

  it('recorded: ten completions at once after the restart change nothing, one order and one mail [PAY-12, PAY-13]', async () => {
    const placed = await place('paypal');
    const id = await startPayPal(placed);
    await approve(id);
    await capture(placed, id);
    await killServer();
    await restart();
    const answers = await Promise.all(Array.from({ length: 10 }, () => capture(placed, id)));
    expect(answers.map((answer) => answer.data?.status)).toEqual(Array(10).fill('paid'));
    expect(await books(placed)).toEqual(paidOnce);
  });

  it('captured late while the server was down: paid if the pieces are still there, sent back if not [PAY-13]', async () => {
    const [kept, lost] = [await place('card'), await place('card', 1)];
    const confirm: (() => Promise<unknown>)[] = [];
    for (const placed of [kept, lost]) {
      const card_token = await cardToken(cards.secondStep);
      const body = { order_no: placed.orderNo, provider: 'simulated', card_token } as const;
      const { redirect_url } = await placed.visitor.data('POST /api/v1/payments/', { body });
      const secret = new URL(redirect_url).searchParams.get('secret') ?? '';
      const form = new URLSearchParams({ secret, decision: 'confirm' });
      confirm.push(() =>
        fetch(`${processes.sandboxUrl}/gateway/second-step`, {
          method: 'POST',
          body: form,
          redirect: 'manual',
        }),
      );
    }
    const orders = shop.db.write.updateTable('orders').set({ held_until: 1 });
    await orders.where('order_no', 'in', [kept.orderNo, lost.orderNo]).execute();
    await processes.age();
    await eventuallyByJobs(async () => (await books(lost)).stock === 1 && (await books(kept)).stock === 3);
    await shop.db.write.updateTable('variants').set({ stock: 0 }).where('id', '=', lost.variant).execute();
    await killServer();
    for (const pay of confirm) await pay();
    await restart();
    await untilStatus(kept, 1);
    await untilStatus(lost, 6);
    expect(await books(kept)).toEqual(paidOnce);
    expect(await books(lost)).toMatchObject({
      payments: ['refunded'],
      mails: 0,
      moves: ['capture', 'refund'],
    });
  });

  it('leaves no money without an order: every capture of the sandbox is a paid order’s or was sent back [PAY-13]', async () => {
    const moves = await control<Move[]>('moves');
    const rows = await shop.db.read
      .selectFrom('payments')
      .innerJoin('orders', 'orders.order_no', 'payments.order_no')
      .select(['request_id', 'payments.state', 'payments.amount', 'status_key'])
      .execute();
    expect(moves.filter(({ kind }) => kind === 'capture')).toHaveLength(7);
    for (const { request_id, kind, amount } of moves) {
      const row = rows.find((entry) => entry.request_id === request_id);
      const wanted = kind === 'refund' ? ['refunded'] : ['captured', 'refunded'];
      expect(wanted).toContain(row?.state);
      expect(row?.status_key).toBe(row?.state === 'captured' ? 1 : 6);
      expect(Math.round(Number(amount) * (amount.includes('.') ? 100 : 1))).toBe(row?.amount);
    }
  });
});
