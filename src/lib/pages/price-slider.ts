/** Calculates the price slider of a list: its range and the positions of its thumbs. Pure. */
import type { Filters } from '#lib/catalog/filters.ts';

export interface PriceSlider {
  min: number;
  max: number;
  step: number;
  from: number;
  to: number;
}

/** Maximum number of key presses needed to move a thumb across the whole range. */
const maxSteps = 100;

/**
 * Returns the slider in whole amounts, or null if the price range is too small or the chosen prices are outside it, where both thumbs
 * would be at the same end.
 * @param lowest lowest price of the list without its price filter, in the shop's currency; `highest` likewise
 */
export function priceSlider(
  { price_min: lowest, price_max: highest }: { price_min: number; price_max: number },
  { priceMin, priceMax }: Pick<Filters, 'priceMin' | 'priceMax'>,
): PriceSlider | null {
  const step = roundStep((highest - lowest) / maxSteps);
  const min = Math.floor(lowest / step) * step;
  const max = Math.ceil(highest / step) * step;
  if (max - min < 2 * step || (priceMin ?? min) > max || (priceMax ?? max) < min) return null;
  const within = (amount: number) => Math.min(max, Math.max(min, amount));
  const from = within(priceMin ?? min);
  return { min, max, step, from, to: Math.max(from, within(priceMax ?? max)) };
}

/** Returns the first of 1, 2, 5, 10, 20, 50 … that is at least `minStep`. */
function roundStep(minStep: number): number {
  for (let ten = 1; ; ten *= 10) {
    const step = [1, 2, 5].find((digit) => digit * ten >= minStep);
    if (step !== undefined) return step * ten;
  }
}
