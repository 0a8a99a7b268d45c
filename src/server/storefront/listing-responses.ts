/** Converts product listings to the wire format: filters with counts, and search results other than products. */
import type { AvailableFilters } from '#lib/contract/listing.ts';
import { toWire } from '#lib/money/minor.ts';
import { tags } from '../cache/tags.ts';
import {
  type CollectionRecord,
  readCollectionsById,
  readCollectionsOfProducts,
} from '../catalog/collections-store.ts';
import { toArticleSummaries } from '../content/article-summaries.ts';
import { readArticlesById } from '../content/articles-store.ts';
import { readPageTitles } from '../content/pages-store.ts';
import type { Context } from '../core/handler.ts';
import type { Queryable } from '../db/database.ts';
import { readImagesById } from '../media/images-store.ts';
import type { Listing, TextMatches } from '../search/catalogue-search.ts';

/** Maximum number of collections in search suggestions: as many as fit beside a row of images. */
const maxCollections = 4;

export function filterChoices(found: Listing): AvailableFilters {
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
    options: Object.fromEntries(Object.entries(found.options).map(([name, values]) => [name, [...values]])),
  };
}

/** Returns the results of a search other than products. */
export async function readNonProductSearchResults(db: Queryable, found: Listing) {
  return {
    corrected: found.corrected,
    is_partial: found.isPartial,
    ...(found.isClosest && { is_closest: true }),
    collections: await collectionLinks(db, found.texts.collectionIds),
  };
}

/** Returns links to the given collections in the same order, without unpublished and empty ones. */
async function collectionLinks(db: Queryable, ids: readonly number[]) {
  return (await collectionsToShow(db, ids)).map(({ id, title, handle }) => ({ id, title, seo_url: handle }));
}

/** Returns the given collections with images, without unpublished and empty ones, and adds their cache tags to the response. */
export async function suggestedCollections(context: Context, ids: readonly number[]) {
  return toSuggestedCollections(context, await collectionsToShow(context.services.db.read, ids));
}

/** Converts collections to the format of search suggestions, and adds their cache tags to the response. */
export async function toSuggestedCollections(context: Context, collections: readonly Shown[]) {
  const shown = await readCollectionSummaries(context, collections);
  return shown.map(({ id, title, seo_url, picture }) => ({ id, title, seo_url, picture }));
}

async function collectionsToShow(db: Queryable, ids: readonly number[]): Promise<CollectionRecord[]> {
  const collections = await readCollectionsById(db, ids);
  return ids.flatMap((id) => collections.get(id) ?? []).filter(({ productCount }) => productCount > 0);
}

type Shown = Pick<CollectionRecord, 'id' | 'title' | 'handle' | 'mediaId' | 'productCount'>;

/** Converts collections to the format of collection lists, and adds their cache tags to the response. */
export async function readCollectionSummaries(context: Context, collections: readonly Shown[]) {
  context.tag(...collections.map((collection) => tags.collection(collection.id)));
  const pictures = await readImagesById(
    context.services.db.read,
    collections.flatMap((collection) => collection.mediaId ?? []),
  );
  return collections.map(({ id, title, handle, mediaId, productCount }) => {
    const picture = mediaId === null ? undefined : pictures.get(mediaId);
    return {
      id,
      title,
      seo_url: handle,
      picture: picture ? { ...picture, alt: title } : null,
      product_count: productCount,
    };
  });
}

/**
 * Returns published collections that contain at least half of the given products, those with the most of these products first; if
 * equal, the smaller collection first.
 * @param named ids of collections that the response already lists
 */
export async function sharedCollections(
  db: Queryable,
  productIds: readonly number[],
  named: readonly number[],
) {
  const byCollection = Map.groupBy((await readCollectionsOfProducts(db, productIds)).flat(), ({ id }) => id);
  return [...byCollection.values()]
    .filter((places) => places.length * 2 >= productIds.length && !named.includes(places[0]!.id))
    .sort((a, b) => b.length - a.length || a[0]!.productCount - b[0]!.productCount)
    .slice(0, maxCollections)
    .map(([place]) => place!);
}

/**
 * Returns links to the given pages in the same order, without unpublished ones. Reads the pages from the database again, so that
 * pages deleted by hand are not listed.
 */
export async function pageLinks(db: Queryable, handles: readonly string[]) {
  const titles = new Map((await readPageTitles(db, handles)).map((page) => [page.handle, page.title]));
  return handles.flatMap((handle) => {
    const title = titles.get(handle);
    return title === undefined ? [] : { title, seo_url: handle };
  });
}

/** Returns the articles and pages that match a search. */
export async function readTextResults(context: Context, { articleIds, pages, first }: TextMatches) {
  const { read } = context.services.db;
  return {
    articles: await toArticleSummaries(context, await readArticlesById(read, articleIds)),
    pages: await pageLinks(read, pages),
    first,
  };
}
