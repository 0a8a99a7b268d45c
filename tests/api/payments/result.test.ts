/** The result page of an order whose payment got no response. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { captureOf } from '../orders/fixture.ts';
import {
  books,
  cards,
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
beforeEach(() => shop.sandbox.scenarios.clear());

async function result({ visitor, orderNo }: Placed) {
  shop.clock.advance(3_000);
  const { status_key, is_under_way, redirect_url } = await visitor.data(
    'POST /api/v1/payments/query/result',
    { body: { order_no: orderNo } },
  );
  return { status_key, is_under_way, redirect_url };
}

describe('the result of a payment', () => {
  it('says that nobody is paying while there is no attempt, and can be paid then [PAY-03, API-106]', async () => {
    const placed = await placeOne(shop);
    expect(await result(placed)).toEqual({ status_key: 0, is_under_way: false, redirect_url: '' });
    expect(await payByCard(shop, placed)).toMatchObject({ code: 0, data: { status: 'paid' } });
    expect(await result(placed)).toEqual({ status_key: 1, is_under_way: true, redirect_url: '' });
  });

  it('never says so while an attempt may still take money, and again once it has ended [API-106]', async () => {
    const placed = await placeOne(shop);
    // The request was lost on the way and may still reach the gateway.
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 503, times: 2, before: true });
    expect(await payByCard(shop, placed)).toMatchObject({ code: 0, data: { status: 'pending' } });
    expect(await result(placed)).toEqual({ status_key: 0, is_under_way: true, redirect_url: '' });
    shop.clock.advance(61_000);
    expect(await result(placed)).toEqual({ status_key: 0, is_under_way: false, redirect_url: '' });
  });

  it('names the bank’s page where the second step’s answer was lost, and is paid by going there [PAY-09, API-106]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.add({ call: 'POST /gateway/v1/payments', status: 500, times: 2 });
    expect(await payByCard(shop, placed, cards.secondStep)).toMatchObject({ data: { status: 'pending' } });
    const waiting = await result(placed);
    expect(waiting).toMatchObject({ status_key: 0, is_under_way: true });
    const page = new URL(waiting.redirect_url!);
    expect(`${page.origin}${page.pathname}`).toBe(`${shop.sandbox.publicUrl}/gateway/second-step`);
    const secret = page.searchParams.get('secret') ?? '';
    await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    expect(await result(placed)).toEqual({ status_key: 1, is_under_way: true, redirect_url: '' });
    expect(await books(shop, placed)).toMatchObject({ payments: ['captured'], stock: 4 });
  });

  it('names PayPal’s page until it is approved there [API-106]', async () => {
    const placed = await placeOne(shop, 'paypal');
    const id = await startPayPal(placed);
    const waiting = await result(placed);
    expect(new URL(waiting.redirect_url!).searchParams.get('token')).toBe(id);
    await decide(shop, id, 'approve');
    expect(await result(placed)).toEqual({ status_key: 1, is_under_way: true, redirect_url: '' });
  });

  it('says that the latest was declined, whatever page was left before it [PAY-03, PAY-06, API-106]', async () => {
    const placed = await placeOne(shop, 'paypal');
    await startPayPal(placed);
    expect((await payByCard(shop, placed, cards.declined)).code).toBe(50001);
    shop.clock.advance(3_000);
    const body = { order_no: placed.orderNo };
    expect(await placed.visitor.data('POST /api/v1/payments/query/result', { body })).toMatchObject({
      ...{ status_key: 0, is_under_way: false, redirect_url: '', reason: 'The card was declined.' },
    });
    expect(await payByCard(shop, placed)).toMatchObject({ data: { status: 'paid' } });
  });

  it('does not show the shopper the shop’s reason for a hold [PAY-03, API-106]', async () => {
    const placed = await placeOne(shop, 'paypal');
    expect(await settleCapturedPayment(shop.services, captureOf(placed.orderNo, 1))).toBe('on-hold');
    const body = { order_no: placed.orderNo };
    expect(await placed.visitor.data('POST /api/v1/payments/query/result', { body })).toMatchObject({
      status_key: 5,
      reason: '',
    });
  });

  it('waits for money that no provider brings [API-059, API-106]', async () => {
    const bank = { method: 'bank', provider: 'local', title: 'Bank transfer', flow: 'local' } as const;
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'payments', paymentSettings, { methods: [bank] }, shop.clock.now()),
    );
    expect(await result(await placeOne(shop, 'bank'))).toMatchObject({ status_key: 0, is_under_way: true });
  });
});
