/** Which variant of a product is meant where filters or the words of a search name option values. Pure. */

/** A value of an option as the product spells both; the key that a wish knows it by. */
export const pairKey = (option: string, value: string) => `${option}\0${value}`;

/** What a list was asked for, as far as it tells variants apart. */
export interface RequestedVariant {
  /** Wishes with the same key want the same. */
  key: string;
  /** A filter each: the values, by `pairKey`, of which one is enough. */
  filters: readonly ReadonlySet<string>[];
  /** A word of the search each: the values it names, by `pairKey`, with how many words each of them has. */
  words: readonly ReadonlyMap<string, number>[];
  /** What it may cost, minor units; both ends count. */
  priceMin: number;
  priceMax: number;
}

interface Wanted {
  optionValues: readonly string[];
  price: number;
  saleStatus: 0 | 1;
}

/** What counts first stands first; the higher the better. */
type Fit = readonly number[];

/**
 * The variant a card shows (R160): the first, in the merchant's order, of those that meet most. A filter counts before a word,
 * the range of prices between them; among equals what can be bought comes before what is sold out.
 * @param options names of the product's options, in order
 * @param variants in the merchant's order
 * @param pays what a shopper pays for a variant, minor units
 * @returns null where no variant has anything that was asked for: the card stands for the product as a whole
 */
export function matchRequestedVariant<Variant extends Wanted>(
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
  variant: Wanted,
  wish: RequestedVariant,
  price: number,
): Fit | null {
  const own = variant.optionValues.map((value, at) => pairKey(options[at] ?? '', value));
  const filters = wish.filters.filter((values) => own.some((key) => values.has(key))).length;
  let words = 0;
  let unnamed = 0;
  for (const named of wish.words) {
    const lengths = own.flatMap((key) => named.get(key) ?? []);
    if (lengths.length === 0) continue;
    words += 1;
    // "oak" is Oak before it is Smoked oak.
    unnamed += Math.min(...lengths) - 1;
  }
  if (filters + words === 0) return null;
  const isInRange = price >= wish.priceMin && price <= wish.priceMax;
  return [filters, isInRange ? 1 : 0, words, -unnamed, variant.saleStatus];
}

function isBetter(fit: Fit, than: Fit): boolean {
  const at = fit.findIndex((value, index) => value !== than[index]);
  return (fit[at] ?? 0) > (than[at] ?? 0);
}
