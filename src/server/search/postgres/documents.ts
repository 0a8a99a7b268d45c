/** A product as the words and marks that PostgreSQL finds it by. Pure. */

import type { ProductFacts } from '../indexed-product.ts';
import { searchedTexts } from '../product-words.ts';
import { fields } from '../term-index.ts';

/** What words begin with in a document, by where they stand. */
export const placeOf = { [fields.title]: 't', [fields.keyword]: 'k', [fields.description]: 'd' } as const;

/** A sample holds one product of 256, of 128, … of two, by its power; each holds the smaller ones. This power is no sample but all. */
export const allProducts = 8;

/** What else a document says; no word begins like it. */
export const marks = {
  inStock: '+s',
  collection: (id: number) => `+c${id}`,
  /** A value that can be bought. */
  had: (value: number) => `+h${value}`,
  soldOut: (value: number) => `+o${value}`,
  sample: (power: number) => `+p${power}`,
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
    ...samplesOf(facts.id).map(marks.sample),
  );
  return { phrase: [...title.keys()].join(' '), words, doc: lexemes.map((one) => `'${one}'`).join(' ') };
}

/** The powers of the samples that a product is in. */
export function samplesOf(id: number): number[] {
  // Stirred (murmur3): products that take turns by kind, as designs on things do, would be all of one kind in samples of every 256th.
  let mixed = (id % 2 ** 32) ^ Math.floor(id / 2 ** 32);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  const least = Math.max(0, allProducts - Math.clz32(mixed ^ (mixed >>> 16)));
  return Array.from({ length: allProducts - least }, (_, at) => least + at);
}

/** The words of a stored document. @param lexemes parted by spaces */
export function* wordsOf(lexemes: string): Generator<{ word: string; isName: boolean }> {
  for (const lexeme of lexemes.split(' ')) {
    if (lexeme.startsWith('+')) continue;
    yield { word: lexeme.slice(1), isName: !lexeme.startsWith('d') };
  }
}
