/** Endpoints of single gateways: API-032, 046, 047, 050, 057, 063. */
import { expect } from 'vitest';
import { filledIn, order } from '../orders/fixture.ts';
import { gatewayFlows, paymentOf } from '../payments/gateway-flows.ts';
import { cards, cardToken, type Placed } from '../payments/pay-shop.ts';
import { wanted } from './promotions.ts';
import { type Row, type ServedShop, told } from './served-shop.ts';

async function placed(shop: ServedShop): Promise<Placed> {
  const visitor = shop.visitor();
  const mug = await wanted(shop, 'tidal-mug');
  return { ...mug, visitor, ...(await order(visitor, [mug], filledIn)) };
}

async function begun(shop: ServedShop, name: 'getpay' | 'airwallex') {
  const own = await placed(shop);
  const flow = gatewayFlows.find((gateway) => gateway.name === name);
  await (await flow!.start(shop, own)).pay();
  shop.clock.advance(3_000);
  return own;
}

export const gatewayRows: Record<string, Row> = {
  'API-032': async (shop) => {
    const { visitor, orderNo } = await begun(shop, 'getpay');
    const body = { order_no: orderNo };
    expect(await told(visitor, 'POST /api/v1/payments/getpay/orderStatus', { body })).toEqual({
      status_key: 1,
    });
  },
  'API-046': async (shop) => {
    const { visitor, orderNo } = await placed(shop);
    const { jwt } = await told(visitor, 'POST /api/v1/payments/ocean/jwt', { body: { order_no: orderNo } });
    const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: orderNo, currency: 'USD' });
  },
  'API-047': async (shop) => {
    const { visitor, orderNo } = await placed(shop);
    const card_token = await cardToken(shop, cards.secondStep);
    const body = { order_no: orderNo, reference_id: 'r', card_token };
    const asked = await told(visitor, 'POST /api/v1/payments/ocean/lookup', { body });
    expect(asked.enrolled).toBe(true);
    expect(asked.acs_url).toContain(shop.sandbox.publicUrl);
  },
  'API-050': async (shop) => {
    const own = await begun(shop, 'airwallex');
    const query = `order_no=${own.orderNo}&payment_intent_id=${paymentOf(shop, own).id}`;
    const back = await own.visitor.send(`/api/v1/airwallex/continue/return?${query}`);
    expect(back.headers.get('location')).toBe(`/pay/result?order_no=${own.orderNo}`);
    const call = { params: { id: own.orderNo } };
    expect((await told(own.visitor, 'GET /api/v1/order/:id', call)).status_key).toBe(1);
  },
  'API-057': async (shop) => {
    const account = await told(shop.visitor(), 'GET /payments/account/apiaAccount');
    expect(account.account_id).toBe('sandbox-apia-account');
  },
  'API-063': async (shop) => {
    const account = await told(shop.visitor(), 'GET /payments/account/pingpong');
    expect(account.account_id).toBe('sandbox-pingpong-account');
  },
};
