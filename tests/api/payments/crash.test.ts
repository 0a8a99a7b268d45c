/**
 * The server is killed at every step of a payment and started again: then the shop's books and the sandbox's agree.
 * The sandbox is a process of its own, so that it goes on like a real provider. To catch a step, it does its work and
 * holds its answer back; the server is killed while it waits.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { createApp } from '#server/api/app.ts';
import { liveStates } from '#server/payments/payment.ts';
import { programEnv } from '../../program-env.ts';
import { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { addProduct, filledIn, order } from '../orders/fixture.ts';
import { cards, ownBooks } from './pay-shop.ts';

// Each test starts a server anew, which takes what the machine has left: the limit only ends a test that hangs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = new URL('../../../', import.meta.url).pathname;
let shop: TestShop;
let ports: { shop: number; sandbox: number };
let server: ChildProcess;
let sandbox: ChildProcess;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

function run(file: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(root, file)], {
    env: { ...programEnv, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const sandboxUrl = () => `http://localhost:${ports.sandbox}`;
const environment = () => ({
  ...shop.databaseEnv,
  PORT: String(ports.shop),
  SITE_URL: `http://localhost:${ports.shop}`,
  SHOP_URL: `http://127.0.0.1:${ports.shop}`,
  SANDBOX_PORT: String(ports.sandbox),
  SANDBOX_URL: sandboxUrl(),
});

async function startServer(): Promise<void> {
  server = run('tests/api/payments/server-process.ts', environment());
  await once(server.stdout!, 'data');
}

async function killServer(): Promise<void> {
  server.kill('SIGKILL');
  await once(server, 'exit');
}

/** Tries until what is expected holds; a step of another process has no event to wait for. The limit only ends a failed test. */
async function eventually<Value>(look: () => Promise<Value | undefined | false>): Promise<Value> {
  for (const deadline = performance.now() + 100_000; ; ) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`never: ${look}`);
    await pause(50);
  }
}

/** As eventually, for what the server's jobs bring about: whatever rests or was just put off is due again at each try. */
async function eventuallyByJobs(look: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    if (await look()) return true;
    const open = shop.db.write.updateTable('payments').set({ ask_at: 0 }).where('ask_at', '>', 0);
    await open.where('state', 'in', [...liveStates]).execute();
    // A job that runs is left to its process.
    const waiting = shop.db.write.updateTable('jobs').set({ run_at: 0 }).where('run_at', '>', 0);
    await waiting.where('state', '=', 'waiting').where('locked_until', '=', 0).execute();
    return false;
  });
}

/** The provider does its work and keeps the answer until `clear`; the shop's second try is kept waiting too. */
async function holdAnswer(call: string, ends = ''): Promise<void> {
  await control('answers', { call, ends, hold: true, times: 10 });
}

/** Lets time pass for what rests in the database: the next look of every job is due. */
async function age(): Promise<void> {
  const older = {
    created_at: sql<number>`created_at - 600000`,
    updated_at: sql<number>`updated_at - 600000`,
    ask_at: sql<number>`ask_at - 600000`,
  };
  await shop.db.write.updateTable('payments').set(older).execute();
  await shop.db.write
    .updateTable('jobs')
    .set({ run_at: 0, locked_until: 0 })
    .where('state', '=', 'waiting')
    .execute();
}

async function restart(): Promise<void> {
  await age();
  await startServer();
}

async function control<Answer>(path: string, body?: object): Promise<Answer> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await (await fetch(`${sandboxUrl()}/control/${path}`, init)).json()) as Answer;
}

type App = ReturnType<typeof createApp>;

/** A shopper who reaches the server over HTTP. */
function shopper(): Visitor {
  const request = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${ports.shop}${path}`, init);
  return new Visitor({ request } as unknown as App);
}

async function place(method: string, stock = 3) {
  const bowl = await addProduct(shop, { price: 2000, stock });
  const visitor = shopper();
  return { ...(await order(visitor, [bowl], { ...filledIn, payment_method: method })), visitor, ...bowl };
}
type Placed = Awaited<ReturnType<typeof place>>;

async function cardToken(number = cards.works): Promise<string> {
  const body = JSON.stringify({ number, expiry: '12 / 40', cvc: '123' });
  const answer = await fetch(`${sandboxUrl()}/gateway/v1/tokens`, { method: 'POST', body });
  return ((await answer.json()) as { token: string }).token;
}

async function startPayPal(placed: Placed): Promise<string> {
  const body = { order_no: placed.orderNo, provider: 'paypal' } as const;
  const { redirect_url } = await placed.visitor.data('POST /api/v2/payments/', { body });
  return new URL(redirect_url).searchParams.get('token') ?? '';
}

async function approve(token: string): Promise<void> {
  const body = new URLSearchParams({ token, decision: 'approve' });
  await fetch(`${sandboxUrl()}/checkoutnow`, { method: 'POST', body, redirect: 'manual' });
}

function capture(placed: Placed, paypal_order_id: string) {
  return placed.visitor.call('GET /api/v1/payments/paypal/capture', {
    query: { paypal_order_id, order_no: placed.orderNo },
  });
}

interface Move {
  kind: string;
  request_id: string;
  provider: string;
  amount: string;
}

/** The order in both books: ours, and the sandbox's captures and refunds of its attempts. */
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
  shop = await createTestShop({ now: Date.now() });
  ports = { shop: await freePort(), sandbox: await freePort() };
  sandbox = run('src/sandbox/main.ts', { ...environment(), SANDBOX_CONTROL: '1' });
  await startServer();
  await eventually(() =>
    fetch(`${sandboxUrl()}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});

afterAll(async () => {
  server.kill('SIGKILL');
  sandbox.kill('SIGKILL');
  await Promise.all(
    [server, sandbox].map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
  );
});

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
        fetch(`${sandboxUrl()}/gateway/second-step`, { method: 'POST', body: form, redirect: 'manual' }),
      );
    }
    const orders = shop.db.write.updateTable('orders').set({ held_until: 1 });
    await orders.where('order_no', 'in', [kept.orderNo, lost.orderNo]).execute();
    await age();
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
