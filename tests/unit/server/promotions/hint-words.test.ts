import { expect, test } from 'vitest';
import { formatPromotionMessage } from '#lib/messages/format.ts';
import { promotionTexts } from '#lib/messages/promotions.ts';
import { describeOnePrice, describeRules } from '#server/promotions/page-rules.ts';
import type { Promotion } from '#server/promotions/promotion.ts';
import { nextTierMessage } from '#server/promotions/promotion-message.ts';
import { savingMessage } from '#server/promotions/wire.ts';

const modes = ['percent', 'amount_off'] as const;

const pair = [1, 2].map((product_id) => ({ product_id, quantity: 1 }));

/** Rules of every type and mode. */
const rules: [kind: string, rules: object][] = [
  ...modes.flatMap((mode): [string, object][] => [
    ...(['amount', 'quantity'] as const).map((condition): [string, object] => [
      'tier',
      { condition, mode, tiers: [{ min: 2, value: 10 }] },
    ]),
    ['multi_spec', { count_by: 'piece', tiers: [{ min: 2, mode, value: 10 }] }],
    ['tying', { main_product_ids: [1], items: [{ product_id: 2 }], tiers: [{ count: 2, mode, value: 5 }] }],
    ['bundle', { items: pair, mode, value: 5 }],
  ]),
  ['bundle', { items: pair, mode: 'fixed_price', value: 5 }],
  ['sku_bundle', { items: [1, 2].map((variant_id) => ({ variant_id, quantity: 1 })), price: 5 }],
  ...(['percent', 'fixed_price'] as const).map((mode): [string, object] => [
    'combination',
    { product_ids: [1, 2], pick: 2, mode, value: 5 },
  ]),
  ...(['amount', 'quantity'] as const).map((condition): [string, object] => [
    'fullgift',
    {
      condition,
      steps: [{ position: 1, min: 5, gifts: [{ product_id: 1, variant_id: 1, auto_car: 1 }] }],
    },
  ]),
  ...(['amount', 'quantity'] as const).flatMap((condition): [string, object][] =>
    [0, 2].map((min) => ['code', { condition, min, mode: 'percent', value: 10, max_discount: 500 }]),
  ),
  ['oneprice', { type: 1, orderAmount: 999 }],
  ['oneprice', { type: 2, rangeRules: [{ minPrice: 10, maxPrice: 20, orderAmount: 9 }] }],
];

test('every sentence of a promotion is one that a language can say', () => {
  const said = rules.flatMap(([kind, of]) => {
    const promotion = { kind, rules: of } as unknown as Promotion;
    const hints = describeRules(promotion);
    expect(hints, `${kind} ${JSON.stringify(of)}`).not.toEqual([]);
    return [...hints, ...describeRules(promotion, new Map([[1, 'Candle']]))];
  });
  for (const mode of modes) {
    said.push(savingMessage({ mode, value: 1 }));
    for (const isMoney of [true, false])
      said.push(nextTierMessage({ min: 2, value: 1 }, 1, { isMoney, mode }));
    said.push(nextTierMessage({ min: 2, value: 1 }, 1, { isMoney: false, mode, verb: 'Add' }));
  }
  const known: string[] = Object.values(promotionTexts);
  const unknown = said.map(({ desc }) => desc).filter((desc) => !known.includes(desc));
  expect(unknown).toEqual([]);
});

