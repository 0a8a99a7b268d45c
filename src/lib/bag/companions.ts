/** What the drawer offers beside the things in the bag, and what its free-shipping line names. Pure. */
import type { CallData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import { variantPath } from '../pages/addresses.ts';
import type { NewLine } from './line.ts';

export type Companion = CallData<Endpoints['GET /api/v1/cart/goes-with']>['product_list'][number];

/**
 * Two of them. While something is missing to free shipping those that pass it come first, the least expensive of them foremost.
 * @param companions what fits best first
 * @param inBag ids of products
 * @param missing shop currency; 0 where shipping is free, or costs the same whatever is bought
 */
export function pickCompanions(
  companions: readonly Companion[],
  inBag: readonly number[],
  missing: number,
): Companion[] {
  const free = companions.filter(({ product_id }) => !inBag.includes(product_id));
  const passing = missing > 0 ? free.filter(({ price }) => price >= missing) : [];
  const foremost = passing.toSorted((left, right) => left.price - right.price);
  return [...foremost, ...free.filter((one) => !passing.includes(one))].slice(0, 2);
}

/** What the line of free shipping names: with it, shipping is free; null for nothing. */
export function companionReachingFreeShipping(
  picked: readonly Companion[],
  missing: number,
): Companion | null {
  const [first] = picked;
  return first && missing > 0 && first.price >= missing ? first : null;
}

/** One piece as the bag stores it. */
export function companionLine(companion: Companion): NewLine {
  const { product_id, variant_id, title, price, options, image, seo_url, is_virtual } = companion;
  return {
    ...{ id: product_id, sku_id: variant_id, quantity: 1, title, price, options, image, is_virtual },
    url: variantPath(seo_url, variant_id),
    noOptions: options.length === 0,
  };
}
