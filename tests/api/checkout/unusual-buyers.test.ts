/** Guests with an email address, name, phone number or postal address that is unusual but valid can still buy. */
import { beforeAll, describe, expect, it } from 'vitest';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { addProduct, filledIn, openCheckout, order, oregon, submit } from '../orders/fixture.ts';
import { createPayShop, type PayShop, payByCard } from '../payments/pay-shop.ts';

let shop: PayShop;
let bowl: { product: number; variant: number };
beforeAll(async () => {
  shop = await createPayShop();
  bowl = await addProduct(shop, { price: 2000, stock: 100 });
  await shop.db.transaction((trx) =>
    writeSetting(trx, 'countries', settingSchemas.countries, ['US', 'DE', 'AT', 'JP', 'PL'], 0),
  );
});

interface Changes {
  email?: string;
  address?: Partial<Record<keyof typeof oregon, string>>;
}

/** Buys and pays as a guest. @returns the stored order and the recipient of its confirmation */
async function buy({ email = 'ada@example.com', address = {} }: Changes) {
  const visitor = shop.visitor();
  const delivery = { ...oregon, ...address };
  const placed = await order(visitor, [bowl], {
    ...filledIn,
    ...{ email, address: delivery },
    shipping_id: undefined,
  });
  expect(await payByCard(shop, { visitor, ...placed, ...bowl })).toMatchObject({ code: 0 });
  const found = await shop
    .visitor()
    .data('POST /api/v1/order/lookup', { body: { order_no: placed.orderNo, email } });
  expect(found).toMatchObject({ order_no: placed.orderNo, status_key: 1 });
  const mail = await shop.db.read
    .selectFrom('mails')
    .select('to_address')
    .where('dedupe_key', '=', `order-confirmation:${placed.orderNo}`)
    .executeTakeFirstOrThrow();
  return { ...found!, mailedTo: mail.to_address };
}

describe('a guest buys', () => {
  it.each([
    ["o'brien@example.com", "o'brien@example.com"],
    ['info@studio.photography', 'info@studio.photography'],
    ['hello@brand.international', 'hello@brand.international'],
    ['user@example.versicherung', 'user@example.versicherung'],
    ['me@example.solutions', 'me@example.solutions'],
    ['max@xn--bro-hoa.de', 'max@xn--bro-hoa.de'],
    ['max@büro.example', 'max@xn--bro-hoa.example'],
  ])('with the email address %j, and the confirmation goes to %j [BR-34, BR-36]', async (email, sent) => {
    expect(await buy({ email })).toMatchObject({ email: sent, mailedTo: sent });
  });

  it('and finds the order by either form of an international domain [BR-36]', async () => {
    const { order_no } = await buy({ email: 'max@büro.example' });
    const look = (email: string) =>
      shop.visitor().data('POST /api/v1/order/lookup', { body: { order_no, email } });
    for (const email of ['max@xn--bro-hoa.example', 'MAX@XN--BRO-HOA.EXAMPLE', 'max@BÜRO.example'])
      expect(await look(email)).toMatchObject({ order_no });
    expect(await look('max@buro.example')).toBeNull();
  });

  it.each([
    ['AE', '09012', 'APO'],
    ['AP', '96271', 'APO'],
    ['AA', '34002', 'FPO'],
    ['PR', '00901', 'San Juan'],
    ['GU', '96910', 'Hagåtña'],
  ])('in %s %s, %s [BR-45]', async (province, zip, city) => {
    const { address } = await buy({ address: { province, zip, city } });
    expect(address).toMatchObject({ province, zip, city, country: 'United States' });
  });

  it.each([
    ['Suharto', ''],
    ['', 'Björk'],
  ])('by one name alone: %j %j [BR-46]', async (first_name, last_name) => {
    expect((await buy({ address: { first_name, last_name } })).address).toMatchObject({
      first_name,
      last_name,
    });
  });

  it.each([
    ['0711/123456', '0711/123456'],
    ['+1 503 555 0100 x12', '+1 503 555 0100 x12'],
    ['+1 503 555 0100 ext. 12', '+1 503 555 0100 ext. 12'],
    ['０３－１２３４－５６７８', '03-1234-5678'],
  ])('with the phone number %j [BR-47]', async (phone, stored) => {
    expect(await buy({ address: { phone } })).toMatchObject({ address: { phone: stored } });
  });

  it.each([
    ['JP', '１５０－０００１', '150-0001'],
    ['JP', '〒150-0001', '150-0001'],
    ['DE', 'D-10115', '10115'],
    ['DE', '10 115', '10115'],
    ['AT', 'A-1010', '1010'],
    ['PL', '00 001', '00-001'],
  ])('in %s with the postal code %j [BR-49]', async (country_code, zip, stored) => {
    const { address } = await buy({ address: { country_code, zip, province: '' } });
    expect(address).toMatchObject({ country_code, zip: stored });
  });
});

describe('a guest does not buy', () => {
  it.each(['ada@example.com.', 'ada..l@example.com', 'ada@example', 'ada@büro', 'ada@bü/ro.example'])(
    'with the email address %j [BR-34]',
    async (email) => {
      const visitor = shop.visitor();
      const token = await openCheckout(visitor, [bowl]);
      const answer = await submit(visitor, token, { ...filledIn, email });
      expect(answer).toMatchObject({ code: 10001, msg: 'Please enter a valid email address' });
    },
  );

  it('without any name [BR-46]', async () => {
    const visitor = shop.visitor();
    const token = await openCheckout(visitor, [bowl]);
    const address = { ...oregon, first_name: ' ', last_name: '' };
    const answer = await submit(visitor, token, { ...filledIn, address });
    expect(answer).toMatchObject({ code: 10001, msg: "First name can't be blank" });
  });
});
