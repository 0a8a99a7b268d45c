/** Treats the holds of a shopper's own unpaid orders as available. Pure. */
import type { PriceFacts } from './price-facts.ts';
import type { Promotion } from './promotion.ts';

/** The holds of one shopper's unpaid orders. */
export interface OwnHolds {
  /** Units by variant id. */
  stock: ReadonlyMap<number, number>;
  /** Uses by promotion id. */
  promotions: ReadonlyMap<number, number>;
}

export const noHolds: OwnHolds = { stock: new Map(), promotions: new Map() };

/** Returns the variant with the shopper's reserved units added back to its stock. */
export function withOwnStock<Variant extends { id: number; stock: number }>(
  variant: Variant,
  { stock }: Pick<OwnHolds, 'stock'>,
): Variant {
  const reserved = stock.get(variant.id);
  return reserved === undefined ? variant : { ...variant, stock: variant.stock + reserved };
}

/** Returns the product with the shopper's reserved units added back to the stock of its variants. */
export function productWithOwnStock<Product extends { variants: { id: number; stock: number }[] }>(
  product: Product,
  holds: Pick<OwnHolds, 'stock'>,
): Product {
  return { ...product, variants: product.variants.map((variant) => withOwnStock(variant, holds)) };
}

/** Returns the promotion without the uses that the shopper's own orders hold. */
export function withoutOwnUses(
  promotion: Promotion,
  { promotions }: Pick<OwnHolds, 'promotions'>,
): Promotion {
  const reserved = promotions.get(promotion.id);
  return reserved === undefined ? promotion : { ...promotion, usedCount: promotion.usedCount - reserved };
}

/** Returns the facts with the shopper's own holds added back. */
export function withOwnHolds(facts: PriceFacts, holds: OwnHolds): PriceFacts {
  if (holds.stock.size === 0 && holds.promotions.size === 0) return facts;
  return {
    ...facts,
    variants: new Map([...facts.variants].map(([id, variant]) => [id, withOwnStock(variant, holds)])),
    promotions: facts.promotions.map((promotion) => withoutOwnUses(promotion, holds)),
  };
}
