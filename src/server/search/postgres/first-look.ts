/**
 * Looks at a small sample of what a search finds, before anything of it is read: about how many there are, and where their words stand.
 * So what is read next can be cut to as much as is needed. Counting all that tens of thousands of products fit takes longer than the answer may.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import type { Choices } from '../selection.ts';
import { allProducts, marks } from './documents.ts';
import type { OfferedValues } from './numbered-values.ts';
import {
  allOf,
  anyOf,
  fits,
  inSample,
  lexeme,
  type Strictness,
  type TextQuery,
  type Together,
  together,
  unitQuery,
} from './text-query.ts';
import type { WordSearch } from './word-search.ts';

/** The sample that is looked at: one product of 128. */
const lookedAt = 1;

export const stocked = lexeme(marks.inStock);

/** What a search asks beside its words being there. */
export interface Asked {
  /** Some word stands in more than the description: whole or as a beginning, and whole. */
  called: TextQuery;
  calledWhole: TextQuery;
  /** Of several words each stands there: whole or as a beginning, and whole; null for one, or where no product has one of them there. */
  named: Together | null;
  namedWhole: Together | null;
  /** Can be bought and has all words whole there, and in the title. */
  bestCalled: TextQuery;
  bestTitled: TextQuery;
  /** By word or phrase, that it stands in the description; null where no product has it there only. */
  described: readonly TextQuery[];
  /** The choices but the price; undefined for none. */
  chosen: TextQuery | undefined;
  /** The choices say what shall not be. */
  isNegative: boolean;
  /** What the price shall be, to be written behind others; nothing where promotions make it another one than is stored. */
  priced: RawBuilder<unknown>;
  isPromoted: boolean;
}

export function askedOf(
  { reading, forms, wanted, pricing }: WordSearch,
  chosen: TextQuery | undefined,
): Asked {
  const { units } = reading;
  const all = units.filter((unit) => !unit.isOptional);
  const each = (strictness: Strictness) =>
    all.length > 1 ? together(...all.map((unit) => unitQuery(unit, forms, strictness))) : null;
  const { priceMin, priceMax } = wanted.choices;
  const least = priceMin === undefined ? sql`` : sql`and price >= ${priceMin}`;
  const most = priceMax === undefined ? sql`` : sql`and price <= ${priceMax}`;
  const hasPrices = priceMin !== undefined || priceMax !== undefined;
  const isPromoted = pricing.state !== '' && (hasPrices || wanted.sort === 6 || wanted.sort === 7);
  return {
    // A part that may be left out is no name.
    called: anyOf(all.map((unit) => unitQuery(unit, forms, 'called'))),
    calledWhole: anyOf(all.map((unit) => unitQuery(unit, forms, 'calledWhole'))),
    named: each('called'),
    namedWhole: each('calledWhole'),
    bestCalled: allOf([stocked, ...all.map((unit) => unitQuery(unit, forms, 'calledWhole'))]),
    bestTitled: allOf([stocked, ...all.map((unit) => unitQuery(unit, forms, 'titledWhole'))]),
    described: units.map((unit) => unitQuery(unit, forms, 'described')),
    chosen,
    isNegative: wanted.choices.inStock === false,
    priced: isPromoted ? sql`` : sql`${least} ${most}`,
    isPromoted,
  };
}

/** Products of the sample that are alike in what was asked. */
export interface Seen {
  hits: number;
  isCalled: boolean;
  isCalledWhole: boolean;
  isNamed: boolean;
  isNamedWhole: boolean;
  isBestCalled: boolean;
  isBestTitled: boolean;
  isStocked: boolean;
  isFitting: boolean;
}

export class FirstLook {
  readonly #seen: readonly Seen[];

  constructor(seen: readonly Seen[]) {
    this.#seen = seen;
  }

  /** How many of the sample are so. */
  count(which: (one: Seen) => boolean = () => true): number {
    return this.#seen.reduce((sum, one) => sum + (which(one) ? one.hits : 0), 0);
  }
}

export async function lookFirst(db: Queryable, query: Together, asked: Asked): Promise<FirstLook> {
  const has = (part: TextQuery) => (part === null ? sql`false` : sql`doc @@ ${part}::tsquery`);
  const hasEach = (parts: Together | null) => (parts === null ? sql`false` : fits(parts));
  const isFitting = asked.chosen === undefined ? sql`true` : has(asked.chosen);
  const { rows } = await sql<Seen>`
    with hit as materialized (
      select ${has(asked.called)} as "isCalled", ${has(asked.calledWhole)} as "isCalledWhole",
        ${hasEach(asked.named)} as "isNamed", ${hasEach(asked.namedWhole)} as "isNamedWhole",
        ${has(asked.bestCalled)} as "isBestCalled", ${has(asked.bestTitled)} as "isBestTitled",
        ${has(stocked)} as "isStocked", ${isFitting} ${asked.priced} as "isFitting"
      from search_products where ${fits(inSample(query, lookedAt))})
    select *, count(*) as hits from hit group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return new FirstLook(rows);
}

/** About how many there are of what was seen so often. */
export const aboutIn = (seen: number) => seen * 2 ** (allProducts - lookedAt);

/** The power of the smallest sample that has about so many of what was seen so often, twice as many at most. */
export function sampleOf(seen: number, wanted: number): number {
  for (let power = 0; power < allProducts; power += 1) {
    if (seen * 2 ** (power - lookedAt) >= wanted) return power;
  }
  return allProducts;
}

/** What the words find: too many to read. */
export interface Many {
  /** Of all that has the words. */
  query: Together;
  /** Where it is to be found beside. */
  scope: Together;
  isPartial: boolean;
  look: FirstLook;
  asked: Asked;
  choices: Choices;
  values: OfferedValues;
}
