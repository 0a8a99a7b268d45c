import { describe, expect, it } from 'vitest';
import { normaliseAddress, provinceLabel, validateAddress, zipLabel } from '#lib/checkout/address-rules.ts';
import { allTexts } from '#lib/messages/all.ts';
import { createTexts } from '#lib/messages/format.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { buildCountries } from '#server/checkout/countries.ts';
import { insurancePrice, tipChoices, tipError } from '#server/checkout/extras.ts';
import { defaultCheckoutSettings, type ShippingMethod, taxSchema } from '#server/checkout/settings.ts';
import {
  cheapestMethod,
  eligibleMethods,
  isWithinMethodLimits,
  shippingMethodsFor,
  shippingMethodsForBag,
} from '#server/checkout/shipping.ts';
import { computeTax } from '#server/checkout/tax.ts';
import { fc } from '../../../fast-check.ts';
import germanTexts from '../../../fixtures/languages/de.json' with { type: 'json' };

const english = createTexts(allTexts);
const german = createTexts(allTexts, germanTexts.texts);

const method = (change: Partial<ShippingMethod>): ShippingMethod => ({
  id: 'm',
  title: 'M',
  desc: '',
  shipping_type: 1,
  min: 0,
  max: null,
  shipping_amount: 0,
  ...change,
});

describe('shipping', () => {
  it.each([
    [{ shipping_type: 1, min: 5000, max: 9999 }, { totalPay: 4999 }, false],
    [{ shipping_type: 1, min: 5000, max: 9999 }, { totalPay: 5000 }, true],
    [{ shipping_type: 1, min: 5000, max: 9999 }, { totalPay: 9999 }, true],
    [{ shipping_type: 1, min: 5000, max: 9999 }, { totalPay: 10_000 }, false],
    [{ shipping_type: 1, min: 5000, max: null }, { totalPay: 10_000_000 }, true],
    [{ shipping_type: 3, min: 2, max: 3 }, { units: 1 }, false],
    [{ shipping_type: 3, min: 2, max: 3 }, { units: 3 }, true],
    [{ shipping_type: 2, min: 0, max: 2000 }, { grams: 2000 }, true],
    [{ shipping_type: 2, min: 0, max: 2000 }, { grams: 2001 }, false],
  ] as const)('%j with %j: %s [SHIPR-04]', (rule, parcel, expected) => {
    expect(isWithinMethodLimits(method(rule), { totalPay: 0, grams: 0, units: 0, ...parcel })).toBe(expected);
  });

  it('serves a country by the zone that names it, else by the one for everywhere', () => {
    const zone = (title: string, countries: string[]) => ({
      title,
      countries,
      methods: [method({ id: title })],
    });
    const settings = { zones: [zone('rest', ['*']), zone('alps', ['CH', 'AT'])] };
    expect(shippingMethodsFor(settings, 'CH').map(({ id }) => id)).toEqual(['alps']);
    expect(shippingMethodsFor(settings, 'US').map(({ id }) => id)).toEqual(['rest']);
    expect(shippingMethodsFor({ zones: [zone('alps', ['CH'])] }, 'US')).toEqual([]);
  });

  it('tells the bag nothing of weights, and of the home zone while the country is unknown', () => {
    const types = new Set(
      shippingMethodsForBag(defaultCheckoutSettings.shipping, 'DE').map((rule) => rule.shipping_type),
    );
    expect(types).toEqual(new Set([1]));
    expect(shippingMethodsForBag(defaultCheckoutSettings.shipping, '').map(({ id }) => id)).toContain(
      'us-free',
    );
  });

  it('takes the cheapest method, the earlier of equals', () => {
    const found = eligibleMethods(defaultCheckoutSettings.shipping, 'US', {
      totalPay: 7500,
      grams: 900,
      units: 1,
    });
    expect(cheapestMethod(found)?.id).toBe('us-free');
    expect(cheapestMethod([])).toBeNull();
    expect(cheapestMethod([method({ id: 'a' }), method({ id: 'b' })])?.id).toBe('a');
  });

  it('offers one way or another for every price and weight in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('US', 'DE', 'JP'),
        fc.nat(10_000_000),
        fc.nat(100_000),
        fc.integer({ min: 1, max: 500 }),
        (country, totalPay, grams, pieces) =>
          eligibleMethods(defaultCheckoutSettings.shipping, country, { totalPay, grams, units: pieces })
            .length > 0,
      ),
    );
  });
});

