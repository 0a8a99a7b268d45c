/** Maps suggestions to what the panel shows. Separate from the requests: only the panel needs it, which loads on search. */
import type { WireImage } from '#lib/contract/product.ts';
import { collectionPath, pagePath } from '#lib/pages/paths.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';
import type { Suggestions } from './fetch-suggestions.ts';

export interface SuggestedLink {
  title: string;
  path: string;
  /** Shown beside the title; null reserves the space if another entry of the list has one. */
  picture?: WireImage | null | undefined;
}

type Collection = NonNullable<Suggestions['found_in']>[number];

/** Returns a collection as a link, with its picture if the response has one. */
export const toCollectionLink = ({ title, seo_url, picture }: Collection): SuggestedLink => ({
  title,
  path: collectionPath(seo_url),
  picture,
});

/** @returns up to five products, links to matching collections and pages, and the collections that contain these products */
export function groupSuggestions({ product_list, collections = [], pages = [], found_in = [] }: Suggestions) {
  const pageLinks = pages.map(({ title, seo_url }) => ({ title, path: pagePath(seo_url) }));
  return {
    products: product_list.slice(0, suggestionCount),
    links: [...collections.map(toCollectionLink), ...pageLinks],
    collections: found_in.map(toCollectionLink),
  };
}
