/**
 * Filters products and counts facet values in one pass. The count of a value includes products that pass all other filters:
 * choosing a second value of the same filter adds products, choosing a value of another filter narrows the list. Pure.
 */
import type { FacetKind, FacetValues } from './facet-values.ts';
import type { ProductColumns } from './product-columns.ts';

/** The chosen filters, with filter names and values as in the index; amounts are in minor units. */
export interface IndexFilterChoices {
  /** Chosen values by group. A product matches a group if it has at least one of the group's chosen values. */
  groups: { kind: FacetKind; name: string; values: readonly string[] }[];
  inStock: boolean | undefined;
  priceMin: number | undefined;
  priceMax: number | undefined;
}

export interface FilterResult {
  total: number;
  /** Indexed by slot: 1 if the product passes all filters. Valid until the next query. */
  fits: Uint8Array;
  /** Number of products for each filter value, indexed by the value's id (facet-values.ts). */
  counts: Uint32Array;
  /** Lowest and highest price among products that pass every filter, ignoring the price filter itself; 0 if there are no products. */
  priceMin: number;
  priceMax: number;
  /** Number of products for sale that pass every filter, ignoring the stock filter itself. */
  inStock: number;
}

/** Bits of the filters that a product passes: one for price, one for stock, then one for each group with chosen values. */
const priceBit = 1;
const stockBit = 2;

/** Filters the products in `slots` and counts their facet values. */
export function filterProducts(
  slots: Iterable<number>,
  columns: ProductColumns,
  choices: IndexFilterChoices,
  values: FacetValues,
): FilterResult {
  const { bitOfValue, groupBit, wanted: requiredBits } = bitsFor(choices, values);
  const { pays, inStock: stock, facets, facetStart, soldOutStart, facetEnd } = columns;
  const fits = columns.scratch.forFits(columns.size);
  const counts = new Uint32Array(values.values.length);
  const { priceMin = 0, priceMax = Number.POSITIVE_INFINITY } = choices;
  const requestedStock = choices.inStock === undefined ? -1 : choices.inStock ? 1 : 0;
  let total = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  let inStock = 0;
  for (const slot of slots) {
    const price = pays[slot]!;
    const soldOut = soldOutStart[slot]!;
    const end = requestedStock === 1 ? soldOut : facetEnd[slot]!;
    let met = 0;
    for (let at = facetStart[slot]!; at < soldOut; at += 1) met |= bitOfValue[facets[at]!]!;
    const live = met;
    for (let at = soldOut; at < end; at += 1) met |= bitOfValue[facets[at]!]!;
    // If a value is chosen, only the stock of that value counts: for the filter "sage", a bowl that is sold out in sage but
    // available in rust is not in stock.
    const isInStock = stock[slot] === 1 && met === live;
    if (price >= priceMin && price <= priceMax) met |= priceBit;
    if (requestedStock < 0 || isInStock === (requestedStock === 1)) met |= stockBit;
    const missing = requiredBits & ~met;
    // The product fails at least two filters, so no single further choice can add it to the list.
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

/**
 * Assigns a bit to each group with chosen values. Returns, by facet value id, the bit of the value's group: in `bitOfValue` only
 * for chosen values, in `groupBit` for all values of the group.
 */
function bitsFor({ groups }: IndexFilterChoices, values: FacetValues) {
  const bitOfValue = new Uint32Array(values.values.length);
  const bitOfGroup = new Uint32Array(values.groups.length);
  let requiredBits = priceBit | stockBit;
  let bit = stockBit;
  for (const { kind, name, values: chosen } of groups) {
    bit <<= 1;
    requiredBits |= bit;
    const group = values.findGroup(kind, name);
    if (group !== undefined) bitOfGroup[group] = bit;
    for (const value of chosen) {
      const number = values.findValue(kind, name, value);
      if (number !== undefined) bitOfValue[number] = bit;
    }
  }
  const groupBit = Uint32Array.from(values.values, ({ group }) => bitOfGroup[group]!);
  return { bitOfValue, groupBit, wanted: requiredBits };
}
