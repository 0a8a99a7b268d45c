/** Endpoints for single gateways: getpay, ocean, airwallex, apia, pingpong. */
import { beforeAll, describe, expect, it } from 'vitest';
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { gatewayFlows, paymentOf } from './gateway-flows.ts';
import { books, cards, cardToken, createPayShop, type PayShop, type Placed, placeOne } from './pay-shop.ts';

let shop: PayShop;

beforeAll(async () => {
  shop = await createPayShop();
});

const paidOnce = { status: 1, hold: '', payments: ['captured'], mails: 1, stock: 4, moves: ['capture'] };
const flow = (name: string) => gatewayFlows.find((gateway) => gateway.name === name)!;

describe('getpay/orderStatus', () => {
  it('asks getpay, settles the order and tells its state to the owner alone [API-032]', async () => {
    shop.sandbox.scenarios.webhooks = { hold: true };
    const placed = await placeOne(shop);
    const body = { order_no: placed.orderNo };
    const ask = (by = placed.visitor) => by.call('POST /api/v1/payments/getpay/orderStatus', { body });
    expect((await ask()).data).toEqual({ status_key: 0 });
    await (await flow('getpay').start(shop, placed)).pay();
    shop.clock.advance(3_000);
    expect((await ask(shop.visitor())).code).toBe(10403);
    expect(await books(shop, placed)).toMatchObject({ status: 0 });
    expect((await ask()).data).toEqual({ status_key: 1 });
    expect((await ask()).data).toEqual({ status_key: 1 });
    expect(await books(shop, placed)).toEqual(paidOnce);
    shop.sandbox.scenarios.clear();
  });

  it('leaves attempts at other providers alone [API-032]', async () => {
    shop.sandbox.scenarios.webhooks = { hold: true };
    const placed = await placeOne(shop);
    await (await flow('linwei').start(shop, placed)).pay();
    shop.clock.advance(3_000);
    const body = { order_no: placed.orderNo };
    expect(await placed.visitor.data('POST /api/v1/payments/getpay/orderStatus', { body })).toEqual({
      status_key: 0,
    });
    shop.sandbox.scenarios.clear();
  });
});

