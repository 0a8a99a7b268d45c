/** Messages of promotions to the shopper. Pure. */

/** Money is in minor units until the API converts it. */
export type PromotionMessageParam = string | number | { money: number };

/** A template with {0}, {1} … and its values in order (R68). */
export interface PromotionMessage {
  desc: string;
  params: PromotionMessageParam[];
}

export interface DiscountTier {
  min: number;
  value: number;
}

/** Returns the promotion's title as the message, for when there is no next step. */
export function titleMessage(title: string): PromotionMessage {
  return { desc: '{0}', params: [title] };
}

/** Returns the index of the last step whose min is reached; -1 for none. @param steps by ascending min */
export function findReachedStep(steps: readonly { min: number }[], measure: number): number {
  return steps.findLastIndex((step) => step.min <= measure);
}

/**
 * `Buy {0} more to save {1}%`: the distance to the step, and its discount (R101).
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
