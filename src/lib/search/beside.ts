/** What the search page shows beside its products. */
import type { CallData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';

type Search = CallData<Endpoints['GET /api/v1/storefront/search']>;
type Texts = Required<Pick<Search, 'articles' | 'pages' | 'first'>>;
interface Beside extends Texts {
  /** Products that mention the words, under a heading of their own. */
  mentions: Search['product_list'];
  /** One row for a search that found less than that: what mentions the words, then what sells best. */
  row: Search['product_list'];
  /** Some of the row mention the words. */
  isNear: boolean;
}

/** Cards of a row on a wide screen: a list of fewer is seen at a glance. */
export const rowSize = 4;

/**
 * @param found null where nothing was searched for
 * @returns what was found; empty lists where another platform's answer has none (API_ORIGIN)
 */
export function besideOf(found: Partial<Search> | null): Beside {
  const { articles = [], mentions = [], instead = [], pages = [], first = null } = found ?? {};
  const texts = { articles, pages, first };
  if (instead.length === 0) return { ...texts, mentions, row: [], isNear: false };
  const row = [...mentions, ...instead].slice(0, rowSize);
  return { ...texts, mentions: [], row, isNear: mentions.length > 0 };
}
