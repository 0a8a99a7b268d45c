/** Step 3 of bag pricing (R100): applies bag promotions to lines that no earlier step claimed, largest discount first. Pure. */
import { allocate } from '#lib/money/allocate.ts';
import type { AppliedDiscount, EligibleLine } from './applied-discount.ts';
import type { StepOffers } from './offers.ts';
import type { PromotionStatus } from './priced-bag.ts';
import type { ActivePromotion, BagOffer } from './promotion-kind.ts';

/**
 * The bag lines in the range of one promotion. `lines` includes lines that another promotion has claimed; `amount` and `quantity`
 * leave those out.
 */
interface Pool {
  active: ActivePromotion<'bag'>;
  lines: EligibleLine[];
  amount: number;
  quantity: number;
  /** Cached discount for the current `amount` and `quantity`; null if it must be recalculated. */
  outcome: ReturnType<BagOffer['compute']> | null;
}

export interface BagPromotionsResult {
  appliedDiscounts: AppliedDiscount[];
  /**
   * Unclaimed lines, each with the highest-priority promotion that has the line in its range. The bag has not reached the minimum
   * of that promotion yet.
   */
  waiting: Map<EligibleLine, PromotionStatus>;
}

/**
 * Calculates the discount of each promotion on the unclaimed lines in its range, lets the promotion with the largest discount claim
 * those lines, and repeats. Between equal discounts, the higher priority wins.
 */
export function applyBagPromotions(
  lines: readonly EligibleLine[],
  offers: StepOffers<'bag'>,
): BagPromotionsResult {
  if (offers.all.length === 0) return { appliedDiscounts: [], waiting: new Map() };
  const pools = poolsOf(lines, offers);
  const claimedLines = new Set<EligibleLine>();
  const appliedDiscounts: AppliedDiscount[] = [];
  for (let best = bestOf(pools); best; best = bestOf(pools)) {
    const unclaimedLines = best.lines.filter((line) => !claimedLines.has(line));
    const { discount, next } = outcomeOf(best);
    const { active } = best;
    const lineDiscounts = allocate(
      discount,
      unclaimedLines.map((line) => line.amount),
    );
    appliedDiscounts.push({ active, lines: unclaimedLines, lineDiscounts, discount, status: 1, next });
    for (const line of unclaimedLines) {
      claimedLines.add(line);
      for (const { promotion } of offers.forProduct(line.productId)) remove(pools.get(promotion.id)!, line);
    }
  }
  return { appliedDiscounts, waiting: waitingOf(lines, claimedLines, pools, offers) };
}

function poolsOf(lines: readonly EligibleLine[], offers: StepOffers<'bag'>): Map<number, Pool> {
  const pools = new Map<number, Pool>(
    offers.all.map((active) => [
      active.promotion.id,
      { active, lines: [], amount: 0, quantity: 0, outcome: null },
    ]),
  );
  for (const line of lines) {
    for (const { promotion } of offers.forProduct(line.productId)) {
      const pool = pools.get(promotion.id)!;
      pool.lines.push(line);
      pool.amount += line.amount;
      pool.quantity += line.quantity;
    }
  }
  return pools;
}

function remove(pool: Pool, line: EligibleLine): void {
  pool.amount -= line.amount;
  pool.quantity -= line.quantity;
  pool.outcome = null;
}

function outcomeOf(pool: Pool): ReturnType<BagOffer['compute']> {
  pool.outcome ??= pool.active.offer.compute(pool.amount, pool.quantity);
  return pool.outcome;
}

/** Returns the pool with the largest discount. Pools are in order of priority, so between equal discounts the higher priority wins. */
function bestOf(pools: ReadonlyMap<number, Pool>): Pool | null {
  let best: Pool | null = null;
  for (const pool of pools.values()) {
    if (pool.quantity === 0 || !outcomeOf(pool).isAchieved) continue;
    if (best === null || outcomeOf(pool).discount > outcomeOf(best).discount) best = pool;
  }
  return best;
}

function waitingOf(
  lines: readonly EligibleLine[],
  claimedLines: ReadonlySet<EligibleLine>,
  pools: ReadonlyMap<number, Pool>,
  offers: StepOffers<'bag'>,
): Map<EligibleLine, PromotionStatus> {
  const waiting = new Map<EligibleLine, PromotionStatus>();
  for (const line of lines) {
    const [preferred] = claimedLines.has(line) ? [] : offers.forProduct(line.productId);
    if (!preferred) continue;
    const { next } = outcomeOf(pools.get(preferred.promotion.id)!);
    const { promotion } = preferred;
    waiting.set(line, { promotion, status: 2, next });
  }
  return waiting;
}
