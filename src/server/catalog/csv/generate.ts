/** Generates a product CSV for performance tests; the same parameters produce the same file. */

import { csvLine } from './cells.ts';
import { columnHeaderFor, type Field } from './columns.ts';

const columns = [
  'handle',
  'title',
  'description',
  'vendor',
  'type',
  'tags',
  'published',
  'option1Name',
  'option1Value',
  'sku',
  'grams',
  'tracker',
  'quantity',
  'policy',
  'price',
  'compareAtPrice',
] as const satisfies readonly Field[];

const makers = ['Quay', 'Fathom', 'Lantern', 'Sparrow', 'Heath', 'Osier', 'Tern', 'Kelp', 'Gorse', 'Slate'];
const kinds = [
  'mug',
  'bowl',
  'lamp',
  'stool',
  'vase',
  'throw',
  'tray',
  'clock',
  'jar',
  'plate',
  'candle',
  'basket',
];
const looks = [
  'quiet',
  'round',
  'narrow',
  'heavy',
  'pale',
  'deep',
  'plain',
  'ribbed',
  'soft',
  'broad',
  'small',
  'tall',
];
const stuffs = [
  'stoneware',
  'glass',
  'oak',
  'linen',
  'brass',
  'walnut',
  'wool',
  'clay',
  'willow',
  'enamel',
  'cork',
];
const glazes = ['Oat', 'Sage', 'Ink', 'Rust'];

/** Number of collections among which all products are divided equally. */
const groups = 10;

/**
 * Yields the lines of a product file with `count` products, header first. The tags assign every `everyNth`-th product to one large
 * collection, every product to one of ten collections and, if `ranges` is set, every product to one of `ranges` small collections.
 * Every third product has four variants, the others have one; one product in forty is sold out.
 */
export function* generateCsv(count: number, ranges = 0, everyNth = 1): Generator<string> {
  yield csvLine(columns.map(columnHeaderFor));
  for (let number = 1; number <= count; number += 1) {
    const random = sequence(number);
    const pick = <Item>(items: readonly Item[]) => items[random(items.length)]!;
    const kind = pick(kinds);
    const title = `${pick(looks)} ${pick(stuffs)} ${kind} ${number}`;
    const values = number % 3 === 0 ? glazes : [''];
    for (const [at, value] of values.entries()) {
      const cells: Record<(typeof columns)[number], string> = {
        handle: `made-up-${number}`,
        title: at === 0 ? title.charAt(0).toUpperCase() + title.slice(1) : '',
        description:
          at === 0
            ? `<p>A ${pick(looks)} ${kind} of ${pick(stuffs)}, ${pick(looks)} and ${pick(looks)}.</p>`
            : '',
        vendor: at === 0 ? pick(makers) : '',
        type: at === 0 ? kind : '',
        tags: at === 0 ? tagsOf(number, ranges, everyNth) : '',
        published: at === 0 ? 'TRUE' : '',
        option1Name: value && at === 0 ? 'Glaze' : '',
        option1Value: value,
        sku: `GEN-${number}-${at + 1}`,
        grams: String(100 + random(4000)),
        tracker: 'shopify',
        quantity: String(number % 40 === 0 ? 0 : 1 + random(200)),
        policy: 'deny',
        price: `${5 + random(300)}.${String(random(100)).padStart(2, '0')}`,
        compareAtPrice: '',
      };
      yield csvLine(columns.map((column) => cells[column]));
    }
  }
}

function tagsOf(number: number, ranges: number, everyNth: number): string {
  const tags = [...(number % everyNth === 0 ? ['Everything'] : []), `Group ${(number % groups) + 1}`];
  if (ranges > 0) tags.push(`Range ${(number % ranges) + 1}`);
  return tags.join(', ');
}

/** Returns a generator of pseudo-random integers below a bound, determined by the seed (32-bit xorshift). */
function sequence(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}
