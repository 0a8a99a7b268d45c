/** Returns the products or variants that a promotion sells together, for a product's page. Pure. */
import { bundleKind } from './kinds/bundle.ts';
import { combinationKind } from './kinds/combination.ts';
import { skuBundleKind } from './kinds/sku-bundle.ts';
import { tyingKind } from './kinds/tying.ts';
import type { Promotion } from './promotion.ts';

export interface ProductSetRules {
  /** Products in display order. `isNeeded`: the set requires this product. */
  products: { id: number; quantity: number; isNeeded: boolean }[];
  /** Used instead of `products` if the set consists of specific variants. */
  variants: { sku_id: number; quantity: number }[];
  /** Number of units to pick from the products; 0: the set includes all of them. */
  pick: number;
}

/** Returns the set that a promotion sells; null if the promotion sells no set or its rules are invalid. */
export function readProductSetRules({ kind, rules }: Promotion, productId: number): ProductSetRules | null {
  return readers[kind]?.(rules, productId) ?? null;
}

const readers: Record<string, (rules: unknown, productId: number) => ProductSetRules | undefined> = {
  [tyingKind.name]: (rules, productId) => {
    const read = tyingKind.schema.safeParse(rules).data;
    if (!read) return undefined;
    const main = read.main_product_ids.includes(productId) ? productId : read.main_product_ids[0]!;
    const tied = read.items.map(({ product_id }) => product_id).filter((id) => id !== main);
    return {
      products: [main, ...tied].map((id) => ({ id, quantity: 1, isNeeded: id === main })),
      variants: [],
      pick: 0,
    };
  },
  [bundleKind.name]: (rules, productId) => {
    const read = bundleKind.schema.safeParse(rules).data;
    const products = read?.items.map(({ product_id, quantity }) => ({
      id: product_id,
      quantity,
      isNeeded: true,
    }));
    return products && { products: moveToFront(products, productId), variants: [], pick: 0 };
  },
  [skuBundleKind.name]: (rules) => {
    const read = skuBundleKind.schema.safeParse(rules).data;
    const variants = read?.items.map(({ variant_id, quantity }) => ({ sku_id: variant_id, quantity }));
    return variants && { products: [], variants, pick: 0 };
  },
  [combinationKind.name]: (rules, productId) => {
    const read = combinationKind.schema.safeParse(rules).data;
    if (!read) return undefined;
    const products = read.product_ids.map((id) => ({ id, quantity: 1, isNeeded: false }));
    return { products: moveToFront(products, productId), variants: [], pick: read.pick };
  },
};

/** Moves the product whose page is displayed to the front. */
function moveToFront<Part extends { id: number }>(parts: Part[], productId: number): Part[] {
  return parts.toSorted((left, right) => Number(right.id === productId) - Number(left.id === productId));
}
