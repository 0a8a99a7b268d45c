import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { taxSchema } from '#server/checkout/settings.ts';
import { ProviderError } from '#server/core/payment-provider.ts';
import { shipOrder } from '#server/orders/merchant-store.ts';
import { deliverOrder } from '#server/orders/order-progress.ts';
import { readRefunds } from '#server/orders/refunds-store.ts';
import { insertReturn } from '#server/orders/returns-store.ts';
import {
  cancelQueuedRefunds,
  merchantRefundJobs,
  type RefundRequest,
  refundOrder,
} from '#server/payments/attempts/merchant-refund.ts';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { callProvider, ProviderRejectedError } from '#server/payments/providers/call-provider.ts';
import { writeSetting } from '#server/settings/store.ts';
import { runDueJobs } from '../harness/run-due-jobs.ts';
import { addProduct, captureOf, filledIn, order, stockOf } from '../orders/fixture.ts';
import {
  createPayShop,
  decide,
  type PayShop,
  type Placed,
  payByCard,
  placeOne,
  startPayPal,
} from './pay-shop.ts';

let shop: PayShop;
beforeAll(async () => {
  shop = await createPayShop();
});

/** Creates a paid order of three bowls at 20.00 each plus 14.95 shipping. */
async function paidForThree(): Promise<Placed> {
  const bowl = await addProduct(shop, { price: 2000, stock: 5 });
  const visitor = shop.visitor();
  const placed = { visitor, ...bowl, ...(await order(visitor, [{ ...bowl, quantity: 3 }], filledIn)) };
  expect((await payByCard(shop, placed)).data).toMatchObject({ status: 'paid' });
  return placed;
}

const wish = ({ orderNo }: Placed, more: Partial<RefundRequest> = {}) => ({
  ...{ orderNo, requestId: `r-${orderNo}`, amount: 500, lines: [], restock: false, reason: 'A chip' },
  ...more,
});

async function moved({ orderNo }: Placed): Promise<number[]> {
  const rows = shop.sandbox.ledger.all("SELECT * FROM moves WHERE kind = 'refund'");
  return rows
    .filter((move) => String(move.payment_id) !== '' && refs.get(orderNo)?.includes(String(move.of_id)))
    .map(({ amount }) => Number(amount));
}
const refs = new Map<string, string[]>();
async function know(placed: Placed): Promise<Placed> {
  const rows = await shop.db.read
    .selectFrom('payments')
    .select('capture_ref')
    .where('order_no', '=', placed.orderNo)
    .execute();
  refs.set(
    placed.orderNo,
    rows.map(({ capture_ref }) => capture_ref),
  );
  return placed;
}

const statusOf = async ({ visitor, orderNo }: Placed) => {
  const { status_key, refunded_amount } = await visitor.data('GET /api/v1/order/:id', {
    params: { id: orderNo },
  });
  return [status_key, refunded_amount];
};
const mails = async ({ orderNo }: Placed) =>
  shop.db.read
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .where('dedupe_key', 'like', `order-refunded:${orderNo}:%`)
    .execute();

