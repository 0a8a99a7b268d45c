/** Step 2, after the groups (R100): promotions over the variants of one product. Pure. */
import type { RangedOffers } from './offers.ts';
import type { CountedLine, Taking } from './taking.ts';

/** For each product the promotion that takes off most; of equals the preferred one. */
export function takeProducts(lines: readonly CountedLine[], offers: RangedOffers<'product'>): Taking[] {
  if (offers.all.length === 0) return [];
  return [...Map.groupBy(lines, (line) => line.productId)].flatMap(([productId, own]) => {
    let best: Taking | null = null;
    for (const active of offers.of(productId)) {
      const reckoned = active.offer.reckon(own);
      if (!reckoned) continue;
      const discount = reckoned.discounts.reduce((all, share) => all + share, 0);
      if (best !== null && discount <= best.discount) continue;
      best = { active, lines: own, shares: reckoned.discounts, discount, status: 1, next: reckoned.next };
    }
    return best ?? [];
  });
}
