/** A product as the words and marks that PostgreSQL finds it by. Pure. */

import type { ProductFacts } from '../indexed-product.ts';
import { searchedTexts } from '../product-words.ts';
import { fields } from '../term-index.ts';

/** What words begin with in a document, by where they stand. */
export const placeOf = { [fields.title]: 't', [fields.keyword]: 'k', [fields.description]: 'd' } as const;

/** Samples are made of these: each product is in one. */
export const buckets = 256;

/** What else a document says; no word begins like it. */
export const marks = {
  inStock: '+s',
  collection: (id: number) => `+c${id}`,
  /** A value that can be bought. */
  had: (value: number) => `+h${value}`,
  soldOut: (value: number) => `+o${value}`,
  bucket: (number: number) => `+r${number}`,
};

export interface ProductDocument {
  phrase: string;
  /** Every word with its spelling and whether it stands in more than the description. */
  words: Map<string, { spelling: string; isName: boolean }>;
  /** As a `tsvector` is written. */
  doc: string;
}

/** @param values numbers of its facet values */
export function documentOf(
  facts: ProductFacts,
  { had, soldOut }: { had: readonly number[]; soldOut: readonly number[] },
): ProductDocument {
  const words: ProductDocument['words'] = new Map();
  const lexemes: string[] = [];
  const { title, texts } = searchedTexts(facts);
  for (const [field, spelled] of texts) {
    for (const [word, spelling] of spelled) {
      if (words.has(word)) continue;
      words.set(word, { spelling, isName: field !== fields.description });
      lexemes.push(placeOf[field] + word);
    }
  }
  lexemes.push(
    ...(facts.inStock ? [marks.inStock] : []),
    ...facts.places.map(({ collectionId }) => marks.collection(collectionId)),
    ...had.map(marks.had),
    ...soldOut.map(marks.soldOut),
    marks.bucket(facts.id % buckets),
  );
  return { phrase: [...title.keys()].join(' '), words, doc: lexemes.map((one) => `'${one}'`).join(' ') };
}

/** The words of a stored document. @param lexemes parted by spaces */
export function* wordsOf(lexemes: string): Generator<{ word: string; isName: boolean }> {
  for (const lexeme of lexemes.split(' ')) {
    if (lexeme.startsWith('+')) continue;
    yield { word: lexeme.slice(1), isName: !lexeme.startsWith('d') };
  }
}
