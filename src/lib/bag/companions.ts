/** Picks the two companion products that the bag drawer displays, and the one that the free-shipping message names. Pure. */
import type { ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import { variantPath } from '../pages/paths.ts';
import type { NewLine } from './line.ts';

export type Companion = ResponseData<Endpoints['GET /api/v1/cart/goes-with']>['product_list'][number];

/**
 * Returns up to two products that are not in the bag. If free shipping is not reached yet, products that would reach it come first, sorted
 * by price from the lowest.
 * @param companions best matches first
 * @param inBag ids of the products in the bag
 * @param missing amount missing for free shipping, shop currency; 0 if shipping is free or does not depend on the amount
 */
export function pickCompanions(
  companions: readonly Companion[],
  inBag: readonly number[],
  missing: number,
): Companion[] {
  const free = companions.filter(({ product_id }) => !inBag.includes(product_id));
  const passing = missing > 0 ? free.filter(({ price }) => price >= missing) : [];
  const cheapestFirst = passing.toSorted((left, right) => left.price - right.price);
  return [...cheapestFirst, ...free.filter((one) => !passing.includes(one))].slice(0, 2);
}

/** Returns the first companion if adding it would make shipping free, so that the free-shipping message can name it; otherwise null. */
export function companionReachingFreeShipping(
  picked: readonly Companion[],
  missing: number,
): Companion | null {
  const [first] = picked;
  return first && missing > 0 && first.price >= missing ? first : null;
}

/** Returns one unit of a companion product as a new line for the bag. */
export function companionLine(companion: Companion): NewLine {
  const { product_id, variant_id, title, price, options, image, seo_url, is_virtual } = companion;
  return {
    ...{ id: product_id, sku_id: variant_id, quantity: 1, title, price, options, image, is_virtual },
    url: variantPath(seo_url, variant_id),
    noOptions: options.length === 0,
  };
}
