/** Counts stock and promotion uses as available to the shopper whose own unpaid orders reserve them. Pure. */
import type { PricingData } from './pricing-data.ts';
import type { Promotion } from './promotion.ts';

/** Stock and promotion uses that one shopper's unpaid orders reserve. */
export interface ShopperHolds {
  /** Reserved units by variant id. */
  stock: ReadonlyMap<number, number>;
  /** Reserved uses by promotion id. */
  promotions: ReadonlyMap<number, number>;
}

export const noHolds: ShopperHolds = { stock: new Map(), promotions: new Map() };

/** Returns the variant with the shopper's reserved units added back to its stock. */
export function addBackStock<Variant extends { id: number; stock: number }>(
  variant: Variant,
  { stock }: Pick<ShopperHolds, 'stock'>,
): Variant {
  const reserved = stock.get(variant.id);
  return reserved === undefined ? variant : { ...variant, stock: variant.stock + reserved };
}

/** Returns the product with the shopper's reserved units added back to the stock of its variants. */
export function addBackProductStock<Product extends { variants: { id: number; stock: number }[] }>(
  product: Product,
  holds: Pick<ShopperHolds, 'stock'>,
): Product {
  return { ...product, variants: product.variants.map((variant) => addBackStock(variant, holds)) };
}

/** Returns the promotion with `usedCount` reduced by the uses that the shopper's own orders reserve. */
export function subtractReservedUses(
  promotion: Promotion,
  { promotions }: Pick<ShopperHolds, 'promotions'>,
): Promotion {
  const reserved = promotions.get(promotion.id);
  return reserved === undefined ? promotion : { ...promotion, usedCount: promotion.usedCount - reserved };
}

/** Returns the pricing data with the shopper's own reservations added back. */
export function addBackHolds(facts: PricingData, holds: ShopperHolds): PricingData {
  if (holds.stock.size === 0 && holds.promotions.size === 0) return facts;
  return {
    ...facts,
    variants: new Map([...facts.variants].map(([id, variant]) => [id, addBackStock(variant, holds)])),
    promotions: facts.promotions.map((promotion) => subtractReservedUses(promotion, holds)),
  };
}