describe('ocean’s check of a card', () => {
  const lookup = async (placed: Placed, card: string, by = placed.visitor) => {
    const body = { order_no: placed.orderNo, reference_id: 'r', card_token: await cardToken(shop, card) };
    return by.call('POST /api/v1/payments/ocean/lookup', { body });
  };
  const go = (placed: Placed, transaction_id: string, by = placed.visitor) =>
    by.call('POST /api/v1/payments/continue', { body: { order_no: placed.orderNo, transaction_id } });

  it('begins with a token of this order and amount, which ocean takes and a changed one is not [API-046]', async () => {
    const placed = await placeOne(shop);
    const body = { order_no: placed.orderNo };
    const { jwt } = await placed.visitor.data('POST /api/v1/payments/ocean/jwt', { body });
    const [head, claims, mac] = jwt.split('.');
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
      ...{ iss: 'sandbox-ocean-account', sub: placed.orderNo, currency: 'USD' },
      amount: Math.round(placed.total * 100),
    });
    const check = async (token: string) => {
      const url = `${shop.sandbox.publicUrl}/ocean/gateway/card-check`;
      return shop.services.fetch(url, { method: 'POST', body: JSON.stringify({ jwt: token }) });
    };
    expect((await check(jwt)).status).toBe(200);
    const other = Buffer.from('{"exp":9999999999}').toString('base64url');
    expect((await check(`${head}.${other}.${mac}`)).status).toBe(422);
    shop.clock.advance(15 * 60_000);
    expect((await check(jwt)).status).toBe(422);
    const stranger = shop.visitor().call('POST /api/v1/payments/ocean/jwt', { body });
    expect((await stranger).code).toBe(10403);
  });

  it('asks for the second step, and takes the money only when the owner continues, once [PAY-09, API-047, API-064]', async () => {
    const placed = await placeOne(shop);
    const asked = await lookup(placed, cards.secondStep);
    expect(asked.data).toMatchObject({ enrolled: true });
    const { acs_url, transaction_id } = asked.data!;
    const secret = new URL(acs_url).searchParams.get('secret') ?? '';
    expect((await go(placed, transaction_id)).data).toMatchObject({ status: 'pending' });
    const back = await shop.visitSandbox('/gateway/second-step', { secret, decision: 'confirm' });
    expect(new URL(back.headers.get('location') ?? '').pathname).toBe('/pay/result');
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [] });
    expect((await go(placed, transaction_id, shop.visitor())).code).toBe(10403);
    expect((await go(placed, 'another')).code).toBe(10404);
    const answers = await Promise.all([1, 2, 3].map(() => go(placed, transaction_id)));
    for (const { code } of answers) expect(code).toBe(0);
    expect((await go(placed, transaction_id)).data).toMatchObject({ status: 'paid' });
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('needs no second step for most cards: the money waits for the owner to continue all the same [API-047, API-064]', async () => {
    const placed = await placeOne(shop);
    const { data } = await lookup(placed, cards.works);
    expect(data).toMatchObject({ enrolled: false, acs_url: '' });
    // The bank decides based on the check that the page started, so the gateway gets its reference.
    expect(paymentOf(shop, placed).description).toBe('r');
    expect(await books(shop, placed)).toMatchObject({ status: 0, moves: [], payments: ['approved'] });
    expect((await go(placed, data!.transaction_id)).data).toMatchObject({ status: 'paid' });
    expect(await books(shop, placed)).toEqual(paidOnce);
  });

  it('fails cleanly where card or bank refuse [PAY-09, API-047, API-064]', async () => {
    const placed = await placeOne(shop);
    expect((await lookup(placed, cards.declined)).code).toBe(50001);
    const asked = await lookup(placed, cards.secondStep);
    const secret = new URL(asked.data!.acs_url).searchParams.get('secret') ?? '';
    await shop.visitSandbox('/gateway/second-step', { secret, decision: 'refuse' });
    expect((await go(placed, asked.data!.transaction_id)).code).toBe(50001);
    expect(await books(shop, placed)).toMatchObject({ status: -1, moves: [], stock: 5, mails: 0 });
  });

  it('takes the money once though the answer to taking it is lost [PAY-12, API-064]', async () => {
    const placed = await placeOne(shop);
    shop.sandbox.scenarios.webhooks = { hold: true };
    const { data } = await lookup(placed, cards.works);
    shop.sandbox.scenarios.add({ call: 'POST /ocean/gateway/direct/capture', status: 500, times: 2 });
    expect((await go(placed, data!.transaction_id)).data).toMatchObject({ status: 'pending' });
    shop.clock.advance(30_000);
    await Promise.all([shop.work(true), shop.work(true)]);
    expect(await books(shop, placed)).toEqual(paidOnce);
    shop.sandbox.scenarios.clear();
  });

  it('takes nothing for an order that another payment has paid meanwhile [PAY-13, API-064]', async () => {
    const placed = await placeOne(shop);
    const { data } = await lookup(placed, cards.works);
    await (await flow('getpay').start(shop, placed)).pay();
    shop.clock.advance(3_000);
    await shop.deliver();
    expect((await go(placed, data!.transaction_id)).data).toMatchObject({ status: 'paid' });
    expect(await books(shop, placed)).toMatchObject({ status: 1, moves: ['capture'], mails: 1 });
  });
});

