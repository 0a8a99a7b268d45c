/**
 * Runs in its own process to measure only its own CPU: the engine prices bags of 10, 50 and 99 distinct lines against 10, 50 and
 * 200 active promotions of all types. Prints `[{lines, promotions, micros}]`, µs of CPU per bag.
 */

import { priceBag } from '#server/promotions/price-bag.ts';
import type { BagLine } from '#server/promotions/priced-bag.ts';
import type { Promotion } from '#server/promotions/promotion.ts';
import { facts, line, now, variant } from '../tests/unit/server/promotions/fixtures.ts';
import { offer } from '../tests/unit/server/promotions/offers.ts';

const runs = Number(process.argv[2] ?? 300);
const products = 120;
/** Two variants per product: product n has variants 2n − 1 and 2n. */
const variants = Array.from({ length: products * 2 }, (_, index) =>
  variant(index + 1, {
    productId: Math.floor(index / 2) + 1,
    price: 500 + ((index * 137) % 9000),
    stock: 9999,
  }),
);
const collections = new Map(
  Array.from({ length: products }, (_, index) => [index + 1, [(index % 8) + 1, 9]] as const),
);
const off = { mode: 'percent', value: 10 };
const makers: ((id: number) => [kind: string, rules: object])[] = [
  (id) => [
    'tier',
    {
      condition: 'quantity',
      mode: 'percent',
      tiers: [
        { min: 2, value: 3 + (id % 7) },
        { min: 8, value: 12 + (id % 9) },
      ],
    },
  ],
  (id) => ['code', { ...off, min: 1000, auto_fill: id % 2 === 0, stack: id % 3 === 0 }],
  (id) => [
    'bundle',
    { ...off, items: [1, 2, 3].map((step) => ({ product_id: ((id + step) % products) + 1, quantity: 1 })) },
  ],
  (id) => ['oneprice', { type: 1, orderAmount: 4000 + id }],
  (id) => [
    'tying',
    {
      main_product_ids: [(id % products) + 1],
      items: [{ product_id: ((id + 1) % products) + 1 }],
      tiers: [{ count: 2, ...off }],
    },
  ],
  (id) => ['multi_spec', { count_by: 'piece', tiers: [{ min: 2 + (id % 3), ...off }] }],
  (id) => [
    'combination',
    { ...off, pick: 2, product_ids: [1, 2, 3].map((step) => ((id + step) % products) + 1) },
  ],
  (id) => [
    'fullgift',
    {
      condition: 'amount',
      steps: [{ position: 1, min: 5000, gifts: [{ product_id: id % products, variant_id: 2, auto_car: 1 }] }],
    },
  ],
  (id) => [
    'sku_bundle',
    {
      price: 900,
      items: [1, 3].map((step) => ({ variant_id: ((2 * id + step) % (products * 2)) + 1, quantity: 1 })),
    },
  ],
];

/** A third apply to the whole shop, a third to twenty products, a third to two collections. */
function rangeOf(id: number): Partial<Promotion> {
  if (id % 3 === 0) return { rangeType: 1 };
  if (id % 3 === 1)
    return {
      rangeType: 2,
      rangeIds: new Set(Array.from({ length: 20 }, (_, step) => ((id * 7 + step * 5) % products) + 1)),
    };
  return { rangeType: 3, rangeIds: new Set([(id % 8) + 1, ((id + 3) % 8) + 1]) };
}

function promotionsOf(count: number): Promotion[] {
  return Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const [kind, rules] = makers[index % makers.length]!(id);
    const code = kind === 'code' || kind === 'bundle' ? `CODE${id}` : '';
    return offer(kind, id, rules, { ...rangeOf(id), code, priority: id % 4 });
  });
}

/** Distinct variants: the first lines are an add-on set (tying) and a SKU bundle, the others single. */
function bagOf(count: number): BagLine[] {
  const single = (index: number) => {
    const id = ((index * 2 + (index > products - 1 ? 1 : 0)) % (products * 2)) + 1;
    return line(id, { productId: Math.ceil(id / 2), quantity: 1 + (index % 4), randomId: `line-${index}` });
  };
  const grouped = (id: number, code: string) =>
    line(id, { productId: Math.ceil(id / 2), code, group: code, randomId: `${code}-${id}` });
  const [tying, sku] = [5, 9];
  const sets = [
    grouped(2 * (tying + 1), `TY${tying}`),
    grouped(2 * (tying + 2), `TY${tying}`),
    grouped(2 * sku + 2, `SB${sku}`),
    grouped(2 * sku + 4, `SB${sku}`),
  ];
  return [...sets, ...Array.from({ length: count - sets.length }, (_, index) => single(index))];
}

function measure(lines: number, promotions: number): { micros: number; discount: number } {
  const shop = facts(variants, { promotions: promotionsOf(promotions), collections });
  const bag = bagOf(lines);
  const price = () => priceBag(bag, shop, shop.promotions, { code: '' }, now);
  for (let run = 0; run < runs; run += 1) price();
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) price();
  const { user, system } = process.cpuUsage(before);
  return { micros: (user + system) / runs, discount: price().totalDiscount };
}

const measured = [10, 50, 99].flatMap((lines) =>
  [10, 50, 200].map((promotions) => ({ lines, promotions, ...measure(lines, promotions) })),
);
console.log(JSON.stringify(measured));
