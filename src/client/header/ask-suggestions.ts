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

export interface Suggestions {
  /** What was asked for. */
  q: string;
  products: Found['product_list'];
  links: SuggestedLink[];
  /** Collections with more like these products, other than those of the name. */
  collections: SuggestedLink[];
}

/** A word to go by. */
export interface SuggestedLink {
  title: string;
  path: string;
  /** Shown beside it; null keeps its place free, and where there is none at all it is only a word. */
  picture?: PictureData | null;
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
  return [{ q: text, products, links, collections: found_in.map(toPictured) }];
}

type Named = Pick<Found['collections'][number], 'title' | 'seo_url'>;
const toCollection = ({ title, seo_url }: Named) => ({ title, path: collectionPath(seo_url) });
/** A collection as a link with its picture. */
export const toPictured = ({
  picture,
  ...named
}: Named & { picture: PictureData | null }): SuggestedLink => ({
  ...toCollection(named),
  picture,
});
const toPage = ({ title, seo_url }: Named) => ({ title, path: pagePath(seo_url) });