describe('tax', () => {
  const settings = taxSchema.parse({
    rules: [
      { country: 'US', province: 'NY', lines: [{ title: 'State', rate: 4, on_shipping: true }] },
      {
        country: 'US',
        province: 'NY',
        zip: '100',
        lines: [
          { title: 'State', rate: 4, on_shipping: true },
          { title: 'City', rate: 4.875 },
        ],
      },
      { country: 'GB', zip: 'BT1', lines: [{ title: 'VAT', rate: 20 }] },
      { country: 'DE', included: true, lines: [{ title: 'MwSt.', rate: 19, on_shipping: true }] },
    ],
  });
  const place = (countryCode: string, province = '', zip = '') => ({ countryCode, province, zip });

  it.each([
    ['none where no rule is', place('US', 'OR', '97204'), 10_000, 500, 0, []],
    ['goods and shipping by the province', place('US', 'NY', '14604'), 10_000, 500, 420, [420]],
    ['both lines by the postal code', place('US', 'NY', '10001'), 10_000, 500, 908, [420, 488]],
    ['half a cent rounded up, once a line', place('US', 'NY', '10001'), 1000, 0, 89, [40, 49]],
    ['by a postal code typed in small letters', place('GB', '', 'bt1 5gs'), 10_000, 0, 2000, [2000]],
    ['by a postal code with a space elsewhere', place('GB', '', 'B T15GS'), 10_000, 0, 2000, [2000]],
    ['the part inside prices that include it', place('DE'), 11_900, 0, 0, [1900]],
    ['the part inside a cent', place('DE'), 1, 0, 0, [0]],
  ])('takes %s', (_name, where, goods, shipping, added, lines) => {
    const tax = computeTax(settings, where, [goods], shipping);
    expect([tax.added, tax.lines.map((line) => line.amount)]).toEqual([added, lines]);
  });

  it('says what each line of goods brought, to the cent and without the shipping', () => {
    const tax = computeTax(settings, place('US', 'NY', '10001'), [333, 0, 667], 500);
    expect(tax.added).toBe(tax.lines.reduce((sum, { amount }) => sum + amount, 0));
    expect(tax.perProductLine).toEqual([29, 0, 60]);
    expect(computeTax(settings, place('DE'), [11_900], 0).perProductLine).toEqual([0]);
  });

  it('goes by the earlier of two rules that say as much of a place', () => {
    const rule = (rate: number) => ({ country: 'FR', lines: [{ title: 'TVA', rate }] });
    const twice = taxSchema.parse({ rules: [rule(20), rule(10)] });
    expect(computeTax(twice, place('FR'), [10_000], 0).added).toBe(2000);
  });

  it('is exact however large the amount and never negative', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 45), (goods) => {
        const { added } = computeTax(settings, place('US', 'NY', '14604'), [goods], 0);
        const exact = (BigInt(goods) * 8n + 100n) / 200n;
        return BigInt(added) === exact;
      }),
    );
  });
});

describe('tip and insurance', () => {
  const tip = { enabled: true, options: [15, 5], custom_allowed: false };

  it('offers percentages of the goods and refuses any other tip unless allowed [CHK-16]', () => {
    expect(tipChoices(tip, 1990)).toEqual([
      { percent: 5, amount: 100 },
      { percent: 15, amount: 299 },
    ]);
    expect(tipError(tip, 1990, 100)).toBe('');
    expect(tipError(tip, 1990, 0)).toBe('');
    expect(tipError(tip, 1990, 101)).not.toBe('');
    expect(tipError({ ...tip, custom_allowed: true }, 1990, 101)).toBe('');
    expect(tipError({ ...tip, custom_allowed: true }, 1990, 1991)).not.toBe('');
    expect(tipError({ ...tip, enabled: false }, 1990, 100)).not.toBe('');
  });

  it('prices insurance by the goods, at least its minimum, and not for nothing [CHK-15]', () => {
    const insurance = { enabled: true, title: '', desc: '', percent: 2, min: 98 };
    expect(insurancePrice(insurance, 10_000)).toBe(200);
    expect(insurancePrice(insurance, 100)).toBe(98);
    expect(insurancePrice(insurance, 0)).toBeNull();
    expect(insurancePrice({ ...insurance, enabled: false }, 10_000)).toBeNull();
  });
});

