/** Selects the additional content that the search page displays with its results. */
import type { ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';

type Search = ResponseData<Endpoints['GET /api/v1/storefront/search']>;
type Texts = Required<Pick<Search, 'articles' | 'pages' | 'first'>>;
interface Beside extends Texts {
  /** Products that mention the search terms in their description, displayed under a separate heading. */
  mentions: Search['product_list'];
  /** One row of products if the search found too few: products that mention the search terms, followed by bestsellers. */
  row: Search['product_list'];
  /** True if at least one product of the row mentions the search terms. */
  isNear: boolean;
}

/** Number of cards per row on a wide screen; shorter result lists get an additional row of products. */
export const cardsPerRow = 4;

/**
 * Returns the additional content of the search page.
 * @param found search response; null without a search
 * @returns empty lists for fields that another platform's response lacks (API_ORIGIN)
 */
export function getAdditionalSearchContent(found: Partial<Search> | null): Beside {
  const { articles = [], mentions = [], instead = [], pages = [], first = null } = found ?? {};
  const texts = { articles, pages, first };
  if (instead.length === 0) return { ...texts, mentions, row: [], isNear: false };
  const row = [...mentions, ...instead].slice(0, cardsPerRow);
  return { ...texts, mentions: [], row, isNear: mentions.length > 0 };
}
