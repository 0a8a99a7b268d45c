/** Messages that promotions show to shoppers. Pure. */

/** A value in a promotion message. Money is in minor units until the API formats it. */
export type PromotionMessageParam = string | number | { money: number };

/** A message template with placeholders {0}, {1} …, and their values in order (R68). */
export interface PromotionMessage {
  desc: string;
  params: PromotionMessageParam[];
}

export interface DiscountTier {
  min: number;
  value: number;
}

/** Returns the promotion's title as a message, used if there is no next tier. */
export function titleMessage(title: string): PromotionMessage {
  return { desc: '{0}', params: [title] };
}

/** Returns the index of the highest tier whose `min` is reached; -1 for none. @param steps the tiers, in ascending order of `min` */
export function findReachedStep(steps: readonly { min: number }[], measure: number): number {
  return steps.findLastIndex((step) => step.min <= measure);
}

/**
 * Returns a message such as `Buy {0} more to save {1}%`: the amount or quantity missing to the next tier, and the discount of that
 * tier (R101).
 * @param verb `Buy` for units, `Add` for different products
 */
export function nextTierMessage(
  step: DiscountTier,
  measure: number,
  { isMoney, mode, verb = 'Buy' }: { isMoney: boolean; mode: 'percent' | 'amount_off'; verb?: string },
): PromotionMessage {
  const missing = step.min - measure;
  const gain = mode === 'percent' ? '{1}%' : '{1}';
  return {
    desc: `${isMoney ? 'Spend' : verb} {0} more to save ${gain}`,
    params: [isMoney ? { money: missing } : missing, mode === 'percent' ? step.value : { money: step.value }],
  };
}
