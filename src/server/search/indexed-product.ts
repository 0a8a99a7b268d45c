/**
 * Two representations of a product: the data that the search index reads from the database, and the item that the index stores next
 * to its column arrays.
 */
import type { TermEntry } from './term-index.ts';

/** Fields of a published product that are loaded into the search index. Amounts are in minor units. */
export interface SearchableProduct {
  id: number;
  handle: string;
  title: string;
  vendor: string;
  productType: string;
  tags: string[];
  options: {
    name: string;
    values: {
      value: string;
      styleValue?: string | undefined;
      /** Whether no variant with this value can be bought, although other variants can. */
      isSoldOut?: boolean;
    }[];
  }[];
  /** Description as plain text. */
  description: string;
  skus: string[];
  barcodes: string[];
  /** Distinct prices of the variants that can be bought, or of all variants if none can. */
  prices: number[];
  inStock: boolean;
  /** Creation time, ms UTC. */
  createdAt: number;
  /** Collections that contain the product, with the product's position in each. */
  places: { collectionId: number; position: number }[];
}

export interface IndexedProduct {
  id: number;
  /** Index of the product in the arrays of the search index; reused after the product is removed. */
  slot: number;
  /** Title in lower case; lists sort it from A to Z in binary order. */
  titleKey: string;
  /** Folded words of the title, joined by spaces, to compare with a search phrase. */
  phrase: string;
  /** The product's handle, then its SKUs and barcodes, all in lower case. */
  codes: string[];
  prices: number[];
  createdAt: number;
  entries: TermEntry[];
  /** Alternating collection ids and positions. */
  places: number[];
}

export function getCollectionIds({ places }: IndexedProduct): number[] {
  return places.filter((_, at) => at % 2 === 0);
}

/** Returns the position of a product in a collection; -1 if the collection does not contain the product. */
export function positionInCollection({ places }: IndexedProduct, collectionId: number): number {
  for (let at = 0; at < places.length; at += 2) if (places[at] === collectionId) return places[at + 1]!;
  return -1;
}