test.each<[kind: string, rules: object, hints: unknown[][]]>([
  ['bundle', { items: pair, mode: 'percent', value: 5 }, [['Save {0}% on the set', 5]]],
  ['bundle', { items: pair, mode: 'amount_off', value: 5 }, [['Save {0} on each set', { money: 5 }]]],
  ['bundle', { items: pair, mode: 'fixed_price', value: 5 }, [['Together for {0}', { money: 5 }]]],
  [
    'sku_bundle',
    { items: [1, 2].map((variant_id) => ({ variant_id, quantity: 1 })), price: 7 },
    [['Together for {0}', { money: 7 }]],
  ],
  [
    'tier',
    { condition: 'amount', mode: 'percent', tiers: [{ min: 300, value: 10 }] },
    [['Spend {0}, save {1}%', { money: 300 }, 10]],
  ],
  [
    'tier',
    { condition: 'quantity', mode: 'amount_off', tiers: [{ min: 2, value: 10 }] },
    [['Buy {0}, save {1}', 2, { money: 10 }]],
  ],
  [
    'code',
    { condition: 'amount', min: 120, mode: 'amount_off', value: 15 },
    [['Spend {0}, save {1}', { money: 120 }, { money: 15 }]],
  ],
  ['code', { condition: 'quantity', min: 2, mode: 'percent', value: 10 }, [['Buy {0}, save {1}%', 2, 10]]],
  ['code', { min: 0, mode: 'percent', value: 10 }, [['Save {0}%', 10]]],
  [
    'code',
    { min: 0, mode: 'percent', value: 10, max_discount: 500 },
    [['Save {0}%, at most {1}', 10, { money: 500 }]],
  ],
  [
    'code',
    { condition: 'quantity', min: 2, mode: 'percent', value: 10, max_discount: 500 },
    [['Buy {0}, save {1}%, at most {2}', 2, 10, { money: 500 }]],
  ],
  [
    'code',
    { condition: 'amount', min: 120, mode: 'percent', value: 10, max_discount: 500 },
    [['Spend {0}, save {1}%, at most {2}', { money: 120 }, 10, { money: 500 }]],
  ],
  ['code', { min: 0, mode: 'amount_off', value: 700, max_discount: 500 }, [['Save {0}', { money: 700 }]]],
  [
    'multi_spec',
    { count_by: 'piece', tiers: [2, 3].map((min) => ({ min, mode: 'percent', value: min * 5 })) },
    [
      ['Buy {0}, save {1}%', 2, 10],
      ['Buy {0}, save {1}%', 3, 15],
    ],
  ],
  [
    'tying',
    {
      main_product_ids: [1],
      items: [{ product_id: 2 }],
      tiers: [{ count: 2, mode: 'amount_off', value: 5 }],
    },
    [['Buy {0} together, save {1}', 2, { money: 5 }]],
  ],
  [
    'combination',
    { product_ids: [1, 2], pick: 2, mode: 'percent', value: 5 },
    [['Any {0}, save {1}%', 2, 5]],
  ],
  [
    'combination',
    { product_ids: [1, 2], pick: 2, mode: 'fixed_price', value: 5 },
    [['Any {0} for {1}', 2, { money: 5 }]],
  ],
  ['oneprice', { type: 1, orderAmount: 999 }, [['Every piece at most {0}', { money: 999 }]]],
  [
    'oneprice',
    { type: 2, rangeRules: [{ minPrice: 10, maxPrice: 20, orderAmount: 9 }] },
    [['Prices from {0} to {1}: now {2}', { money: 10 }, { money: 20 }, { money: 9 }]],
  ],
])(
  'the page of a %s with %j shows its percentages as percent and its amounts as money [R112, DISC-24]',
  (kind, of, hints) => {
    const promotion = { kind, rules: of } as unknown as Promotion;
    expect(describeRules(promotion).map(({ desc, params }) => [desc, ...params])).toEqual(hints);
  },
);

test.each([
  [
    'the value that decides',
    [
      ['Sand', '18 cm', 55, 49],
      ['Clay', '18 cm', 55, 49],
      ['Sand', '30 cm', 90, 90],
    ],
    [['{0} now {1}', '18 cm', { money: 49 }]],
  ],
  [
    'each variant, where none decides',
    [
      ['Sand', '18 cm', 55, 49],
      ['Clay', '18 cm', 58, 49],
      ['Clay', '30 cm', 55, 54],
      ['Sand', '30 cm', 55, 55],
    ],
    [
      ['{0} now {1}', 'Sand / 18 cm', { money: 49 }],
      ['{0} now {1}', 'Clay / 18 cm', { money: 49 }],
      ['{0} now {1}', 'Clay / 30 cm', { money: 54 }],
    ],
  ],
  [
    'no variant, where all cost the same',
    [
      ['Sand', '18 cm', 55, 49],
      ['Clay', '18 cm', 55, 49],
    ],
    [['Now {0}', { money: 49 }]],
  ],
  ['nothing, where nothing is reduced', [['Sand', '18 cm', 55, 55]], []],
] as [string, [string, string, number, number][], unknown[]][])(
  'one price names %s [R112]',
  (_, rows, hints) => {
    const variants = rows.map(([colour, size, price, now]) => ({ optionValues: [colour, size], price, now }));
    expect(describeOnePrice(variants).map(({ desc, params }) => [desc, ...params])).toEqual(hints);
  },
);

test('a gift is named, and by the step that first gives it', () => {
  const gift = (variant_id: number) => ({ product_id: 1, variant_id, auto_car: 1 });
  const steps = [
    { position: 2, min: 300, gifts: [gift(1), gift(2)] },
    { position: 1, min: 150, gifts: [gift(1)] },
    { position: 3, min: 500, gifts: [gift(9)] },
  ];
  const titles = new Map([
    [1, 'Lull candle'],
    [2, 'Shell bud vases'],
  ]);
  const said = (condition: string) =>
    describeRules({ kind: 'fullgift', rules: { condition, steps } } as unknown as Promotion, titles).map(
      ({ desc, params }) => [desc, ...params],
    );
  expect(said('amount')).toEqual([
    ['Free {1} from {0}', { money: 150 }, 'Lull candle'],
    ['Free {1} from {0}', { money: 300 }, 'Shell bud vases'],
    ['A gift from {0}', { money: 500 }],
  ]);
  expect(said('quantity')[0]).toEqual(['Free {1} from {0} pieces', 150, 'Lull candle']);
});

test('a language replaces the template and keeps the values; a title of the merchant stays', () => {
  const hint = { desc: 'Buy {0}, save {1}%', params: [2, 10] };
  expect(formatPromotionMessage(hint)).toBe('Buy 2, save 10%');
  expect(formatPromotionMessage(hint, { [hint.desc]: 'Ab {0} Stück {1} % weniger' })).toBe(
    'Ab 2 Stück 10 % weniger',
  );
  expect(formatPromotionMessage({ desc: '{0}', params: ['Summer'] }, {})).toBe('Summer');
});
