/** What is shown of suggestions. Apart from the asking for them: only the panel, which is fetched when somebody searches, needs it. */
import type { PictureData } from '#lib/contract/product.ts';
import { collectionPath, pagePath } from '#lib/pages/addresses.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';
import type { Suggestions } from './fetch-suggestions.ts';

/** A word to go by. */
export interface SuggestedLink {
  title: string;
  path: string;
  /** Shown beside it; null keeps its place free where another one of the list has one. */
  picture?: PictureData | null | undefined;
}

type Collection = NonNullable<Suggestions['found_in']>[number];

/** A collection as a link, with its picture where it is told. */
export const linkTo = ({ title, seo_url, picture }: Collection): SuggestedLink => ({
  title,
  path: collectionPath(seo_url),
  picture,
});

/** @returns five products at most, links to what is called so, and the collections with more like these products */
export function suggestedOf({ product_list, collections = [], pages = [], found_in = [] }: Suggestions) {
  const pageLinks = pages.map(({ title, seo_url }) => ({ title, path: pagePath(seo_url) }));
  return {
    products: product_list.slice(0, suggestionCount),
    links: [...collections.map(linkTo), ...pageLinks],
    collections: found_in.map(linkTo),
  };
}
