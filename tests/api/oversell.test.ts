/** Twenty buyers order the last unit at once, in one process and in several: exactly one gets it (PAY-13). */

import { beforeAll, describe, expect, it } from 'vitest';
import { recurringJobs } from '#server/jobs/table.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { isSoak } from '../fast-check.ts';
import { closeAtEnd } from './harness/clean-up.ts';
import { type Rival, startRival } from './harness/process.ts';
import { runDueJobs } from './harness/run-due-jobs.ts';
import type { TestShop } from './harness.ts';
import {
  addCoupon,
  addProduct,
  bagOf,
  captureOf,
  createOrderShop,
  filledIn,
  openCheckout,
  stockOf,
  submit,
} from './orders/fixture.ts';

const rounds = isSoak ? 100 : 3;
const buyers = 20;
const processes = 4;
const expiry = recurringJobs.filter((job) => job.kind === 'reservation-expiry');

let shop: TestShop;
let others: Rival[];

beforeAll(async () => {
  shop = await createOrderShop();
  const words = [String(buyers / processes), String(shop.clock.now())];
  others = Array.from({ length: processes }, () =>
    startRival('buyers-process.ts', shop.databaseEnv, ...words),
  );
  closeAtEnd(async () => {
    for (const { child } of others) child.stdin?.end();
    await Promise.all(others.map((other) => other.ended));
  });
});

interface Round {
  checkout: ReturnType<typeof bagOf>;
}
type Buy = (round: Round) => Promise<number[]>;

const here: Buy = async ({ checkout }) => {
  const ready = await Promise.all(
    Array.from({ length: buyers }, async () => {
      const visitor = shop.visitor();
      const opened = await visitor.data('POST /api/v1/checkout', { body: checkout });
      return { visitor, token: opened.checkout.token };
    }),
  );
  const answers = await Promise.all(ready.map(({ visitor, token }) => submit(visitor, token)));
  return answers.map((answer) => answer.code);
};

/** Runs a few buyers in each of the other processes. */
const elsewhere: Buy = async ({ checkout }) => {
  const told = others.map((other) => other.lines.length);
  for (const { child } of others) child.stdin?.write(`${JSON.stringify({ checkout, submit: filledIn })}\n`);
  await Promise.all(others.map((other, index) => other.printed(told[index]! + 1)));
  for (const { child } of others) child.stdin?.write('go\n');
  await Promise.all(others.map((other, index) => other.printed(told[index]! + 2)));
  return others.flatMap((other) => JSON.parse(other.lines.at(-1)!) as number[]);
};

async function reservationsOf(variant: number) {
  return shop.db.read
    .selectFrom('reservations')
    .innerJoin('orders', 'orders.order_no', 'reservations.order_no')
    .select(['reservations.order_no', 'reservations.state', 'orders.status_key', 'orders.total_price'])
    .where('variant_id', '=', variant)
    .execute();
}

/** Error codes that report the product as sold out. */
const gone = new Set([40001, 10209]);

async function oneGetsIt(buy: Buy): Promise<void> {
  const bowl = await addProduct(shop, { price: 2000, stock: 1 });
  const codes = await buy({ checkout: bagOf([bowl]) });
  expect(codes).toHaveLength(buyers);
  expect(codes.filter((code) => code === 0)).toHaveLength(1);
  expect(codes.filter((code) => code !== 0 && !gone.has(code))).toEqual([]);
  expect(await stockOf(shop, bowl.variant)).toBe(0);
  const [held, ...more] = await reservationsOf(bowl.variant);
  expect(more).toEqual([]);
  expect(held).toMatchObject({ state: 'held', status_key: 0 });
  const capture = captureOf(held!.order_no, held!.total_price);
  const settled = await Promise.all([1, 2, 3].map(() => settleCapturedPayment(shop.services, capture)));
  expect(settled.sort()).toEqual(['already-paid', 'already-paid', 'paid']);
  expect(await reservationsOf(bowl.variant)).toMatchObject([{ state: 'final', status_key: 1 }]);
  expect(await stockOf(shop, bowl.variant)).toBe(0);
}

describe.each([
  ['in one process', here],
  ['in several processes', elsewhere],
])('twenty buyers at once %s', (_, buy) => {
  it('the last piece is sold once, nineteen are told so and nothing stays reserved [PAY-13]', async () => {
    for (let round = 0; round < rounds; round++) await oneGetsIt(buy);
  }, 600_000);

  it('what the winner does not pay for is given back when its time is over [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 1 });
    const codes = await buy({ checkout: bagOf([bowl]) });
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    shop.clock.advance(15 * 60_000 + 1);
    await Promise.all([1, 2].map(() => runDueJobs(shop.services, {}, expiry)));
    expect(await stockOf(shop, bowl.variant)).toBe(1);
    expect(await reservationsOf(bowl.variant)).toMatchObject([{ state: 'released' }]);
  }, 60_000);

  it('the last use of a coupon is taken once, and who misses it holds no stock [PAY-13]', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 100 });
    const code = `LAST-${bowl.variant}`;
    const coupon = await addCoupon(shop, { code, amountOff: 100, usageLimit: 1 });
    const codes = await buy({ checkout: bagOf([bowl], code) });
    expect(codes.filter((answer) => answer === 0)).toHaveLength(1);
    const uses = await shop.db.read
      .selectFrom('promotion_uses')
      .innerJoin('promotions', 'promotions.id', 'promotion_uses.promotion_id')
      .select(['state', 'used_count'])
      .where('promotion_id', '=', coupon)
      .execute();
    expect(uses).toEqual([{ state: 'held', used_count: 1 }]);
    expect(await stockOf(shop, bowl.variant)).toBe(99);
  }, 60_000);
});

it('bags that share products in opposite order never block each other for good [PAY-13]', async () => {
  const bowl = await addProduct(shop, { price: 2000, stock: 10 });
  const cup = await addProduct(shop, { price: 1000, stock: 10 });
  const bags = Array.from({ length: buyers }, (_, index) => (index % 2 ? [bowl, cup] : [cup, bowl]));
  const answers = await Promise.all(
    bags.map(async (bag) => {
      const visitor = shop.visitor();
      return submit(visitor, await openCheckout(visitor, bag));
    }),
  );
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(10);
  expect([await stockOf(shop, bowl.variant), await stockOf(shop, cup.variant)]).toEqual([0, 0]);
}, 60_000);
