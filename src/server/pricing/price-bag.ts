/** Prices a bag from the database. */
import type { Kysely } from 'kysely';
import { readVariants } from '../catalog/variants-store.ts';
import type { Tables } from '../db/tables.ts';
import { readProductCollections, readPromotions } from '../promotions/promotions-store.ts';
import type { Services } from '../services.ts';
import { readShopCurrency } from './currency-store.ts';
import { type PriceFacts, priceLines } from './price-lines.ts';
import type { BagLine, PricedBag } from './priced-bag.ts';

export interface PriceBagOptions {
  coupon?: string;
  /** The shopper agreed to a smaller discount; only a coupon that takes tier discounts away asks for it (R102). */
  scConfirm?: boolean;
  /** ms UTC. */
  now: number;
}

/**
 * Prices the lines as the shop stands at `now`: stock is looked at, never taken.
 * @returns the lines in their order; amounts in minor units
 */
export async function priceBag(
  services: Services,
  lines: readonly BagLine[],
  { coupon = '', now }: PriceBagOptions,
): Promise<PricedBag> {
  const facts = await readPriceFacts(
    services.db.read,
    lines.map((line) => line.variantId),
    now,
  );
  return priceLines(lines, facts, coupon);
}

/** Reads all that prices of these variants depend on. */
export async function readPriceFacts(
  db: Kysely<Tables>,
  variantIds: readonly number[],
  now: number,
): Promise<PriceFacts> {
  const [variants, promotions, currency] = await Promise.all([
    readVariants(db, variantIds),
    readPromotions(db, now),
    readShopCurrency(db),
  ]);
  const productIds = [...variants.values()].map((variant) => variant.productId);
  return {
    variants,
    promotions,
    currency,
    now,
    collections: await readProductCollections(db, productIds, promotions),
  };
}
