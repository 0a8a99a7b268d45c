/**
 * What a search text suggests (R74): five products at most, and the collections and pages of that name, from the call the search
 * page itself filters by.
 */
import type { api } from '#client/api.ts';
import type { CallData } from '#lib/contract/endpoint.ts';
import type { PictureData } from '#lib/contract/product.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { collectionPath, pagePath } from '#lib/pages/addresses.ts';
import { suggestionCount } from '#lib/search/suggestions.ts';

type Found = CallData<Endpoints['POST /api/v1/productFilterSelector']>;

export type SuggestedCollection = NonNullable<Found['found_in']>[number];

export interface Suggestions {
  /** What was asked for. */
  q: string;
  products: Found['product_list'];
  links: SuggestedLink[];
  /** Collections with more like these products, other than those of the name; the panel makes links of them. */
  found_in: SuggestedCollection[];
}

/** A word to go by. */
export interface SuggestedLink {
  title: string;
  path: string;
  /** Shown beside it; null keeps its place free where another one of the list has one. */
  picture?: PictureData | null | undefined;
}

/**
 * @param text as typed, trimmed
 * @throws Error when the shop refuses or cannot be reached: nothing is suggested then
 */
export async function askSuggestions(
  call: typeof api,
  text: string,
  signal: AbortSignal,
): Promise<Suggestions[]> {
  const body = { q: text, page_size: suggestionCount };
  const answer = await call('POST /api/v1/productFilterSelector', { body }, { signal });
  if (answer.code !== 0 || !answer.data) throw new Error(answer.msg);
  const { product_list, collections = [], pages = [], found_in = [] } = answer.data;
  const links = [...collections.map(toCollection), ...pages.map(toPage)];
  const products = product_list.slice(0, suggestionCount);
  return [{ q: text, products, links, found_in }];
}

type Named = Pick<Found['collections'][number], 'title' | 'seo_url'>;
const toCollection = ({ title, seo_url }: Named) => ({ title, path: collectionPath(seo_url) });
const toPage = ({ title, seo_url }: Named) => ({ title, path: pagePath(seo_url) });
