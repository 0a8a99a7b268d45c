import { beforeAll, describe, expect, it } from 'vitest';
import { releaseExpiredHolds } from '#server/orders/expiry.ts';
import { renewHold } from '#server/orders/hold.ts';
import { settleCapturedPayment, settleFailedPayment } from '#server/payments/attempts/settle.ts';
import { fc, isSoak, seed } from '../../fast-check.ts';
import type { TestShop } from '../harness.ts';
import {
  addCoupon,
  addProduct,
  captureOf,
  createOrderShop,
  filledIn,
  openCheckout,
  stockOf,
  submit,
} from './fixture.ts';

const histories = isSoak ? 150 : 12;

let shop: TestShop;

beforeAll(async () => {
  shop = await createOrderShop();
});

function reservationsOf(variant: number) {
  return shop.db.read
    .selectFrom('reservations')
    .innerJoin('orders', 'orders.order_no', 'reservations.order_no')
    .select(['reservations.quantity', 'reservations.state', 'orders.status_key', 'orders.held_until'])
    .where('reservations.variant_id', '=', variant)
    .execute();
}

/** Everything that can happen to the orders of a few shoppers, in any order. */
const step = fc.record({
  what: fc.constantFrom(
    'place',
    'edit',
    'open again',
    'fail',
    'pay',
    'pay twice at once',
    'renew',
    'wait',
    'expire',
  ),
  who: fc.nat(3),
});

describe('whatever happens to orders in whatever order', () => {
  it(
    `keeps stock, reservations, coupon uses and statuses in agreement (seed ${seed}) [PAY-13]`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
          const bowl = await addProduct(shop, { price: 2000, stock: 2 });
          const code = `C${bowl.variant}`;
          const coupon = await addCoupon(shop, { code, amountOff: 500, usageLimit: 3 });
          const shoppers = await Promise.all(
            Array.from({ length: 4 }, async (_, index) => {
              const visitor = shop.visitor();
              const open = () => openCheckout(visitor, [bowl], index % 2 === 0 ? code : '');
              return {
                visitor,
                open,
                token: await open(),
                orders: [] as { orderNo: string; total: number }[],
                edits: 0,
              };
            }),
          );
          for (const { what, who } of steps) {
            await take(what, shoppers[who]!);
            await expectAgreement(bowl.variant, coupon);
          }
        }),
        { numRuns: histories },
      );
    },
    isSoak ? 900_000 : 60_000,
  );
});

interface Shopper {
  visitor: ReturnType<TestShop['visitor']>;
  /** Opens another checkout for the same items. @returns its token */
  open(): Promise<string>;
  token: string;
  orders: { orderNo: string; total: number }[];
  edits: number;
}

async function take(what: string, shopper: Shopper): Promise<void> {
  const { services, clock } = shop;
  const latest = shopper.orders.at(-1);
  if (what === 'edit') shopper.edits += 1;
  // The shopper's own unpaid orders make room (BR-24); opening fails if other shoppers hold the stock.
  if (what === 'open again') shopper.token = await shopper.open().catch(() => shopper.token);
  if (what === 'place' || what === 'edit') {
    const answer = await submit(shopper.visitor, shopper.token, { ...filledIn, note: `${shopper.edits}` });
    if (answer.code === 0 && answer.data) {
      shopper.orders.push({
        orderNo: answer.data.order_no,
        total: Math.round(answer.data.total_price * 100),
      });
    }
  }
  if (what === 'wait') clock.advance(16 * 60_000);
  if (what === 'expire') await Promise.all([releaseExpiredHolds(services), releaseExpiredHolds(services)]);
  if (!latest) return;
  if (what === 'fail') await settleFailedPayment(services, { orderNo: latest.orderNo, reason: 'declined' });
  if (what === 'renew')
    await renewHold(services, latest.orderNo).catch((error) => expect(error.code).toBeDefined());
  // Any order of the shopper may be paid, even a replaced one.
  const paid = shopper.orders[shopper.edits % shopper.orders.length]!;
  const capture = captureOf(paid.orderNo, paid.total);
  if (what === 'pay') await settleCapturedPayment(services, capture);
  if (what === 'pay twice at once') {
    const other = {
      ...capture,
      providerRef: `${capture.providerRef}-2`,
      captureRef: `${capture.captureRef}-2`,
    };
    await Promise.all([settleCapturedPayment(services, capture), settleCapturedPayment(services, other)]);
  }
}

async function expectAgreement(variant: number, coupon: number): Promise<void> {
  const reservations = await reservationsOf(variant);
  const out = reservations.filter(({ state }) => state !== 'released');
  const pieces = out.reduce((sum, { quantity }) => sum + quantity, 0);
  expect((await stockOf(shop, variant)) + pieces).toBe(2);
  for (const { state, status_key, held_until } of reservations) {
    const expected = status_key === 1 ? 'final' : held_until === null ? 'released' : 'held';
    expect(state).toBe(expected);
  }
  const uses = await shop.db.read
    .selectFrom('promotion_uses')
    .innerJoin('orders', 'orders.order_no', 'promotion_uses.order_no')
    .select(['promotion_uses.state', 'orders.status_key', 'orders.held_until'])
    .where('promotion_id', '=', coupon)
    .execute();
  for (const { state, status_key, held_until } of uses) {
    const expected = status_key === 1 ? 'final' : held_until === null ? 'released' : 'held';
    expect(state).toBe(expected);
  }
  const { used_count } = await shop.db.read
    .selectFrom('promotions')
    .select('used_count')
    .where('id', '=', coupon)
    .executeTakeFirstOrThrow();
  expect(used_count).toBe(uses.filter(({ state }) => state !== 'released').length);
  expect(used_count).toBeLessThanOrEqual(3);
}