describe('a part refund', () => {
  it('that is sent ten times at once is one, and tells the shopper once', async () => {
    const placed = await know(await paidForThree());
    const made = await Promise.all(
      Array.from({ length: 10 }, () => refundOrder(shop.services, wish(placed))),
    );
    expect(new Set(made.map(({ requestId, amount }) => `${requestId} ${amount}`)).size).toBe(1);
    expect(await statusOf(placed)).toEqual([1, 0]);
    await shop.work();
    await refundOrder(shop.services, wish(placed));
    await shop.work();
    expect(await moved(placed)).toEqual([500]);
    expect(await statusOf(placed)).toEqual([1, 5]);
    const [mail, ...others] = await mails(placed);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('$5.00 are on their way back to you');
    expect(mail?.text).toContain('The money goes back the way it came.');
    expect(mail?.html).toContain('$5.00');
  });

  it('never goes beyond what was captured, whoever asks at the same moment', async () => {
    const placed = await know(await paidForThree());
    const asked = await Promise.allSettled(
      ['a', 'b', 'c'].map((requestId) =>
        refundOrder(
          shop.services,
          wish(placed, { requestId: `${requestId}-${placed.orderNo}`, amount: 3000 }),
        ),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const [refusal] = asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refusal).toContain('30.00 USD is more than the 14.95 USD left');
    const exact = { requestId: `rest-${placed.orderNo}`, amount: 1495 };
    await refundOrder(shop.services, wish(placed, exact));
    await shop.work();
    expect((await moved(placed)).toSorted()).toEqual([1495, 3000, 3000]);
    expect(await statusOf(placed)).toEqual([6, 74.95]);
    const more = wish(placed, { requestId: `more-${placed.orderNo}`, amount: 1 });
    await expect(refundOrder(shop.services, more)).rejects.toThrow('is not paid');
  });

  it('of lines costs what they cost, and puts back what was bought, once', async () => {
    const placed = await know(await paidForThree());
    const before = await stockOf(shop, placed.variant);
    await shop.db.write
      .updateTable('order_lines')
      .set({ discount: 301 })
      .where('order_no', '=', placed.orderNo)
      .execute();
    const two = { amount: null, lines: [{ position: 0, quantity: 2 }], restock: true };
    const [line] = (await placed.visitor.data('GET /api/v1/order/:id', { params: { id: placed.orderNo } }))
      .variant_items;
    expect(line?.quantity).toBe(3);
    const position = (
      await shop.db.read
        .selectFrom('order_lines')
        .select('position')
        .where('order_no', '=', placed.orderNo)
        .executeTakeFirstOrThrow()
    ).position;
    const lines = (quantity: number) => [{ position, quantity }];
    expect((await refundOrder(shop.services, wish(placed, { ...two, lines: lines(2) }))).amount).toBe(3799);
    expect(await stockOf(shop, placed.variant)).toBe(before);
    await shop.work();
    await shop.work();
    expect(await stockOf(shop, placed.variant)).toBe(before + 2);
    const again = wish(placed, { ...two, requestId: `two-${placed.orderNo}`, lines: lines(2) });
    await expect(refundOrder(shop.services, again)).rejects.toThrow('only 1 can be refunded, not 2');
    // The last unit's refund includes the cent lost by rounding.
    expect((await refundOrder(shop.services, { ...again, lines: lines(1), restock: false })).amount).toBe(
      1900,
    );
    await shop.work();
    expect(await stockOf(shop, placed.variant)).toBe(before + 2);
    expect((await moved(placed)).toSorted()).toEqual([1900, 3799]);
    expect((await mails(placed))[0]?.text).toContain('2 × ');
  });

  it('of lines brings back the tax that was added to them', async () => {
    const tax = {
      rules: [{ country: 'US', lines: [{ title: 'Sales tax', rate: 8.875, on_shipping: true }] }],
    };
    await shop.db.transaction((trx) => writeSetting(trx, 'tax', taxSchema, tax, shop.clock.now()));
    const placed = await paidForThree();
    await shop.db.transaction((trx) => writeSetting(trx, 'tax', taxSchema, { rules: [] }, shop.clock.now()));
    // 74.95 plus 8.875 % tax, of which 5.32 is for the products.
    expect(placed.total).toBe(81.6);
    const lines = (quantity: number) => ({ amount: null, lines: [{ position: 0, quantity }] });
    expect((await refundOrder(shop.services, wish(placed, lines(2)))).amount).toBe(4354);
    const last = wish(placed, { ...lines(1), requestId: `last-${placed.orderNo}` });
    expect((await refundOrder(shop.services, last)).amount).toBe(2178);
  });

  it('is sent once though the provider fails three times, or its answer is lost', async () => {
    const placed = await know(await paidForThree());
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 6 });
    await refundOrder(shop.services, wish(placed));
    for (let turn = 0; turn < 6; turn += 1) {
      await shop.work();
      shop.clock.advance(60 * 60_000);
    }
    expect(await moved(placed)).toEqual([500]);
    expect(await statusOf(placed)).toEqual([1, 5]);
    // The provider has sent the refund, but the process dies before recording it: the job runs again with the same request id.
    const lost = await know(await paidForThree());
    const card = shop.payments.get('simulated')!;
    const { requestId } = await refundOrder(shop.services, wish(lost));
    const [{ capture_ref }] = (await shop.db.read
      .selectFrom('payments')
      .select('capture_ref')
      .where('order_no', '=', lost.orderNo)
      .execute()) as [{ capture_ref: string }];
    await card.refund(capture_ref, 500, 'USD', requestId);
    await Promise.all([1, 2].map(() => runDueJobs(shop.services, merchantRefundJobs)));
    expect(await moved(lost)).toEqual([500]);
    expect(await statusOf(lost)).toEqual([1, 5]);
    expect(await mails(lost)).toHaveLength(1);
  });

  it('that the provider will never send is given up and said, and its sum is free again', async () => {
    const placed = await know(await paidForThree());
    const card = shop.payments.get('simulated')!;
    const refuse = () => Promise.reject(new ProviderRejectedError(422, {}));
    shop.payments.set('simulated', { ...card, refund: refuse });
    const { requestId } = await refundOrder(shop.services, wish(placed, { amount: 7000 }));
    await shop.work();
    const row = await shop.db.read
      .selectFrom('refunds')
      .select('state')
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe('refused');
    shop.payments.set('simulated', card);
    // After the failure, the same request creates a new refund with another id.
    const again = await refundOrder(shop.services, wish(placed, { amount: 7000 }));
    expect([again.state, again.requestId]).toEqual(['new', `${requestId}-2`]);
    expect((await refundOrder(shop.services, wish(placed, { amount: 7000 }))).requestId).toBe(
      again.requestId,
    );
    await refundOrder(shop.services, wish(placed, { requestId: `all-${placed.orderNo}`, amount: null }));
    await shop.work();
    expect((await moved(placed)).toSorted()).toEqual([495, 7000]);
    expect(await mails(placed)).toHaveLength(2);
  });

  it('whose answer was lost is not taken for refused when the repeat is: it waits until the merchant has looked', async () => {
    const placed = await know(await paidForThree());
    const card = shop.payments.get('simulated')!;
    let asked = 0;
    const lostThenRefused: typeof card.refund = async (...request) => {
      asked += 1;
      if (asked > 1) throw new ProviderRejectedError(400, {});
      await card.refund(...request);
      throw new ProviderError('no answer');
    };
    shop.payments.set('simulated', { ...card, refund: lostThenRefused });
    await refundOrder(shop.services, wish(placed, { amount: 7000 }));
    for (let turn = 0; turn < 3; turn += 1) {
      await shop.work();
      shop.clock.advance(60 * 60_000);
    }
    shop.payments.set('simulated', card);
    expect(asked).toBeGreaterThan(1);
    const states = async () => (await readRefunds(shop.db.read, placed.orderNo)).map(({ state }) => state);
    expect(await states()).toEqual(['new']);
    const more = wish(placed, { requestId: `more-${placed.orderNo}`, amount: 500 });
    await expect(refundOrder(shop.services, more)).rejects.toThrow('more than the 4.95 USD left');
    expect(await cancelQueuedRefunds(shop.services, placed.orderNo)).toHaveLength(1);
    expect(await states()).toEqual(['refused']);
    await shop.work();
    expect(await moved(placed)).toEqual([7000]);
  });

  it('is not taken for refused either where the second of two tries in one call is', async () => {
    let asked = 0;
    const fetcher = async () => {
      asked += 1;
      if (asked === 1) throw new TypeError('fetch failed');
      return Response.json({}, { status: 400 });
    };
    const call = { method: 'POST', url: 'https://pay.example', headers: {}, schema: z.unknown() } as const;
    const ask = () => callProvider(fetcher, { ...call, idempotent: true });
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderRejectedError', isRepeat: true });
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderRejectedError', isRepeat: false });
  });

  it('of a part puts pieces back only by name', async () => {
    const placed = await paidForThree();
    const some = wish(placed, { restock: true });
    await expect(refundOrder(shop.services, some)).rejects.toThrow('--restock needs to know the units');
    expect((await refundOrder(shop.services, { ...some, amount: 7495 })).lines).toEqual([
      { position: 0, quantity: 3 },
    ]);
  });

  it('puts back no piece that the order never took', async () => {
    const bowl = await addProduct(shop, { price: 2000, stock: 5, isTracked: false });
    const visitor = shop.visitor();
    const placed = { visitor, ...bowl, ...(await order(visitor, [{ ...bowl, quantity: 3 }], filledIn)) };
    await payByCard(shop, placed);
    const counted = shop.db.write.updateTable('variants').set({ is_tracked: 1, stock: 10 });
    await counted.where('id', '=', placed.variant).execute();
    await refundOrder(shop.services, wish(placed, { amount: null, restock: true }));
    await shop.work();
    expect(await stockOf(shop, placed.variant)).toBe(10);
  });

  it('in the provider’s own pages is recorded: the order is refunded and nothing of it is shipped', async () => {
    const placed = await know(await paidForThree());
    const card = shop.payments.get('simulated')!;
    const [capture = ''] = refs.get(placed.orderNo) ?? [];
    await refundOrder(shop.services, wish(placed));
    await shop.work();
    await card.refund(capture, 6995, 'USD', `dashboard-${placed.orderNo}`);
    // Webhooks of earlier tests are also waiting, and each run delivers only a limited number.
    const waiting = 'SELECT id FROM deliveries WHERE delivered_at IS NULL';
    while (shop.sandbox.ledger.all(waiting).length > 0) await shop.deliver();
    expect(await statusOf(placed)).toEqual([6, 74.95]);
    expect((await readRefunds(shop.db.read, placed.orderNo)).map(({ amount }) => amount).toSorted()).toEqual([
      500, 6995,
    ]);
    await expect(
      shipOrder(shop.services, { orderNo: placed.orderNo, trackingNum: 'TRACK-1', company: '', lines: [] }),
    ).rejects.toThrow('it is closed');
  });

  it('leaves a second capture alone that waits to be sent back by itself', async () => {
    const placed = await know(await paidForThree());
    const second = { provider: 'simulated', providerRef: `second-${placed.orderNo}`, amount: 7495 };
    const { payee } = shop.payments.get('simulated')!;
    await settleCapturedPayment(shop.services, {
      ...captureOf(placed.orderNo, 7495, second),
      ...{ payee, expectedPayee: payee },
    });
    const made = await refundOrder(shop.services, wish(placed));
    const [own] = refs.get(placed.orderNo) ?? [];
    const paid = await shop.db.read
      .selectFrom('payments')
      .select('capture_ref')
      .where('id', '=', made.paymentId)
      .executeTakeFirstOrThrow();
    expect(paid.capture_ref).toBe(own);
  });

  async function paidByPayPal(): Promise<Placed> {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    await decide(shop, id, 'approve');
    const query = { order_no: placed.orderNo, paypal_order_id: id };
    await placed.visitor.data('GET /api/v1/payments/paypal/capture', { query });
    return know(placed);
  }

  it('that PayPal took and did not send is refused as well', async () => {
    const placed = await paidByPayPal();
    const direct = shop.outside.fetch;
    shop.outside.fetch = async (...call) => {
      const answer = await direct(...call);
      if (!String(call[0]).endsWith('/refund')) return answer;
      return Response.json({ ...((await answer.json()) as object), status: 'FAILED' }, { status: 201 });
    };
    await refundOrder(shop.services, wish(placed));
    await shop.work();
    shop.outside.fetch = direct;
    expect((await readRefunds(shop.db.read, placed.orderNo)).map(({ state }) => state)).toEqual(['refused']);
  });

  it('is refused by PayPal where all went back in its own pages, and done where all was meant', async () => {
    const placed = await paidByPayPal();
    const total = Math.round(placed.total * 100);
    const paypal = shop.services.payments.get('paypal')!;
    const [capture = ''] = refs.get(placed.orderNo) ?? [];
    await paypal.refund(capture, total, 'USD', `elsewhere-${placed.orderNo}`);
    await refundOrder(shop.services, wish(placed));
    await shop.work();
    expect((await readRefunds(shop.db.read, placed.orderNo)).map(({ state }) => state)).toEqual(['refused']);
    expect(await statusOf(placed)).toEqual([1, 0]);
    await refundOrder(shop.services, wish(placed, { requestId: `all-${placed.orderNo}`, amount: null }));
    await shop.work();
    expect(await statusOf(placed)).toEqual([6, placed.total]);
  });

  it('works at PayPal as well, whole or in part', async () => {
    const placed = await paidByPayPal();
    await refundOrder(shop.services, wish(placed));
    await shop.work();
    const rest = wish(placed, { requestId: `rest-${placed.orderNo}`, amount: null, restock: true });
    expect((await refundOrder(shop.services, rest)).amount).toBe(Math.round(placed.total * 100) - 500);
    await shop.work();
    expect(await statusOf(placed)).toEqual([6, placed.total]);
    expect(await stockOf(shop, placed.variant)).toBe(5);
  });
});

