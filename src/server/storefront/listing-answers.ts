/** A listing as the wire spells it: filters with counts, and what a search says besides its products. */
import type { FilterChoices } from '#lib/contract/listing.ts';
import { toWire } from '#lib/money/minor.ts';
import { readCollectionNames } from '../catalog/collections-store.ts';
import type { Queryable } from '../db/database.ts';
import type { Listing } from '../search/find-products.ts';
import { hasEvery, searchWords } from '../search/tokenizer.ts';

/** Collections named beside a search's products. */
const maxCollections = 3;

export function filterChoices(found: Listing): FilterChoices {
  return {
    price_min: toWire(found.priceMin, found.currency),
    price_max: toWire(found.priceMax, found.currency),
    in_stock: found.inStock,
    choices: found.facets.map(({ kind, name, values }) => ({
      kind,
      name,
      values: values.map(({ value, count, selected, styleValue }) => ({
        value,
        count,
        selected,
        ...(styleValue && { styleValue }),
      })),
    })),
  };
}

/** @param q as typed; '' where a collection is only listed */
export async function searchNotes(db: Queryable, q: string, found: Listing) {
  const words = searchWords(found.corrected ?? q);
  return {
    corrected: found.corrected,
    is_partial: found.isPartial,
    collections: words.length > 0 ? await collectionsNamed(db, words) : [],
  };
}

/** Collections whose titles have all of the words. */
async function collectionsNamed(db: Queryable, words: readonly string[]) {
  const named = (await readCollectionNames(db)).filter(({ title }) => hasEvery(searchWords(title), words));
  return named.slice(0, maxCollections).map(({ id, title, handle }) => ({ id, title, seo_url: handle }));
}
