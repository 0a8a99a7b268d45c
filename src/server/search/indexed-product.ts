/** A product as it is found by: what the database says (facts), and what the index stores beside its columns (item). */
import type { Entry } from './term-index.ts';

/** What the store reads of a published product. Amounts are minor units. */
export interface ProductFacts {
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
      /** No variant with it can be bought, and others can. */
      isSoldOut?: boolean;
    }[];
  }[];
  /** Plain text. */
  description: string;
  skus: string[];
  barcodes: string[];
  /** Different prices of the variants that can be bought, of all where none can. */
  prices: number[];
  inStock: boolean;
  /** ms UTC. */
  createdAt: number;
  /** Collections it stands in, and where. */
  places: { collectionId: number; position: number }[];
}

export interface IndexedProduct {
  id: number;
  /** Its number in the index; given to another product when this one goes. */
  slot: number;
  /** Lower case: orders lists from A to Z in binary order. */
  titleKey: string;
  /** The title's words as searched. */
  phrase: string;
  /** In lower case: its handle, then SKUs and barcodes. */
  codes: string[];
  prices: number[];
  createdAt: number;
  entries: Entry[];
  /** Pairs of collection and position there. */
  places: number[];
}

/** Collections the product stands in. */
export function collectionsOf({ places }: IndexedProduct): number[] {
  return places.filter((_, at) => at % 2 === 0);
}

/** Where it stands in a collection; -1 when it does not. */
export function positionIn({ places }: IndexedProduct, collectionId: number): number {
  for (let at = 0; at < places.length; at += 2) if (places[at] === collectionId) return places[at + 1]!;
  return -1;
}
