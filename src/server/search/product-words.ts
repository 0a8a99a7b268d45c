/** The searchable words of a product, by field. Pure. */
import type { FacetKind } from './facet-values.ts';
import type { ProductFacts } from './indexed-product.ts';
import { type Field, fields } from './term-index.ts';
import { tokenizeWithSpelling } from './tokenizer.ts';

/** @returns the words of the title, and of every field, the most significant first; a word may occur in several */
export function searchedTexts(facts: ProductFacts): {
  title: Map<string, string>;
  texts: [Field, Map<string, string>][];
} {
  const title = tokenizeWithSpelling(facts.title);
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
      [fields.title, title],
      [fields.keyword, tokenizeWithSpelling(keywords)],
      [fields.description, tokenizeWithSpelling(facts.description)],
    ],
  };
}

type NumberOf = (kind: FacetKind, name: string, value: string, styleValue: string) => number;

/** Returns the numbers of a product's filter values: those for sale, and those that no variant for sale has. */
export function facetNumbers(
  { vendor, productType, tags, options }: ProductFacts,
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
  // Several values may share a name: it is for sale if one of them is.
  return { forSale: [...forSale], soldOut: [...new Set(soldOut)].filter((number) => !forSale.has(number)) };
}
