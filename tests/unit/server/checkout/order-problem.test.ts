/** Each rule of an order: one case passes, and one that differs only in this rule is rejected. */
import { describe, expect, it } from 'vitest';
import * as codes from '#lib/contract/codes.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import type { Checkout, CheckoutChoices } from '#server/checkout/checkout.ts';
import type { CheckoutTotals } from '#server/checkout/checkout-totals.ts';
import { emptyCheckoutChoices } from '#server/checkout/create-checkout.ts';
import { checkRequiredFields, checkShownTerms } from '#server/checkout/order-problem.ts';
import type { PricedCheckout } from '#server/checkout/price-checkout.ts';
import { type CheckoutSettings, defaultCheckoutSettings, taxIdSchema } from '#server/checkout/settings.ts';

const refusalOf = (check: () => void): [code: number, message: string] | null => {
  try {
    check();
    return null;
  } catch (error) {
    const { code, message } = error as { code: number; message: string };
    return [code, message];
  }
};

const address = {
  ...emptyAddress,
  ...{ first_name: 'Ada', last_name: 'Lovelace', address1: 'Rua 1', city: 'Recife', zip: '50000-000' },
  ...{ country_code: 'BR', province: 'PE', phone: '+55 81 5555 0100' },
};
const brazil = {
  ...{ code: 'BR', name: 'Brazil', zip_pattern: '\\d{5}-\\d{3}', zip_required: true },
  provinces: [{ code: 'PE', name: 'Pernambuco' }],
};
const taxIds = (required: boolean) => ({
  countries: [{ country: 'BR', required, label: 'CPF', pattern: '^\\d{11}$' }],
});
const settings = {
  ...defaultCheckoutSettings,
  countries: [brazil],
  taxId: taxIds(true),
  tip: { enabled: true, options: [10], custom_allowed: false },
} as unknown as CheckoutSettings;
const choices: CheckoutChoices = {
  ...emptyCheckoutChoices,
  ...{ email: 'ada@example.com', address, taxId: '12345678901', tip: 100 },
};
const method = { id: 'post', needsPhone: true };
const quote = {
  ...{ requiresShipping: true, shippings: [method], shipping: method },
  amounts: { subtotal: 1200, discount: 200 },
} as unknown as CheckoutTotals;

interface Case {
  choices?: Partial<CheckoutChoices>;
  address?: Partial<typeof address>;
  quote?: object;
  settings?: object;
}
const fieldsOf = (change: Case) =>
  refusalOf(() =>
    checkRequiredFields({ ...choices, address: { ...address, ...change.address }, ...change.choices }, {
      quote: { ...quote, ...change.quote },
      settings: { ...settings, ...change.settings },
    } as unknown as PricedCheckout),
  );
const billing = { ...address, phone: '' };

describe('what an order must hold', () => {
  it('is all there', () => expect(fieldsOf({})).toBeNull());

  const rules: [rule: string, passes: Case, fails: Case, message: RegExp][] = [
    [
      'an address of e-mail',
      { choices: { email: 'a@b.co' } },
      { choices: { email: '' } },
      /email.*blank|blank.*email/i,
    ],
    [
      'one that can be written to',
      { choices: { email: 'a+b@b.co' } },
      { choices: { email: 'a@b' } },
      /email/i,
    ],
    [
      'a name, in one field or the other',
      { address: { first_name: ' ' } },
      { address: { first_name: ' ', last_name: '' } },
      /First name/i,
    ],
    ['a street', { address: { address1: '1' } }, { address: { address1: ' ' } }, /Address/i],
    ['a city', { address: { city: 'R' } }, { address: { city: ' ' } }, /City/i],
    ['a country', { address: { country_code: 'BR' } }, { address: { country_code: '' } }, /Country/i],
    [
      'a country that is shipped to',
      { address: { country_code: 'BR' } },
      { address: { country_code: 'AQ' } },
      /ship/i,
    ],
    [
      'a province of the country',
      { address: { province: 'Pernambuco' } },
      { address: { province: 'Texas' } },
      /Brazil/,
    ],
    ['a postal code', { address: { zip: '11111-111' } }, { address: { zip: '' } }, /code|zip/i],
    [
      'a postal code of the country',
      { address: { zip: '22222-222' } },
      { address: { zip: '1234' } },
      /Brazil/,
    ],
    [
      'a phone number where its courier calls',
      { address: { phone: '' }, quote: { shipping: { ...method, needsPhone: false } } },
      { address: { phone: '' } },
      /phone/i,
    ],
    [
      'the contact’s phone number or the address’s',
      { address: { phone: '' }, choices: { phone: '12345' } },
      { address: { phone: '' }, choices: { phone: '' } },
      /phone/i,
    ],
    ['a phone number of digits', { address: { phone: '12345' } }, { address: { phone: '12a45' } }, /phone/i],
    [
      'a whole billing address',
      { choices: { billing } },
      { choices: { billing: { ...billing, city: '' } } },
      /billing.*city/i,
    ],
    [
      'a tax id where the country asks for one',
      { choices: { taxId: '' }, settings: { taxId: taxIds(false) } },
      { choices: { taxId: '' } },
      /^CPF can't be blank$/,
    ],
    [
      'a tax id that has its form',
      { choices: { taxId: '00000000000' } },
      { choices: { taxId: '1' } },
      /^Please enter a valid CPF$/,
    ],
    [
      'a tax id that has its form, though none was asked for',
      { choices: { taxId: '00000000000' }, settings: { taxId: taxIds(false) } },
      { choices: { taxId: '1' }, settings: { taxId: taxIds(false) } },
      /^Please enter a valid CPF$/,
    ],
    [
      'a way to ship it',
      { quote: { shippings: [method] } },
      { quote: { shippings: [] } },
      /cannot ship this order/,
    ],
    [
      'a tip that is offered, for the goods less their discount',
      { choices: { tip: 0 } },
      { choices: { tip: 120 } },
      /one of the tips offered/,
    ],
    [
      'a tip in a shop that takes them',
      { settings: { tip: { ...settings.tip, enabled: false } }, choices: { tip: 0 } },
      { settings: { tip: { ...settings.tip, enabled: false } } },
      /does not accept tips/,
    ],
  ];
  it.each(rules)('%s', (_rule, passes, fails, message) => {
    expect(fieldsOf(passes)).toBeNull();
    expect(fieldsOf(fails)).toEqual([codes.badParameter, expect.stringMatching(message)]);
  });

  it('asks for the tax id of the delivery’s country alone', () => {
    const elsewhere = { countries: [{ country: 'US', required: true, label: 'EIN', pattern: '^x$' }] };
    expect(fieldsOf({ choices: { taxId: '' }, settings: { taxId: elsewhere } })).toBeNull();
  });

  it('asks for no address where nothing is shipped, and still for the e-mail', () => {
    const isShipped = { requiresShipping: false, shippings: [], shipping: null };
    expect(fieldsOf({ quote: isShipped, address: emptyAddress, choices: { taxId: '' } })).toBeNull();
    expect(fieldsOf({ quote: isShipped, choices: { email: '' } })).not.toBeNull();
  });
});

