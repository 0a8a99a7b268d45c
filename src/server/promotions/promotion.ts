/** A stored promotion (R100), and checks that apply to all promotion types. Pure. */
import { promotionKinds } from '#lib/contract/promotion-kinds.ts';

export interface Promotion {
  id: number;
  kind: string;
  discountType: number;
  title: string;
  seoUrl: string;
  code: string;
  /** 0: draft. 1: active. 2: stopped. */
  status: number;
  /** Start and end, ms UTC; `endsAt` is null if the promotion has no end. */
  startsAt: number;
  endsAt: number | null;
  /** 1: all products. 2: selected products. 3: selected collections (R68). */
  rangeType: 1 | 2 | 3;
  rangeIds: ReadonlySet<number>;
  /** JSON whose schema is defined in the file of the promotion type. Amounts are in minor units. */
  rules: unknown;
  priority: number;
  /** Maximum number of orders that may use the promotion (null: no limit). `usedCount` counts orders that have used or reserved it. */
  usageLimit: number | null;
  usedCount: number;
  /** Appearance of the promotion's banner in the bag (DISC-09). */
  banner: { cartShowDiscount: boolean; bannerBgColor: string; bannerFontColor: string };
}

/** Collection ids by product id. */
export type ProductCollections = ReadonlyMap<number, readonly number[]>;

/** Returns whether the promotion has status 1 and starts_at ≤ now < ends_at. */
export function isActive(promotion: Promotion, now: number): boolean {
  return (
    promotion.status === 1 &&
    promotion.startsAt <= now &&
    (promotion.endsAt === null || now < promotion.endsAt)
  );
}

/** Returns whether pages may advertise the promotion: it is active, has a title and needs no coupon code. */
export function isAdvertised(promotion: Promotion, now: number): boolean {
  return isActive(promotion, now) && promotion.kind !== promotionKinds.coupon && promotion.title !== '';
}

export function isInRange(promotion: Promotion, productId: number, collections: ProductCollections): boolean {
  if (promotion.rangeType === 1) return true;
  if (promotion.rangeType === 2) return promotion.rangeIds.has(productId);
  return (collections.get(productId) ?? []).some((id) => promotion.rangeIds.has(id));
}

/** Compares two promotions by priority, to break ties: higher priority first, then lower id (R100). */
export function byPriority(left: Promotion, right: Promotion): number {
  return right.priority - left.priority || left.id - right.id;
}

/** Returns the next time at which one of the promotions starts or ends, ms UTC; null if there is none. */
export function nextChange(promotions: readonly Promotion[], now: number): number | null {
  let next: number | null = null;
  for (const { status, startsAt, endsAt } of promotions) {
    if (status !== 1) continue;
    for (const instant of [startsAt, endsAt ?? now]) {
      if (instant > now && (next === null || instant < next)) next = instant;
    }
  }
  return next;
}
