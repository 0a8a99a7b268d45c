/** What the choices and words of a list ask of a product's variants (R160). Pure. */
import type { Wish } from '../catalog/wish.ts';
import type { FacetValues } from './facet-values.ts';
import type { OptionWords } from './option-words.ts';
import type { Unit } from './read-search.ts';
import type { Choices } from './selection.ts';

/**
 * @param choices by the names that are offered
 * @param units of the search, as it was read: what a word stands for names values as the word does
 * @returns null where nothing tells variants apart: no option is filtered by, and no word names an option's value
 */
export function variantWish(choices: Choices, units: readonly Unit[], facets: FacetValues): Wish | null {
  const options = choices.groups.filter(({ kind }) => kind === 'option');
  const named = units.map((unit) => namedBy(unit, facets.words)).filter((values) => values.size > 0);
  if (options.length + named.length === 0) return null;
  const { priceMin = 0, priceMax = Number.POSITIVE_INFINITY } = choices;
  return {
    key: JSON.stringify([
      options.map(({ name, values }) => [name, values]),
      named.map((values) => [...values.keys()]),
      ...[priceMin, priceMax],
    ]),
    filters: options.map(
      ({ name, values }) => new Set(values.flatMap((value) => facets.naming.behind(name, value))),
    ),
    words: named,
    priceMin,
    priceMax,
  };
}

/** Values that have all words of one of the unit's alternatives, with how many words each has. */
function namedBy({ alternatives }: Unit, known: OptionWords): ReadonlyMap<string, number> {
  return new Map(
    alternatives.flatMap(({ words }) => {
      const [first, ...others] = words.map((word) => known.namedBy(word));
      return [...(first ?? [])].filter(([value]) => others.every((values) => values.has(value)));
    }),
  );
}
