/** Additional content of the search page beside its results. */
import type { ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';

type Search = ResponseData<Endpoints['GET /api/v1/storefront/search']>;
type Texts = Required<Pick<Search, 'articles' | 'pages' | 'first'>>;
interface Beside extends Texts {
  /** Products that mention the search terms, under a separate heading. */
  mentions: Search['product_list'];
  /** One row of products when the search found too few: products that mention the terms, then bestsellers. */
  row: Search['product_list'];
  /** At least one product of the row mentions the search terms. */
  isNear: boolean;
}

/** Cards of a row on a wide screen; shorter result lists get the additional row. */
export const cardsPerRow = 4;

/**
 * @param found null without a search
 * @returns the content; empty lists if another platform's response lacks them (API_ORIGIN)
 */
export function getAdditionalSearchContent(found: Partial<Search> | null): Beside {
  const { articles = [], mentions = [], instead = [], pages = [], first = null } = found ?? {};
  const texts = { articles, pages, first };
  if (instead.length === 0) return { ...texts, mentions, row: [], isNear: false };
  const row = [...mentions, ...instead].slice(0, cardsPerRow);
  return { ...texts, mentions: [], row, isNear: mentions.length > 0 };
}