it('a new checkout begins with nothing filled in', () => {
  const { address: blank, ...others } = emptyCheckoutChoices;
  expect(Object.values(blank).every((value) => value === '')).toBe(true);
  const filled = Object.entries(others).filter(
    ([, value]) => !['', 0, false, null].includes(value as string),
  );
  expect(filled).toEqual([]);
});

describe('what an order must still find as the shopper saw it', () => {
  const line = {
    ...{ problem: '', unitPrice: 1000, discount: 200, line: {} },
    variant: { productTitle: 'Mug', optionValues: [], stock: 1 },
  };
  const bag = { lines: [line], couponRefusal: codes.ok, coupon: 'TEN', currency: 'USD' };
  const seen = {
    bag,
    ...{ requiresShipping: true, stillValid: { shipping: true, tip: true }, amounts: { total: 800 } },
  };
  const stored = {
    lines: [{ seenPrice: 1000, seenDiscount: 200 }],
    choices: { coupon: 'TEN' },
  };

  interface Seen {
    bag?: object;
    quote?: object;
    choices?: object;
    stored?: object;
    shown?: number | null;
  }
  const unchanged = (change: Seen) =>
    refusalOf(() =>
      checkShownTerms(
        { ...stored, ...change.stored } as unknown as Checkout,
        { ...choices, coupon: 'TEN', ...change.choices },
        { ...seen, ...change.quote, bag: { ...bag, ...change.bag } } as unknown as CheckoutTotals,
        change.shown === undefined ? 800 : change.shown,
      ),
    );
  const withLine = (change: object) => ({ lines: [{ ...line, ...change }] });
  const lines = (change: object) => ({ lines: [{ seenPrice: 1000, seenDiscount: 200, ...change }] });

  const rules: [rule: string, passes: Seen, fails: Seen, message: RegExp][] = [
    ['each line', {}, { bag: withLine({ problem: 'sold_out' }) }, /"Mug" is sold out/],
    [
      'the coupon',
      { bag: { couponRefusal: codes.ok } },
      { bag: { couponRefusal: codes.couponUsedUp } },
      /used up/,
    ],
    [
      'the coupon’s use',
      { bag: { coupon: '' }, choices: { coupon: '' } },
      { bag: { coupon: '' } },
      /raise the total, so it was not applied/,
    ],
    [
      'the shipping method',
      { quote: { stillValid: { shipping: false }, requiresShipping: false } },
      { quote: { stillValid: { shipping: false } } },
      /shipping method is no longer offered/,
    ],
    ['the total', { shown: 800 }, { shown: 801 }, /total changed from 8\.01 to 8\.00/],
    [
      'the discount, where that changed the total',
      { shown: 800, stored: lines({ seenDiscount: 100 }) },
      { shown: 700, stored: lines({ seenDiscount: 300 }) },
      /discount changed from 3\.00 to 2\.00/,
    ],
    [
      'each price, where the page said no total',
      { shown: null },
      { shown: null, stored: { ...stored, ...lines({ seenPrice: 900 }) } },
      /price of "Mug" changed from 9\.00 to 10\.00/,
    ],
    [
      'the discount, where the page said no total and the coupon is the same',
      { shown: null, stored: { ...lines({ seenDiscount: 100 }), choices: { coupon: '' } } },
      { shown: null, stored: { ...stored, ...lines({ seenDiscount: 100 }) } },
      /discount changed from 1\.00 to 2\.00/,
    ],
  ];
  it.each(rules)('%s', (_rule, passes, fails, message) => {
    expect(unchanged(passes)).toBeNull();
    expect(unchanged(fails)?.[1]).toMatch(message);
  });
});

it('the pattern of a tax number is a regular expression: another one would fail every order', () => {
  const read = (pattern: string) =>
    taxIdSchema.safeParse({ countries: [{ country: 'BR', required: true, label: 'CPF', pattern }] });
  expect(read('^[0-9]{11}$').success).toBe(true);
  expect(read('(').error?.issues[0]).toMatchObject({
    path: ['countries', 0, 'pattern'],
    message: expect.stringContaining('must be a regular expression'),
  });
});
