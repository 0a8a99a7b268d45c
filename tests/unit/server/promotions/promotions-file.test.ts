import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allPromotionKinds } from '#server/promotions/kinds.ts';
import { createPlaceholderResolver, promotionsFileSchema } from '#server/promotions/promotions-file.ts';
import { isDemo } from '../../../is-demo.ts';

const names = {
  currency: 'USD',
  product: (handle: string) => ({ mug: 10, bowl: 20 })[handle] ?? null,
  variant: (sku: string) => ({ 'MUG-1': 1, 'BOWL-1': 2 })[sku] ?? null,
  collection: (handle: string) => (handle === 'table' ? 5 : null),
};
const file = promotionsFileSchema(names);
const read = (...entries: object[]) =>
  file.safeParse(entries.map((entry, index) => ({ title: 'T', seo_url: `p-${index}`, ...entry })));
const problem = (entry: object) => {
  const { error } = read(entry);
  return error?.issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`).join('; ') ?? '';
};
const tier = (rules: object = {}, more: object = {}) => ({
  kind: 'tier',
  rules: { condition: 'amount', mode: 'amount_off', tiers: [{ min: 50, value: 5 }], ...rules },
  ...more,
});

describe('promotions.json', () => {
  test('amounts become minor units and names ids', () => {
    const bundle = {
      kind: 'bundle',
      code: 'SET',
      rules: {
        items: [{ product_id: 'mug' }, { product_id: 'bowl', quantity: 2 }],
        mode: 'fixed_price',
        value: 19.99,
      },
    };
    expect(read(bundle).data![0]).toMatchObject({
      discount_type: 2,
      rules: {
        items: [
          { product_id: 10, quantity: 1 },
          { product_id: 20, quantity: 2 },
        ],
        value: 1999,
      },
    });
    expect(read(tier()).data![0]!.rules).toMatchObject({ tiers: [{ min: 5000, value: 500 }] });
  });

  test('pieces and percentages stay what they are', () => {
    const rules = { condition: 'quantity', mode: 'percent', tiers: [{ min: 2, value: 12.5 }] };
    expect(read(tier(rules)).data![0]!.rules).toMatchObject({ tiers: [{ min: 2, value: 12.5 }] });
  });

  test('amounts are those of the shop’s currency', () => {
    const yen = promotionsFileSchema({ ...names, currency: 'JPY' });
    const entry = { title: 'T', seo_url: 'p', ...tier() };
    expect(yen.parse([entry])[0]!.rules).toMatchObject({ tiers: [{ min: 50, value: 5 }] });
    expect(yen.safeParse([{ ...entry, ...tier({ tiers: [{ min: 50, value: 0.5 }] }) }]).success).toBe(false);
  });

  test('a range is everything, products or collections; times are instants', () => {
    const ranged = (range: unknown) => {
      const { range_type, range_ids } = read(tier({}, { range })).data![0]!;
      return [range_type, range_ids];
    };
    expect(ranged(undefined)).toEqual([1, []]);
    expect(ranged({ products: ['mug', 'bowl'] })).toEqual([2, [10, 20]]);
    expect(ranged({ collections: ['table'] })).toEqual([3, [5]]);
    expect(read(tier({}, { starts_at: '2026-11-01T00:00:00+01:00' })).data![0]!.starts_at).toBe(
      Date.UTC(2026, 9, 31, 23),
    );
  });

  test.each<[string, object, RegExp]>([
    ['a product the shop does not have', tier({}, { range: { products: ['lamp'] } }), /range/],
    ['a rule it does not know', tier({ stpes: [] }), /stpes/],
    ['a word that is no field', tier({}, { ragne: 'all' }), /ragne/],
    [
      'a price that would rise',
      {
        kind: 'oneprice',
        rules: { type: 2, rangeRules: [{ minPrice: 9, maxPrice: 20, orderAmount: 9.99 }] },
      },
      /raise a price/,
    ],
    [
      'half a cent',
      tier({ tiers: [{ min: 1, value: 0.005 }] }),
      /must be an amount of USD; 0\.005 has too many decimals/,
    ],
    ['more than everything', tier({ mode: 'percent', tiers: [{ min: 1, value: 101 }] }), /value/],
    [
      'two steps at one place',
      tier({
        tiers: [
          { min: 1, value: 1 },
          { min: 1, value: 2 },
        ],
      }),
      /contains the same min twice/,
    ],
    [
      'a bundle without a code',
      {
        kind: 'bundle',
        rules: { items: [{ product_id: 'mug' }, { product_id: 'bowl' }], mode: 'percent', value: 5 },
      },
      /code/,
    ],
    [
      'a code that looks like another kind’s',
      { kind: 'code', code: 'SB12', rules: { mode: 'percent', value: 5 } },
      /must not look like the generated code/,
    ],
    [
      'an end before the start',
      tier({}, { starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' }),
      /after starts_at/,
    ],
    ['a limit where nothing is counted', tier({}, { usage_limit: 5 }), /usage_limit/],
  ])('refuses %s, saying where', (_, entry, words) => {
    expect(problem(entry)).toMatch(words);
  });

  test('refuses a code that is used twice, whatever its case', () => {
    const coupon = (code: string) => ({ kind: 'code', code, rules: { mode: 'percent', value: 5 } });
    expect(read(coupon('TEN'), coupon('ten')).success).toBe(false);
  });

  const coupon = (code: string) => ({ kind: 'code', code, rules: { mode: 'percent', value: 5 } });
  const codeOf = (code: string) => read(coupon(code)).data?.[0]?.code;

  test.each([
    ...[
      'DANKEFÜR100',
      '10%OFF',
      'SAVE 10',
      'Crème-Brûlée',
      'СКИДКА10',
      '夏セール',
      'خصم١٠',
      'दस%',
      'הנחה',
      '15 % für Dich!',
    ],
    ...["DON'T10", 'A&B/1', '🎁 10', '+10', '$5', 'می‌خواهم', 'ten_10', 'x'.repeat(60)],
  ])('takes the coupon code %s as it is on a flyer [BR-16]', (code) => {
    expect(codeOf(code)).toBe(code);
  });

  test('stores a coupon code without blanks around it, with one kind of blank inside [BR-16]', () => {
    expect(codeOf(' SAVE\u00a0 10\n')).toBe('SAVE 10');
    expect(codeOf('DANKEFU\u0308R')).toBe('DANKEFÜR');
  });

  test.each([
    '',
    ' ',
    'X',
    'x'.repeat(61),
    'TEN\u0007',
    'T\u202eEN',
    'TEN\u200b',
    'T\ud800N',
    'ＳＢ１２',
    'sb12',
    'TY3',
  ])('refuses the coupon code %j [BR-16]', (code) => {
    expect(problem(coupon(code))).toMatch(/^code: must /);
  });

  test.each([
    ['DANKEFÜR', 'dankefür'],
    ['straße', 'STRASSE'],
    ['10%OFF', '１０％off'],
    ['SAVE 10', 'save\u3000\u300010'],
    ["DON'T", 'don’t'],
  ])('refuses %s beside %s: a shopper could not tell them apart [BR-16]', (one, other) => {
    expect(read(coupon(one), coupon(other)).error?.issues[0]?.message).toBe('is used twice');
  });

  test('the code of a bundle, which nobody types, stays a plain word', () => {
    const rules = { items: [{ product_id: 'mug' }, { product_id: 'bowl' }], mode: 'percent', value: 5 };
    expect(problem({ kind: 'bundle', code: 'SET ONE', rules })).toContain('code: must be 2 to 60 letters');
  });

  test.runIf(isDemo)('the demo shop has one of each kind', () => {
    const file = JSON.parse(readFileSync('shop/promotions.json', 'utf8')) as { promotions: unknown };
    const demo = promotionsFileSchema(createPlaceholderResolver()).parse(file.promotions);
    expect(demo.map(({ kind }) => kind).sort()).toEqual(allPromotionKinds.map(({ name }) => name).sort());
  });
});
