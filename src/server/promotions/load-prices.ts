/** Prices a bag with data read from the database. */
import { readShopCurrency } from '../catalog/currency-store.ts';
import { readVariants } from '../catalog/variants-store.ts';
import type { Identity } from '../core/identity.ts';
import type { Services } from '../core/services.ts';
import type { Queryable } from '../db/database.ts';
import { findUploadedPaths } from '../media/uploads-store.ts';
import { getImageValues } from './customisation.ts';
import { giftVariants } from './offers.ts';
import { priceBag, type RequestedCoupon } from './price-bag.ts';
import type { BagLine, PricedBag } from './priced-bag.ts';
import type { PricingData } from './pricing-data.ts';
import { readProductCollections, readPromotions } from './promotions-store.ts';
import { addBackHolds } from './shopper-holds.ts';
import { readShopperHolds } from './shopper-holds-store.ts';

/**
 * Prices the bag lines at `now`. Reads stock without reserving it; units reserved by the shopper's own unpaid orders count as
 * available.
 * @param now ms UTC
 * @returns the bag with its lines in the given order; amounts in minor units
 */
export async function priceBagNow(
  services: Services,
  who: Identity,
  lines: readonly BagLine[],
  coupon: RequestedCoupon,
  now: number,
): Promise<PricedBag> {
  return priceBagFromData(await readShopperPricingData(services, who, lines, now), lines, coupon);
}

/** Reads the data needed to price the lines; units reserved by the shopper's own unpaid orders count as available. */
export async function readShopperPricingData(
  services: Services,
  who: Identity,
  lines: readonly BagLine[],
  now: number,
): Promise<PricingData> {
  const [facts, holds] = await Promise.all([
    readPricingData(services.db.read, lines, now),
    readShopperHolds(services.db.read, who, now),
  ]);
  return addBackHolds(facts, holds);
}

/** Prices the lines from data that has already been read. Pure. */
export function priceBagFromData(
  facts: PricingData,
  lines: readonly BagLine[],
  coupon: RequestedCoupon,
): PricedBag {
  return priceBag(lines, facts, facts.promotions, coupon, facts.now);
}

/** Reads all data needed to price the lines, including the variants of gifts. */
export async function readPricingData(
  db: Queryable,
  lines: readonly Pick<BagLine, 'variantId' | 'tailor'>[],
  now: number,
): Promise<PricingData> {
  const variantIds = lines.map((line) => line.variantId);
  const pictures = lines.flatMap((line) => getImageValues(line.tailor));
  const [promotions, currency, uploaded] = await Promise.all([
    readPromotions(db, now),
    readShopCurrency(db),
    findUploadedPaths(db, pictures),
  ]);
  const variants = await readVariants(db, [...variantIds, ...giftVariants(promotions, now)]);
  const requestedIds = new Set(variantIds);
  const productIds = [...variants.values()]
    .filter((variant) => requestedIds.has(variant.id))
    .map((variant) => variant.productId);
  return {
    variants,
    promotions,
    currency,
    uploaded,
    now,
    collections: await readProductCollections(db, productIds, promotions),
  };
}