describe('the way back from airwallex', () => {
  it('settles the attempt it names for the owner alone, repeatably, and not another order’s [API-050, PAY-09, PAY-12]', async () => {
    shop.sandbox.scenarios.webhooks = { hold: true };
    const [placed, other] = [await placeOne(shop), await placeOne(shop)];
    for (const each of [placed, other]) {
      await (await flow('airwallex').start(shop, each)).pay();
      expect(String(paymentOf(shop, each).return_url)).toBe(
        `${shop.services.env.SITE_URL}/api/v1/airwallex/continue/return?order_no=${each.orderNo}`,
      );
    }
    const back = (by: Placed['visitor'], id: unknown) =>
      by.send(`/api/v1/airwallex/continue/return?order_no=${placed.orderNo}&payment_intent_id=${id}`);
    const [own, foreign] = [paymentOf(shop, placed).id, paymentOf(shop, other).id];
    for (const [visitor, id, status] of [
      [shop.visitor(), own, 0],
      [placed.visitor, foreign, 0],
      [placed.visitor, 'int_unknown', 0],
      [placed.visitor, own, 1],
      [placed.visitor, own, 1],
    ] as const) {
      const answer = await back(visitor, id);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/pay/result?order_no=${placed.orderNo}`);
      expect((await books(shop, placed)).status).toBe(status);
    }
    expect(await books(shop, placed)).toEqual(paidOnce);
    expect((await books(shop, other)).status).toBe(0);
    shop.sandbox.scenarios.clear();
  });

  it('is told the intent by v3, which continue takes as well [API-026, API-064]', async () => {
    const placed = await placeOne(shop);
    const started = await placed.visitor.data('POST /api/v3/payments/', {
      body: { order_no: placed.orderNo, provider: 'airwallex' },
    });
    const { id, client_secret } = paymentOf(shop, placed);
    expect(started).toEqual({ client_secret, status: 'pending', transaction_id: id });
  });
});

describe('airwallex’s token', () => {
  it('is fetched once for many calls, anew when it is old, and anew when airwallex forgets it early', async () => {
    const asked: string[] = [];
    const within = shop.outside.fetch;
    shop.outside.fetch = async (address, init) => {
      asked.push(new URL(String(address)).pathname);
      return within(address, init);
    };
    const provider = shop.payments.get('airwallex')!;
    const placed = await placeOne(shop);
    await flow('airwallex').start(shop, placed);
    const ref = String(paymentOf(shop, placed).id);
    const logins = async (calls: number) => {
      asked.length = 0;
      const all = await Promise.all(Array.from({ length: calls }, () => provider.status(ref)));
      for (const said of all) expect(said).toMatchObject({ ref, state: 'created' });
      return asked.filter((path) => path.endsWith('/login')).length;
    };
    expect(await logins(3)).toBe(0);
    shop.clock.advance(20 * 60_000);
    expect(await logins(3)).toBe(1);
    shop.sandbox.ledger.run('DELETE FROM tokens');
    expect(await logins(1)).toBe(1);
    shop.outside.fetch = within;
  });
});

describe('what the checkout is told', () => {
  const methods = [
    { method: 'getpay', provider: 'getpay', title: 'Getpay', flow: 'redirect', account_id: 'getpay' },
    { method: 'ocean', provider: 'ocean', title: 'Card', flow: 'card', account_id: 'ocean' },
    { method: 'airwallex', provider: 'airwallex', title: 'Airwallex', flow: 'kit' },
  ] as const;

  it('lists the gateways of the merchant’s settings with form and kit, in their order [PAY-10, API-033, API-067, R72]', async () => {
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'payments', paymentSettings, { methods: [...methods] }, shop.clock.now()),
    );
    const { publicUrl } = shop.sandbox;
    const config = await shop.visitor().data('GET /pay/config');
    expect(config).toMatchObject([
      { method: 'getpay', flow: 'redirect', frame_url: '', test_mode: true },
      { method: 'ocean', flow: 'card', frame_url: `${publicUrl}/gateway/card-frame?provider=ocean` },
      {
        method: 'airwallex',
        kit: {
          script_url: `${publicUrl}/components/sdk/v1/index.js`,
          ...{ environment: 'demo', public_key: '', is_authorize: false },
        },
      },
    ]);
    const sequence = await shop.visitor().data('GET /pay/method/sequence');
    expect(sequence.map(({ method }) => method)).toEqual(['getpay', 'ocean', 'airwallex']);
  });

  it('tells the public settings of apia’s and pingpong’s accounts, and no secret [API-057, API-063]', async () => {
    for (const [row, name] of [
      ['GET /payments/account/apiaAccount', 'apia'],
      ['GET /payments/account/pingpong', 'pingpong'],
    ] as const) {
      expect(await shop.visitor().data(row)).toEqual({
        account_id: `sandbox-${name}-account`,
        public_key: `sandbox-${name}-client`,
      });
    }
  });
});
