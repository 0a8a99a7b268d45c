/** A guest saves an order in an account with a password; the response does not reveal whether the address has an account. */
import { beforeEach, expect, it } from 'vitest';
import { settleCapturedPayment } from '#server/payments/attempts/settle.ts';
import type { TestShop } from '../harness.ts';
import { captureOf, createOrderShop, filledIn, order } from '../orders/fixture.ts';
import { ada, createAccountShop, mailedCode, mailTo, register } from './fixture.ts';

let shop: Awaited<ReturnType<typeof createAccountShop>>;
beforeEach(async () => {
  shop = await createAccountShop();
});

async function paid(isPaid = true) {
  const visitor = shop.visitor();
  const placed = await order(visitor, shop.wanted, { ...filledIn, email: ada.email });
  if (isPaid)
    await settleCapturedPayment(shop.services, captureOf(placed.orderNo, Math.round(placed.total * 100)));
  return { visitor, ...placed };
}
const save = (visitor: ReturnType<TestShop['visitor']>, order_no: string, password = ada.password) =>
  visitor.call('POST /api/v1/storefront/order/account', { body: { order_no, password } });
const kinds = async () => {
  const rows = await shop.db.read
    .selectFrom('mails')
    .select('kind')
    .where('kind', 'like', 'customer-%')
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};

it('makes an account of the order’s name and address, which its mail proves and the password opens [R133]', async () => {
  const { visitor, orderNo } = await paid();
  expect(await save(visitor, orderNo)).toMatchObject({ code: 0, data: {} });
  expect(visitor.cookies.has('__Host-session')).toBe(false);
  expect((await visitor.call('GET /api/v1/storefront/customer')).code).toBe(10110);
  await visitor.data('POST /api/v1/customer/login', { body: ada });
  const before = await visitor.data('GET /api/v1/storefront/customer');
  expect(before).toMatchObject({
    email: ada.email,
    is_verified: false,
    first_name: 'Ada',
    last_name: 'Lovelace',
  });
  expect(before.addresses).toMatchObject([{ is_default: true, address: { address1: '12 Elm Street' } }]);
  const code = await mailedCode(shop, ada.email, 'customer-verify');
  await visitor.data('POST /api/v1/storefront/customer/verify', { body: { code } });
  const { list } = await visitor.data('GET /api/v1/storefront/customer/orders', { query: {} });
  expect(list.map(({ order_no }) => order_no)).toEqual([orderNo]);
});

it('answers the same where there is an account, leaves it as it is, and tells its owner by mail, once', async () => {
  await register(shop, { email: ada.email, password: 'the-owner-s-own' });
  const { visitor, orderNo } = await paid();
  expect(await save(visitor, orderNo, 'another-password')).toMatchObject({ code: 0, data: {} });
  expect(await save(visitor, orderNo, 'another-password')).toMatchObject({ code: 0, data: {} });
  expect(await kinds()).toEqual(['customer-verify', 'customer-known']);
  expect((await mailTo(shop, ada.email, 'customer-known'))?.text).toContain('https://marram.example/login');
  const login = (password: string) =>
    shop.visitor().call('POST /api/v1/customer/login', { body: { email: ada.email, password } });
  expect((await login('another-password')).code).toBe(20002);
  expect((await login('the-owner-s-own')).code).toBe(0);
});

it('opens to the browser that paid only: not by the link, not unpaid, not for a customer’s order', async () => {
  const { orderNo } = await paid();
  expect((await save(shop.visitor(), orderNo)).code).toBe(10403);
  expect((await save(shop.visitor(), 'AAAAA-BBBBB')).code).toBe(10403);
  const unpaid = await paid(false);
  expect((await save(unpaid.visitor, unpaid.orderNo)).code).toBe(10403);
  const customer = await register(shop, { email: 'bea@example.com', password: ada.password });
  const own = await order(customer, shop.wanted, filledIn);
  await settleCapturedPayment(shop.services, captureOf(own.orderNo, Math.round(own.total * 100)));
  expect((await save(customer, own.orderNo)).code).toBe(10403);
  expect(await kinds()).toEqual(['customer-verify']);
});

it('refuses a password nobody should choose, and shops without accounts have none [R129]', async () => {
  const { visitor, orderNo } = await paid();
  expect(await save(visitor, orderNo, 'short')).toMatchObject({
    code: 10001,
    msg: expect.stringContaining('password:'),
  });
  expect((await save(visitor, orderNo, 'password1')).code).toBe(10001);
  expect(await kinds()).toEqual([]);
  const plain = await createOrderShop();
  expect(
    (
      await plain.visitor().call('POST /api/v1/storefront/order/account', {
        body: { order_no: orderNo, password: ada.password },
      })
    ).code,
  ).toBe(10404);
});
