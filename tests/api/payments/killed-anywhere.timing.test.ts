/**
 * Shoppers at all providers buy more than the stock while the server is killed again and again. Afterwards the shop's books,
 * the stock and the providers' books agree. A soak (`npm run soak`) kills it 50 times with 200 shoppers at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ProviderName } from '#lib/contract/provider-names.ts';
import { orderStatus } from '#lib/orders/status.ts';
import { openAttemptStates } from '#server/payments/attempts/payment.ts';
import { seed } from '../../fast-check.ts';
import { addProduct, stockOf } from '../orders/fixture.ts';
import { type Move, ProcessShop } from './process-shop.ts';
import { type Intent, StubbornShopper } from './stubborn-shopper.ts';

const isSoak = Boolean(process.env.SOAK);
const { shoppers, kills } = isSoak ? { shoppers: 200, kills: 50 } : { shoppers: 18, kills: 3 };
vi.setConfig({ testTimeout: isSoak ? 1_200_000 : 120_000, hookTimeout: 120_000 });

const providers: ProviderName[] = [
  ...(['simulated', 'paypal', 'stripe', 'getpay', 'apia', 'linwei', 'pingpong', 'ocean'] as const),
  'airwallex',
];
/** Most shoppers pay, so that more pay than there are units. */
const intents: Intent[] = ['pay', 'pay', 'pay', 'be declined', 'pay', 'pay', 'leave'];
/** A larger share in a soak: with almost as many units as concurrent shoppers, the slowest provider also sells some. */
const stockOfEach = Math.floor(shoppers / (isSoak ? 3 : 4));

let processes: ProcessShop;
beforeAll(async () => {
  processes = await ProcessShop.open();
});
afterAll(() => processes.close());

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
function random(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it(`loses, doubles and oversells nothing, killed ${kills} times [PAY-12, PAY-13]`, async () => {
  const { shop } = processes;
  const products = await Promise.all(
    [1, 2, 3].map(() => addProduct(shop, { price: 2000, stock: stockOfEach })),
  );
  const next = random(seed);
  const gone: StubbornShopper[] = [];
  let areKilling = true;
  let inFlight = 0;
  /** Number of shoppers in the middle of a purchase at each kill. */
  const met: number[] = [];
  const crowd = Array.from({ length: shoppers }, async (_, index) => {
    for (let visit = index; areKilling || visit === index; visit += shoppers) {
      const provider = providers[visit % providers.length]!;
      const intent = intents[Math.floor(visit / providers.length) % intents.length]!;
      const shopper = new StubbornShopper(processes, provider, intent);
      inFlight += 1;
      await shopper.buy(products[visit % products.length]!);
      inFlight -= 1;
      gone.push(shopper);
    }
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(20 + next() * (isSoak ? 1500 : 500));
    met.push(inFlight);
    await processes.kill();
    await processes.start();
  }
  areKilling = false;
  await Promise.all(crowd);
  expect(Math.min(...met), `SEED=${seed}`).toBeGreaterThan(0);
  await comeToRest();

  const ordered = gone.filter(({ orderNo }) => orderNo !== '');
  const orders = await shop.db.read
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_no', 'orders.order_no')
    .select(['orders.order_no', 'status_key', 'total_price', 'held_until', 'variant_id', 'quantity'])
    .execute();
  const known = new Map(orders.map((row) => [row.order_no, row]));
  const moves = await processes.control<Move[]>('moves');
  const mails = await shop.db.read
    .selectFrom('mails')
    .select('dedupe_key')
    .where('kind', '=', 'order-confirmation')
    .execute();
  const wrong: string[] = [];
  for (const { orderNo, wasToldPaid } of ordered) {
    const status = known.get(orderNo)?.status_key;
    if (status === undefined) wrong.push(`${orderNo}: lost`);
    if (wasToldPaid && status !== orderStatus.paid) wrong.push(`${orderNo}: told paid, is ${status}`);
  }
  for (const row of orders) {
    const own = moves.filter(({ request_id }) => request_id.startsWith(`${row.order_no}-`));
    const isPaid = row.status_key === orderStatus.paid;
    const kept = own.reduce((sum, move) => sum + (move.kind === 'refund' ? -1 : 1) * minor(move), 0);
    if (kept !== (isPaid ? row.total_price : 0))
      wrong.push(`${row.order_no}: status ${row.status_key}, kept ${kept} of ${row.total_price}`);
    const written = mails.filter(({ dedupe_key }) => dedupe_key?.endsWith(row.order_no)).length;
    if (written !== (isPaid ? 1 : 0)) wrong.push(`${row.order_no}: ${written} mails`);
    if (!isPaid && row.held_until !== null) wrong.push(`${row.order_no}: still holds`);
  }
  const strange = moves.filter(
    ({ request_id }) => !known.has(request_id.replace(/^refund-/, '').replace(/-\d+$/, '')),
  );
  wrong.push(...strange.map((move) => `money without an order: ${JSON.stringify(move)}`));
  for (const { variant } of products) {
    const sold = orders
      .filter((row) => row.variant_id === variant && row.status_key === orderStatus.paid)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const left = await stockOf(shop, variant);
    if (left !== stockOfEach - sold || left < 0)
      wrong.push(`variant ${variant}: ${stockOfEach} pieces, ${sold} sold, ${left} left`);
  }
  expect(wrong, `SEED=${seed}, ${orders.length} orders`).toEqual([]);
  const paidBy = new Set(moves.filter(({ kind }) => kind === 'capture').map(({ provider }) => provider));
  // With few shoppers the stock may be gone before each provider sold something.
  expect(providers.filter((name) => !paidBy.has(name))).toEqual(isSoak ? [] : expect.anything());
  expect(paidBy.size).toBeGreaterThan(0);
});

function minor({ amount }: Move): number {
  return Math.round(Number(amount) * (amount.includes('.') ? 100 : 1));
}

/** Waits until all webhooks are delivered, attempts ended and refunds sent, and no unpaid order holds stock. */
async function comeToRest(): Promise<void> {
  const { db } = processes.shop;
  await processes.age();
  await untilNone('open', async () => {
    await processes.agePayments();
    const { waiting } = await processes.control<{ waiting: number }>('deliver', {});
    const live = await db.read
      .selectFrom('payments')
      .select(['order_no', 'provider', 'state', 'method', 'asks'])
      .where('state', 'in', [...openAttemptStates, 'refunding'])
      .execute();
    return waiting === 0 ? live : [...live, { waiting }];
  });
  const unpaid = db.write.updateTable('orders').set({ held_until: 1 }).where('held_until', 'is not', null);
  await unpaid.where('status_key', '!=', orderStatus.paid).execute();
  await untilNone('held or owed', async () => [
    ...(await db.read.selectFrom('orders').select('order_no').where('held_until', '=', 1).execute()),
    ...(await db.read
      .selectFrom('jobs')
      .select(['kind', 'attempts', 'last_error'])
      .where('kind', '=', 'refund')
      .where('state', '=', 'waiting')
      .execute()),
  ]);
}

async function untilNone(what: string, look: () => Promise<unknown[]>): Promise<void> {
  let left: unknown[] = [];
  try {
    await processes.eventuallyByJobs(async () => {
      left = await look();
      return left.length === 0;
    });
  } catch (error) {
    throw new Error(`SEED=${seed}, still ${what}: ${JSON.stringify(left)}`, { cause: error });
  }
}
