/** Step 2, after the groups (R100): promotions over the variants of one product. Pure. */

import type { CountedLine, Taking } from './applied-discount.ts';
import type { Active } from './kind.ts';
import type { RangedOffers } from './offers.ts';

/** For each product the promotion that takes off most; of equals the preferred one. */
export function takeProducts(lines: readonly CountedLine[], offers: RangedOffers<'product'>): Taking[] {
  if (offers.all.length === 0) return [];
  const takings: Taking[] = [];
  for (const [productId, own] of Map.groupBy(lines, (line) => line.productId)) {
    let best: (Pick<Taking, 'shares' | 'discount'> & { active: Active<'product'> }) | null = null;
    for (const active of offers.of(productId)) {
      const shares = active.offer.compute(own);
      if (!shares) continue;
      const discount = shares.reduce((all, share) => all + share, 0);
      if (best === null || discount > best.discount) best = { active, shares, discount };
    }
    if (best) takings.push({ ...best, lines: own, status: 1, next: best.active.offer.next(own) });
  }
  return takings;
}
