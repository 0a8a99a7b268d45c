/** Groups suggestions for the search panel. In a separate module, because only the panel needs this code, and the panel loads on search. */
import type { WireImage } from '#lib/contract/product.ts';
import { collectionPath, pagePath } from '#lib/pages/paths.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';
import type { Suggestions } from './fetch-suggestions.ts';

export interface SuggestedLink {
  title: string;
  path: string;
  /** Image beside the title; null leaves its space empty if another entry of the list has an image. */
  picture?: WireImage | null | undefined;
}

type Collection = NonNullable<Suggestions['found_in']>[number];

/** Returns a collection as a link, with its image if the response contains one. */
export const toCollectionLink = ({ title, seo_url, picture }: Collection): SuggestedLink => ({
  title,
  path: collectionPath(seo_url),
  picture,
});

/**
 * Groups suggestions for the search panel.
 * @returns up to five products, links to matching collections and pages, and the collections that contain these products
 */
export function groupSuggestions({ product_list, collections = [], pages = [], found_in = [] }: Suggestions) {
  const pageLinks = pages.map(({ title, seo_url }) => ({ title, path: pagePath(seo_url) }));
  return {
    products: product_list.slice(0, suggestionCount),
    links: [...collections.map(toCollectionLink), ...pageLinks],
    collections: found_in.map(toCollectionLink),
  };
}
