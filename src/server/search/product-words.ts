/** Extracts the searchable words of a product, by field. Pure. */
import type { FacetKind } from './facet-values.ts';
import type { SearchableProduct } from './indexed-product.ts';
import { type SearchField, searchFields } from './term-index.ts';
import { tokenizeKeepingOriginals } from './tokenizer.ts';

/** Returns the words of the title, and the words of every field, most significant field first. A word may occur in several fields. */
export function tokenizeProduct(facts: SearchableProduct): {
  title: Map<string, string>;
  texts: [SearchField, Map<string, string>][];
} {
  const title = tokenizeKeepingOriginals(facts.title);
  const keywords = [
    facts.vendor,
    facts.productType,
    ...facts.tags,
    ...facts.options.flatMap(({ values }) => values.map(({ value }) => value)),
    ...facts.skus,
  ].join(' ');
  return {
    title,
    texts: [
      [searchFields.title, title],
      [searchFields.keyword, tokenizeKeepingOriginals(keywords)],
      [searchFields.description, tokenizeKeepingOriginals(facts.description)],
    ],
  };
}

type NumberOf = (kind: FacetKind, name: string, value: string, styleValue: string) => number;

/** Returns the numeric ids of a product's filter values: those with a variant in stock, and sold-out ones. */
export function facetNumbers(
  { vendor, productType, tags, options }: SearchableProduct,
  numberOf: NumberOf,
): { forSale: number[]; soldOut: number[] } {
  const numbers: number[] = [];
  const soldOut: number[] = [];
  for (const { name, values } of options) {
    for (const { value, styleValue = '', isSoldOut } of values)
      (isSoldOut ? soldOut : numbers).push(numberOf('option', name, value, styleValue));
  }
  if (productType) numbers.push(numberOf('product_type', '', productType, ''));
  for (const tag of tags) numbers.push(numberOf('tag', '', tag, ''));
  if (vendor) numbers.push(numberOf('vendor', '', vendor, ''));
  const forSale = new Set(numbers);
  // Several product values may share a filter value, which is for sale if one of them is.
  return { forSale: [...forSale], soldOut: [...new Set(soldOut)].filter((number) => !forSale.has(number)) };
}