describe('a delivery address', () => {
  const countries = buildCountries(['US', 'DE', 'HK'], 'en', ['HK']);
  const fine = {
    ...emptyAddress,
    first_name: 'Ada',
    last_name: 'Lovelace',
    address1: '12 Elm',
    city: 'Portland',
    zip: '97204',
    province: 'OR',
    country_code: 'US',
    phone: '5035550100',
  };
  const problems = (change: Partial<typeof fine>) =>
    validateAddress({ ...fine, ...change }, countries, english);

  it('is asked for what its country needs, in the documents’ words [CHK-12, VAL-08, VAL-11]', () => {
    expect(problems({})).toEqual({});
    expect(problems({ first_name: '  ', last_name: '' })).toEqual({
      first_name: "First name can't be blank",
    });
    expect(problems({ phone: '12' })).toEqual({ phone: 'Please enter a valid Phone' });
    expect(problems({ country_code: 'FR' })).toEqual({ country_code: 'We do not ship to this country' });
    expect(problems({ province: 'ZZ' })).toHaveProperty('province');
    for (const zip of ['9720', '97204x', '97204 Portland', 'x97204']) {
      expect(problems({ zip })).toHaveProperty('zip');
    }
    expect(problems({ zip: '' })).toEqual({ zip: "ZIP code can't be blank" });
    expect(problems({ country_code: 'DE', province: '', zip: '10115' })).toEqual({});
    expect(problems({ country_code: 'HK', province: '', zip: '' })).toEqual({});
  });

  it.each([
    ['US', ['State', 'ZIP code'], ['Bundesstaat', 'Postleitzahl (ZIP)']],
    ['CA', ['Province', 'Postal code'], ['Provinz', 'Postleitzahl']],
    ['AU', ['State', 'Postcode'], ['Bundesstaat', 'Postleitzahl']],
    ['GB', ['Province', 'Postcode'], ['Provinz', 'Postleitzahl']],
    ['IE', ['Province', 'Eircode'], ['Provinz', 'Eircode']],
  ] as const)('labels a field as its error messages name it, in %s [VAL-11, VAL-12]', (code, ...labels) => {
    const rules = buildCountries([code], 'en', []);
    for (const [at, texts] of [english, german].entries()) {
      const [province = '', zip = ''] = labels[at] ?? [];
      expect([provinceLabel(code, texts), zipLabel(code, texts)]).toEqual([province, zip]);
      const errorsOf = (typed: string) =>
        validateAddress({ ...fine, country_code: code, province: typed, zip: typed }, rules, texts);
      const country = rules[0]!.name;
      const hasProvinces = rules[0]!.provinces.length > 0;
      expect(errorsOf('')).toEqual({
        ...(hasProvinces && { province: texts.text('requiredMsg', { name: province }) }),
        zip: texts.text('requiredMsg', { name: zip }),
      });
      expect(errorsOf('?')).toEqual({
        ...(hasProvinces && { province: texts.text('provinceOf', { name: province, country }) }),
        zip: texts.text('zipOf', { name: zip, country }),
      });
    }
  });

  it.each([
    { first_name: 'Suharto', last_name: '' },
    { first_name: ' ', last_name: 'Björk' },
  ])('is fine with one name: %j [BR-46]', (names) => {
    expect(problems(names)).toEqual({});
  });

  it.each([
    ...[
      ['AA', '34002'],
      ['AE', '09012'],
      ['AP', '96271-1234'],
      ['PR', '00901'],
      ['GU', '96910'],
      ['VI', '00802'],
    ],
    ...[
      ['AS', '96799'],
      ['MP', '96950'],
      ['FM', '96941'],
      ['MH', '96960'],
      ['PW', '96940'],
      ['Puerto Rico', '00901'],
      ['U.S. Virgin Islands', '00802'],
    ],
  ])('may be of the military or a territory: %s %s [BR-45]', (province, zip) => {
    expect(problems({ city: 'APO', province, zip })).toEqual({});
  });

  it.each(['QC', 'Quebec', 'Québec', 'Que\u0301bec', ' q.c. '])(
    'names its province as %j [BR-45]',
    (province) => {
      const canada = buildCountries(['CA'], 'en', []);
      const address = { ...fine, country_code: 'CA', zip: 'H2X 1Y4', province };
      expect(validateAddress(address, canada, english)).toEqual({});
      expect(normaliseAddress(address, canada).province).toBe('QC');
    },
  );

  describe('has a postal code', () => {
    const everywhere = buildCountries(
      'AT BE BR CA CH CZ DE DK ES FI FR GB GR HK IE IN IT JP LU MX NL NO PL PT SE US'.split(' '),
      'en',
      [],
    );
    const of = (country_code: string, zip: string) => ({ ...fine, country_code, zip });

    it.each([
      ...[
        ['JP', '１５０－０００１', '150-0001'],
        ['JP', '〒150-0001', '150-0001'],
        ['JP', '1500001', '150-0001'],
      ],
      ...[
        ['JP', '150ー0001', '150-0001'],
        ['DE', 'D-10115', '10115'],
        ['DE', 'DE 10115', '10115'],
      ],
      ...[
        ['DE', '10 115', '10115'],
        ['DE', 'd–10115', '10115'],
        ['AT', 'A-1010', '1010'],
        ['CH', 'CH-8001', '8001'],
      ],
      ...[
        ['FR', 'F-75 001', '75001'],
        ['FI', 'FIN-00100', '00100'],
        ['NO', 'N-0150', '0150'],
        ['DK', 'DK-2100', '2100'],
      ],
      ...[
        ['ES', 'E-28001', '28001'],
        ['IT', 'I-00184', '00184'],
        ['PT', 'P-1000001', '1000-001'],
        ['BE', 'B-1000', '1000'],
      ],
      ...[
        ['PL', '00 001', '00-001'],
        ['PL', '00001', '00-001'],
        ['PL', 'PL-00-001', '00-001'],
        ['SE', 'SE-11234', '112 34'],
      ],
      ...[
        ['SE', '112-34', '112 34'],
        ['CZ', '11000', '110 00'],
        ['GR', '15124', '151 24'],
        ['BR', '01310 100', '01310-100'],
      ],
      ...[
        ['NL', 'NL-1012ab', '1012 AB'],
        ['NL', '1012.AB', '1012 AB'],
        ['CA', 'm1l2s9', 'M1L 2S9'],
      ],
      ...[
        ['CA', 'M1L-2S9', 'M1L 2S9'],
        ['CA', 'CA M1L 2S9', 'M1L 2S9'],
        ['GB', 'sw1a1aa', 'SW1A 1AA'],
      ],
      ...[
        ['GB', 'M1  1AE', 'M1 1AE'],
        ['GB', 'GB-SW1A 1AA', 'SW1A 1AA'],
        ['IE', 'd02x285', 'D02 X285'],
      ],
      ...[
        ['US', '972011234', '97201-1234'],
        ['US', '97201 1234', '97201-1234'],
        ['US', '97201–1234', '97201-1234'],
      ],
      ...[
        ['US', '(97201)', '97201'],
        ['US', '97201', '97201'],
        ['US', 'US-97201', '97201'],
        ['IN', '110 001', '110001'],
        ['IN', '११०००१', '110001'],
        ['ES', 'C.P. 28001', '28001'],
        ['MX', '06700', '06700'],
      ],
      ...[
        ['LU', 'L-1009', 'L-1009'],
        ['HK', '', ''],
      ],
    ])('of %s tidied before it is checked: %j as %j [BR-49]', (country, typed, stored) => {
      const address = of(country, typed);
      expect(validateAddress(address, everywhere, english).zip).toBeUndefined();
      const tidy = normaliseAddress(address, everywhere);
      expect(tidy.zip).toBe(stored);
      expect(normaliseAddress(tidy, everywhere)).toEqual(tidy);
    });

    it.each([
      ...[
        ['DE', '1011'],
        ['DE', 'A-10115'],
        ['AT', 'D-1010'],
        ['AT', '10115'],
        ['DE', '10115 Berlin'],
        ['JP', '150-000'],
      ],
      ...[
        ['US', '9720-11234x'],
        ['US', '97201-123'],
        ['CA', 'M1L 2S'],
        ['GB', '1AA SW1A'],
        ['PL', '00_001'],
        ['FR', '-'],
      ],
    ])('of %s that %j is not [BR-49]', (country, typed) => {
      expect(validateAddress(of(country, typed), everywhere, english)).toHaveProperty('zip');
    });
  });

  describe('has a phone number', () => {
    const phone = (value: string, country_code: string, needsPhone = false) => {
      const zip = country_code === 'DE' ? '10115' : '';
      const address = { ...fine, country_code, province: '', zip, phone: value };
      return validateAddress(address, countries, english, needsPhone).phone;
    };

    it('of digits alone where the country’s couriers take no other [VAL-10]', () => {
      expect(phone('5123 4567', 'HK')).toBe('Invalid phone number');
      expect(phone('51234567', 'HK')).toBeUndefined();
      expect(phone('+49 30 1234567', 'DE')).toBeUndefined();
    });

    it('only where its way of shipping needs one [VAL-08, VAL-09]', () => {
      expect(phone(' ', 'HK')).toBeUndefined();
      expect(phone('', 'DE')).toBeUndefined();
      expect(phone(' ', 'HK', true)).toBe("Phone cann't be blank");
      expect(phone(' ', 'DE', true)).toBe("Phone can't be blank");
    });
  });

  it('is kept tidy: trimmed, the province as its code, the country by name', () => {
    const typed = { ...fine, city: ' New   York ', province: 'new york', phone: ' 503–555 0100 ext.  12' };
    expect(normaliseAddress(typed, countries)).toMatchObject({
      ...{ city: 'New York', province: 'NY', country: 'United States', phone: '503-555 0100 ext. 12' },
    });
  });

  it('takes the name of a province without its accents', () => {
    const brazil = buildCountries(['BR'], 'en', []);
    const typed = { ...fine, country_code: 'BR', zip: '01310100', province: 'SAO PAULO' };
    expect(normaliseAddress(typed, brazil).province).toBe('SP');
    expect(validateAddress(typed, brazil, english)).toEqual({});
  });
});
