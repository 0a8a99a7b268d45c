/** Comparators for the sort orders of product lists (R93), which compare slots. Equal products are sorted by ascending id. Pure. */
import type { SortType } from '../catalog/listing-store.ts';
import { type IndexedProduct, positionInCollection } from './indexed-product.ts';
import type { ProductColumns } from './product-columns.ts';

type Compare = (one: number, other: number) => number;

/** Returns the comparator for a sort type. Type 0 sorts by id here, because collections and searches have their own default orders. */
export function createSortComparator(columns: ProductColumns, sort: SortType): Compare {
  const onItems = (compare: (a: IndexedProduct, b: IndexedProduct) => number): Compare => {
    return (one, other) => compare(columns.items[one]!, columns.items[other]!);
  };
  switch (sort) {
    case 0:
      return onItems(byId);
    case 1:
      return onItems((a, b) => b.createdAt - a.createdAt || byId(a, b));
    case 4:
      return onItems((a, b) => byTitle(a, b) || byId(a, b));
    case 5:
      return onItems((a, b) => byTitle(b, a) || byId(a, b));
    case 6:
      return onItems((a, b) => columns.pays[a.slot]! - columns.pays[b.slot]! || byId(a, b));
    case 7:
      return onItems((a, b) => columns.pays[b.slot]! - columns.pays[a.slot]! || byId(a, b));
  }
}

const byId = (a: IndexedProduct, b: IndexedProduct) => a.id - b.id;
const byTitle = (a: IndexedProduct, b: IndexedProduct) =>
  a.titleKey < b.titleKey ? -1 : a.titleKey > b.titleKey ? 1 : 0;

/** Sort types by price, whose order changes when promotions change. */
export const priceSortTypes: readonly SortType[] = [6, 7];

/** Returns a comparator for the merchant's order of products in a collection. */
export function createCollectionComparator(columns: ProductColumns, collectionId: number): Compare {
  return (one, other) => {
    const a = columns.items[one]!;
    const b = columns.items[other]!;
    return positionInCollection(a, collectionId) - positionInCollection(b, collectionId) || byId(a, b);
  };
}
