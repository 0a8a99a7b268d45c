/** What the choices and words of a list ask of a product's variants (R160). Pure. */
import type { Wish } from '../catalog/wish.ts';
import type { FacetValues } from './facet-values.ts';
import type { Choices } from './selection.ts';

/**
 * @param choices by the names that are offered
 * @param words as they were searched for
 * @returns null where nothing tells variants apart: no option is filtered by, and no word names an option's value
 */
export function variantWish(choices: Choices, words: readonly string[], facets: FacetValues): Wish | null {
  const options = choices.groups.filter(({ kind }) => kind === 'option');
  const naming = words.filter((word) => facets.words.namedBy(word).size > 0);
  if (options.length + naming.length === 0) return null;
  const { priceMin = 0, priceMax = Number.POSITIVE_INFINITY } = choices;
  return {
    key: JSON.stringify([options.map(({ name, values }) => [name, values]), naming, priceMin, priceMax]),
    filters: options.map(
      ({ name, values }) => new Set(values.flatMap((value) => facets.naming.behind(name, value))),
    ),
    words: naming.map((word) => facets.words.namedBy(word)),
    priceMin,
    priceMax,
  };
}
