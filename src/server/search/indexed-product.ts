/** The two forms of a product: the facts that the index reads, and the item that it stores beside its columns. */
import type { TermEntry } from './term-index.ts';

/** The data that the store reads of a published product. Amounts are in minor units. */
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
      /** No variant with this value can be bought, while others can. */
      isSoldOut?: boolean;
    }[];
  }[];
  /** Plain text. */
  description: string;
  skus: string[];
  barcodes: string[];
  /** Distinct prices of the variants that can be bought, or of all variants if none can. */
  prices: number[];
  inStock: boolean;
  /** ms UTC. */
  createdAt: number;
  /** Collections that contain it, with its position in each. */
  places: { collectionId: number; position: number }[];
}

export interface IndexedProduct {
  id: number;
  /** Its number in the index; reused after the product is removed. */
  slot: number;
  /** Lower case: sorts lists from A to Z in binary order. */
  titleKey: string;
  /** The words of the title as searched. */
  phrase: string;
  /** Lower case: its handle, then SKUs and barcodes. */
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

/** Returns its position in a collection; -1 if the collection does not contain it. */
export function positionInCollection({ places }: IndexedProduct, collectionId: number): number {
  for (let at = 0; at < places.length; at += 2) if (places[at] === collectionId) return places[at + 1]!;
  return -1;
}
