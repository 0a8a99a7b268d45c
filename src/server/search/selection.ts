/**
 * Filters products and counts, in one pass, what each further choice would leave: a value is counted among the products
 * that fit every other filter, so that choosing a second glaze adds and choosing a size narrows. Pure.
 */
import type { FacetKind, FacetValues } from './facet-values.ts';
import type { ProductColumns } from './product-columns.ts';

/** Choices as the index knows them; amounts are minor units. */
export interface Choices {
  /** Of one group: one of the values is enough. */
  groups: { kind: FacetKind; name: string; values: readonly string[] }[];
  inStock: boolean | undefined;
  priceMin: number | undefined;
  priceMax: number | undefined;
}

export interface Selection {
  total: number;
  /** By slot: 1 for the products that fit. Good until the next query. */
  fits: Uint8Array;
  /** By number of facet value. */
  counts: Uint32Array;
  /** Lowest and highest price among what fits all but the price filter; 0 for none. */
  priceMin: number;
  priceMax: number;
  /** How many that can be bought fit all but the stock filter. */
  inStock: number;
}

/** One bit each for price and stock, then one for each group chosen from. */
const priceBit = 1;
const stockBit = 2;

/** @param slots of the products to filter */
export function select(
  slots: Iterable<number>,
  columns: ProductColumns,
  choices: Choices,
  values: FacetValues,
): Selection {
  const { bitOfValue, groupBit, wanted } = bitsFor(choices, values);
  const { pays, inStock: stock, facets, facetStart, soldOutStart, facetEnd } = columns;
  const fits = columns.scratch.forFits(columns.size);
  const counts = new Uint32Array(values.values.length);
  const { priceMin = 0, priceMax = Number.POSITIVE_INFINITY } = choices;
  const wantedStock = choices.inStock === undefined ? -1 : choices.inStock ? 1 : 0;
  let total = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  let inStock = 0;
  for (const slot of slots) {
    const price = pays[slot]!;
    const soldOut = soldOutStart[slot]!;
    const end = wantedStock === 1 ? soldOut : facetEnd[slot]!;
    let met = 0;
    for (let at = facetStart[slot]!; at < soldOut; at += 1) met |= bitOfValue[facets[at]!]!;
    const live = met;
    for (let at = soldOut; at < end; at += 1) met |= bitOfValue[facets[at]!]!;
    // What is chosen decides: sage that is sold out is not in stock, though the bowl can be had in rust.
    const isInStock = stock[slot] === 1 && met === live;
    if (price >= priceMin && price <= priceMax) met |= priceBit;
    if (wantedStock < 0 || isInStock === (wantedStock === 1)) met |= stockBit;
    const missing = wanted & ~met;
    // Two filters not met: no single further choice can bring it in.
    if ((missing & (missing - 1)) !== 0) continue;
    if (missing === 0) {
      total += 1;
      fits[slot] = 1;
    }
    for (let at = facetStart[slot]!; at < end; at += 1) {
      const value = facets[at]!;
      if (missing === 0 || groupBit[value] === missing) counts[value]! += 1;
    }
    if (missing === 0 || missing === priceBit) {
      if (price < low) low = price;
      if (price > high) high = price;
    }
    if (isInStock && (missing === 0 || missing === stockBit)) inStock += 1;
  }
  return {
    total,
    fits,
    counts,
    priceMin: low === Number.POSITIVE_INFINITY ? 0 : low,
    priceMax: high,
    inStock,
  };
}

/** @returns by value, the bit it meets when it is chosen, and the bit of its group when that is chosen from */
function bitsFor({ groups }: Choices, values: FacetValues) {
  const bitOfValue = new Uint32Array(values.values.length);
  const bitOfGroup = new Uint32Array(values.groups.length);
  let wanted = priceBit | stockBit;
  let bit = stockBit;
  for (const { kind, name, values: chosen } of groups) {
    bit <<= 1;
    wanted |= bit;
    const group = values.findGroup(kind, name);
    if (group !== undefined) bitOfGroup[group] = bit;
    for (const value of chosen) {
      const number = values.findValue(kind, name, value);
      if (number !== undefined) bitOfValue[number] = bit;
    }
  }
  const groupBit = Uint32Array.from(values.values, ({ group }) => bitOfGroup[group]!);
  return { bitOfValue, groupBit, wanted };
}
