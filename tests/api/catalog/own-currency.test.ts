/** The shop's currency changes only on the merchant's explicit command, together with all its amounts (R202). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { currencyConfig } from '#lib/contract/wire-theme.ts';
import { insuranceSchema, shippingSchema } from '#server/checkout/settings.ts';
import { paymentSettings } from '#server/payments/settings.ts';
import { readSetting, writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { shopCommand } from '../harness/shop-command.ts';
import { createTestShop, type TestShop } from '../harness.ts';
import { importText, testFolder } from './files.ts';

let shop: TestShop;
let folder: string;

const format = { decimal_mark: '.', thousands_separator: ',', symbol: '', format: '{{amount}}' };
const entry = (currency: string, isDefault: boolean, rate = 1) => ({
  ...{ currency, rate, is_default: isDefault, name: currency, flag: '', currency_format: format },
});
const theme = (own: string, others: string[] = []) => ({
  currency: currencyConfig.parse({
    default_show_currency: own,
    currencies: [...others.map((code) => entry(code, false, 1.1)), entry(own, true)],
  }),
});
const write = (name: string, content: unknown) => writeFileSync(join(folder, name), JSON.stringify(content));

const apply = (...switches: string[]) => shopCommand(shop, ['apply', folder, ...switches]);

const prices = async () =>
  (
    await shop.db.read.selectFrom('variants').select(['price', 'compare_at_price']).orderBy('id').execute()
  ).map(({ price, compare_at_price }) => [price, compare_at_price]);
const own = async () => {
  const { currencies } = await shop.visitor().data('GET /api/v1/currency', {});
  return currencies.find(({ is_default }) => is_default)?.currency ?? currencies[0]?.currency;
};
const state = async () =>
  JSON.stringify([
    await shop.db.read.selectFrom('settings').selectAll().orderBy('key').execute(),
    await shop.db.read.selectFrom('variants').selectAll().orderBy('id').execute(),
    await shop.db.read.selectFrom('promotions').selectAll().orderBy('id').execute(),
  ]);

beforeEach(async () => {
  shop = await createTestShop();
  folder = testFolder();
});

const head =
  'Handle,Title,Tags,Published,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price,Variant Inventory Qty';
const stocked = () =>
  importText(
    shop,
    [
      head,
      'mug,Mug,Table,TRUE,Size,S,28.00,35.00,3',
      'mug,,,,,L,30.01,,3',
      'cup,Cup,Table,TRUE,,,0.99,,3',
    ].join('\n'),
  );

describe('another own currency', () => {
  it.each([
    ['instead of the one that holds while none is set', () => write('theme.json', theme('EUR'))],
    ['beside the former one', () => write('theme.json', theme('EUR', ['USD']))],
  ])('%s is refused, says how, and changes nothing [D6]', async (_, prepare) => {
    await stocked();
    prepare();
    const before = await state();
    const { code, out } = await apply();
    expect(code).toBe(1);
    expect(out).toContain(
      `${join(folder, 'theme.json')}: "currency" would change the currency of the shop from USD to EUR`,
    );
    expect(out).toContain('--convert=RATE');
    expect(out).toContain('--keep-amounts');
    expect(await state()).toBe(before);
  });

  it('is refused to a shop that has chosen one, whatever else it has [D6]', async () => {
    write('theme.json', theme('EUR'));
    // An empty shop may choose its first currency freely.
    expect((await apply()).code).toBe(0);
    write('theme.json', theme('CHF'));
    expect((await apply()).code).toBe(1);
    expect(await own()).toBe('EUR');
    expect((await apply('--keep-amounts')).code).toBe(0);
    expect(await own()).toBe('CHF');
  });

  it('is no matter where only other currencies and rates change [D6]', async () => {
    await stocked();
    write('theme.json', theme('USD', ['EUR', 'JPY']));
    expect((await apply()).code).toBe(0);
    expect(await prices()).toEqual([
      [2800, 3500],
      [3001, null],
      [99, null],
    ]);
  });

  it.each([
    [
      '--convert=0.92',
      'EUR',
      [
        [2576, 3220],
        [2761, null],
        [91, null],
      ],
    ],
    [
      '--convert=150.5',
      'JPY',
      [
        [4214, 5268],
        [4517, null],
        [149, null],
      ],
    ],
    [
      '--convert=1',
      'EUR',
      [
        [2800, 3500],
        [3001, null],
        [99, null],
      ],
    ],
    [
      '--keep-amounts',
      'EUR',
      [
        [2800, 3500],
        [3001, null],
        [99, null],
      ],
    ],
    [
      '--keep-amounts',
      'JPY',
      [
        [28, 35],
        [30, null],
        [1, null],
      ],
    ],
    [
      '--convert=1234.123456789',
      'KRW',
      [
        [3_455_546, 4_319_432],
        [3_703_604, null],
        [122_178, null],
      ],
    ],
  ])(
    'with %s to %s has every price in it, halves up, on pages and lists too [D6]',
    async (how, to, expected) => {
      await stocked();
      write('theme.json', theme(to));
      const { code, out } = await apply(how);
      expect([code, out]).toEqual([0, expect.stringContaining(`changed: all prices: USD to ${to} at `)]);
      expect(await own()).toBe(to);
      expect(await prices()).toEqual(expected);
      const products = await shop.db.read
        .selectFrom('products')
        .select(['min_price', 'max_price'])
        .orderBy('id')
        .execute();
      expect(products.map(({ min_price, max_price }) => [min_price, max_price])).toEqual([
        [expected[0]![0], expected[1]![0]],
        [expected[2]![0], expected[2]![0]],
      ]);
      const listed = await shop.db.read
        .selectFrom('product_collections')
        .select('min_price')
        .orderBy('product_id')
        .execute();
      expect(listed.map(({ min_price }) => min_price)).toEqual([expected[0]![0], expected[2]![0]]);
      const again = await apply(how);
      expect([again.code, again.out]).toEqual([0, expect.stringContaining('no price was converted')]);
      expect(await prices()).toEqual(expected);
    },
  );

  it('takes the rate as the next word, and back again gives the former prices [D6]', async () => {
    await stocked();
    write('theme.json', theme('EUR'));
    expect((await apply('--convert', '2')).code).toBe(0);
    expect(await prices()).toEqual([
      [5600, 7000],
      [6002, null],
      [198, null],
    ]);
    write('theme.json', theme('USD'));
    expect((await apply('--convert', '0.5')).code).toBe(0);
    expect(await prices()).toEqual([
      [2800, 3500],
      [3001, null],
      [99, null],
    ]);
  });

  it.each([
    [['--convert'], 'argument missing'],
    [['--convert=0'], 'is not a rate'],
    [['--convert=-1'], 'is not a rate'],
    [['--convert=0,92'], 'is not a rate'],
    [['--convert=1e3'], 'is not a rate'],
    [['--convert=EUR'], 'is not a rate'],
    [['--convert=0.92', '--keep-amounts'], "cannot be used with option '--keep-amounts'"],
  ])('by %j is wrong usage, and changes nothing [D6]', async (switches, reason) => {
    await stocked();
    write('theme.json', theme('EUR'));
    const before = await state();
    const { code, out } = await apply(...switches);
    expect([code, out]).toEqual([2, expect.stringContaining(reason)]);
    expect(await state()).toBe(before);
  });

  it.each([
    ['0.000001', '"mug" costs 28 USD'],
    ['999999', '"mug" costs 28 USD'],
  ])(
    'at %s, where a price would be nothing or beyond its limit, changes nothing [D6]',
    async (rate, reason) => {
      await stocked();
      write('theme.json', theme('EUR'));
      const before = await state();
      const { code, out } = await apply('--convert', rate);
      expect([code, out]).toEqual([1, expect.stringContaining(reason)]);
      expect(await state()).toBe(before);
    },
  );
});

describe('with it', () => {
  const method = (
    id: string,
    min: number,
    max: number | null,
    shipping_amount: number,
    shipping_type: 1 | 2 = 1,
  ) => ({
    ...{ id, title: id, desc: '', shipping_type, min, max, shipping_amount },
  });
  const zone = (...methods: ReturnType<typeof method>[]) => ({
    zones: [{ title: 'All', countries: ['*'], methods }],
  });
  const stored = zone(
    method('paid', 0, 7499, 595),
    method('free', 7500, null, 0),
    method('heavy', 0, 2000, 1250, 2),
  );
  const insurance = { enabled: true, title: 'T', desc: 'D', percent: 2, min: 98 };

  beforeEach(async () => {
    await stocked();
    write('theme.json', theme('EUR'));
    await shop.db.transaction(async (trx) => {
      const now = shop.clock.now();
      await writeSetting(trx, 'shipping', shippingSchema, stored as never, now);
      await writeSetting(trx, 'insurance', insuranceSchema, insurance, now);
      await writeSetting(
        trx,
        'payments',
        paymentSettings,
        { paypal: { min_amount: 100, max_amount: null } },
        now,
      );
      await writeSetting(trx, 'bag', settingSchemas.bag, { freeShippingThreshold: 75 }, now);
    });
  });

  it('settings that the folder does not have are converted, bounds of shipping without a gap [D6]', async () => {
    expect((await apply('--convert', '1.4')).code).toBe(0);
    const { read } = shop.db;
    expect((await readSetting(read, 'shipping', shippingSchema))?.zones).toMatchObject(
      zone(method('paid', 0, 10_499, 833), method('free', 10_500, null, 0), method('heavy', 0, 2000, 1750, 2))
        .zones,
    );
    expect((await readSetting(read, 'insurance', insuranceSchema))?.min).toBe(137);
    expect((await readSetting(read, 'payments', paymentSettings))?.paypal).toMatchObject({
      min_amount: 140,
      max_amount: null,
    });
    expect((await readSetting(read, 'bag', settingSchemas.bag))?.freeShippingThreshold).toBe(105);
  });

  it('settings of the folder count as written [D6]', async () => {
    write('settings.json', { shipping: stored, insurance });
    expect((await apply('--convert', '1.4')).code).toBe(0);
    expect((await readSetting(shop.db.read, 'shipping', shippingSchema))?.zones).toMatchObject(stored.zones);
  });

  it('promotions and customisations are converted, percentages and pieces are not [D6]', async () => {
    const promotion = (kind: string, seo_url: string, rules: object) => ({
      kind,
      seo_url,
      title: seo_url,
      rules,
    });
    const tiers = (mode: string) => ({ condition: 'amount', mode, tiers: [{ min: 50, value: 10 }] });
    write('theme.json', theme('USD'));
    write('promotions.json', [
      { ...promotion('code', 'ten', { mode: 'amount_off', value: 10, min: 20 }), code: 'TEN' },
      promotion('tier', 'part', tiers('percent')),
      promotion('tier', 'sum', tiers('amount_off')),
      promotion('oneprice', 'penny', { type: 1, orderAmount: 0.01 }),
    ]);
    const first = await apply();
    expect([first.code, first.out]).toEqual([0, expect.any(String)]);
    const custom = [{ type: 1, name: 'a', label: 'A', price: 500, values: [{ value: 'x', price: 250 }] }];
    const change = shop.db.write.updateTable('products').set({ custom_options: JSON.stringify(custom) });
    await change.where('handle', '=', 'mug').execute();
    folder = testFolder();
    write('theme.json', theme('EUR'));
    expect((await apply('--convert', '0.4')).code).toBe(0);
    const rows = await shop.db.read.selectFrom('promotions').select('rules').orderBy('id').execute();
    expect(rows.map(({ rules }) => JSON.parse(rules))).toMatchObject([
      { mode: 'amount_off', value: 400, min: 800 },
      { tiers: [{ min: 2000, value: 10 }] },
      { tiers: [{ min: 2000, value: 400 }] },
      // A price above zero never becomes zero.
      { orderAmount: 1 },
    ]);
    const { custom_options } = await shop.db.read
      .selectFrom('products')
      .select('custom_options')
      .where('handle', '=', 'mug')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(custom_options)).toMatchObject([{ price: 200, values: [{ price: 100 }] }]);
  });
});

it('every page that shows a price is forgotten, and a search sorts by the new ones [D6]', async () => {
  await stocked();
  write('theme.json', theme('EUR'));
  await shop.db.write.deleteFrom('purges').execute();
  expect((await apply('--convert', '0.5')).code).toBe(0);
  const tags = (await shop.db.read.selectFrom('purges').select('tag').execute()).map(({ tag }) => tag);
  expect(tags).toEqual(
    expect.arrayContaining([
      'product:1',
      'product:2',
      'collection:1',
      'catalog',
      'promotions',
      'setting:currency',
    ]),
  );
});
