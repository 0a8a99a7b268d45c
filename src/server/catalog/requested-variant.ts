/** Picks the variant of a product whose option values match the filters or search terms of a request. Pure. */

/** Returns the key of an option value, with option and value spelled as in the product. */
export const optionValueKey = (option: string, value: string) => `${option}\0${value}`;

/** The parts of a product list request that select variants. */
export interface RequestedVariant {
  /** Identifies the request: equal keys mean equal requests. */
  key: string;
  /** One set per filter: the keys (`optionValueKey`) of the values that the filter accepts. */
  filters: readonly ReadonlySet<string>[];
  /**
   * One map per search term: the keys (`optionValueKey`) of the option values that the term matches, each with the number of words
   * in the value.
   */
  terms: readonly ReadonlyMap<string, number>[];
  /** Price range in minor units, both ends included. */
  priceMin: number;
  priceMax: number;
  /**
   * Returns whether an offer contains the variant, for offers that no option value identifies. A variant of the offer matches better
   * than any other.
   */
  isOffered?: ((variant: VariantCandidate) => boolean) | undefined;
}

interface VariantCandidate {
  id: number;
  optionValues: readonly string[];
  price: number;
  saleStatus: 0 | 1;
}

/** Scores by criterion, in descending importance; higher is better. */
type Fit = readonly number[];

/**
 * Returns the variant that a card displays (R160): the best match, or the first of several equal matches in the merchant's order.
 * Criteria in descending importance: being in the offer, matched filters, price range, matched search terms, fewest unmatched words, availability.
 * @param options names of the product's options, in order
 * @param variants in the merchant's order
 * @param pays returns the price that the shopper pays for a variant, in minor units
 * @returns null if no variant is in the offer or matches a filter or term; the card then displays the product as a whole
 */
export function matchRequestedVariant<Variant extends VariantCandidate>(
  options: readonly string[],
  variants: readonly Variant[],
  wish: RequestedVariant,
  pays: (variant: Variant) => number,
): Variant | null {
  let best: { variant: Variant; fit: Fit } | null = null;
  for (const variant of variants) {
    const fit = fitOf(options, variant, wish, pays(variant));
    if (fit && (!best || isBetter(fit, best.fit))) best = { variant, fit };
  }
  return best?.variant ?? null;
}

function fitOf(
  options: readonly string[],
  variant: VariantCandidate,
  wish: RequestedVariant,
  price: number,
): Fit | null {
  const valueKeys = variant.optionValues.map((value, at) => optionValueKey(options[at] ?? '', value));
  const filters = wish.filters.filter((values) => valueKeys.some((key) => values.has(key))).length;
  let matchedTerms = 0;
  let unnamed = 0;
  for (const named of wish.terms) {
    const lengths = valueKeys.flatMap((key) => named.get(key) ?? []);
    if (lengths.length === 0) continue;
    matchedTerms += 1;
    // The search term "oak" matches the value Oak better than Smoked oak.
    unnamed += Math.min(...lengths) - 1;
  }
  const isOffered = wish.isOffered?.(variant) ?? false;
  if (!isOffered && filters + matchedTerms === 0) return null;
  const isInRange = price >= wish.priceMin && price <= wish.priceMax;
  return [isOffered ? 1 : 0, filters, isInRange ? 1 : 0, matchedTerms, -unnamed, variant.saleStatus];
}

function isBetter(fit: Fit, than: Fit): boolean {
  const at = fit.findIndex((value, index) => value !== than[index]);
  return (fit[at] ?? 0) > (than[at] ?? 0);
}