it('is refused in words for what was never paid, or is nothing', async () => {
  const unpaid = await placeOne(shop);
  await expect(refundOrder(shop.services, wish(unpaid))).rejects.toThrow('is not paid');
  await expect(refundOrder(shop.services, wish({ ...unpaid, orderNo: 'AAAAA-BBBBB' }))).rejects.toThrow(
    'There is no order AAAAA-BBBBB.',
  );
  const paid = await paidForThree();
  for (const amount of [0, -1]) {
    await expect(refundOrder(shop.services, wish(paid, { amount }))).rejects.toThrow('must be above 0');
  }
  const other = await paidForThree();
  await refundOrder(shop.services, wish(paid, { requestId: 'one-number' }));
  await expect(refundOrder(shop.services, wish(other, { requestId: 'one-number' }))).rejects.toThrow(
    'another order',
  );
});

describe('with the pieces that were not sent refunded', () => {
  const pieces = (quantity: number) => [{ position: 0, quantity }];
  const ship = ({ orderNo }: Placed, trackingNum: string, quantity: number) =>
    shipOrder(shop.services, { orderNo, trackingNum, company: '', lines: pieces(quantity) });
  const back = async (placed: Placed, quantity: number, more: Partial<RefundRequest> = {}) => {
    const what = {
      amount: null,
      lines: pieces(quantity),
      requestId: `${placed.orderNo}-${quantity}`,
      ...more,
    };
    await refundOrder(shop.services, wish(placed, what));
    await shop.work();
  };
  const status = async (placed: Placed) => (await statusOf(placed))[0];

  it('the order is sent whole, and completed with the arrival of what left', async () => {
    const placed = await paidForThree();
    await ship(placed, 'TRACK-1', 1);
    await back(placed, 1);
    expect(await status(placed)).toBe(2);
    await back(placed, 1, { requestId: `${placed.orderNo}-last` });
    expect(await status(placed)).toBe(3);
    await deliverOrder(shop.services, placed.orderNo, '');
    expect(await status(placed)).toBe(4);
    // A refund after delivery does not change the status.
    await back(placed, 1, { requestId: `${placed.orderNo}-sent` });
    expect(await status(placed)).toBe(4);
  });

  it('it is completed where all that left had arrived, and goes on as it was where nothing left', async () => {
    const placed = await paidForThree();
    await back(placed, 1);
    expect(await status(placed)).toBe(1);
    await ship(placed, 'TRACK-1', 1);
    await deliverOrder(shop.services, placed.orderNo, 'TRACK-1');
    expect(await status(placed)).toBe(2);
    await back(placed, 1, { requestId: `${placed.orderNo}-last` });
    expect(await status(placed)).toBe(4);
  });

  it('but what a return brought back had been sent: the rest is still to be sent', async () => {
    const placed = await paidForThree();
    await ship(placed, 'TRACK-1', 1);
    const returnId = await shop.db.transaction((trx) =>
      insertReturn(trx, {
        ...{ orderNo: placed.orderNo, requestId: 'one', lines: pieces(1), reason: 'other', message: '' },
        createdAt: shop.clock.now(),
      }),
    );
    await back(placed, 1, { returnId });
    expect(await status(placed)).toBe(2);
    await ship(placed, 'TRACK-2', 2);
    expect(await status(placed)).toBe(3);
  });
});
