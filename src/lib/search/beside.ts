/** What the search page shows beside its products. */
import type { CallData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';

type Search = CallData<Endpoints['GET /api/v1/storefront/search']>;
type Beside = Required<Pick<Search, 'articles' | 'mentions' | 'pages' | 'first'>>;

/**
 * @param found null where nothing was searched for
 * @returns what was found; empty lists where another platform's answer has none (API_ORIGIN)
 */
export function besideOf(found: Pick<Search, keyof Beside> | null): Beside {
  const { articles = [], mentions = [], pages = [], first = null } = found ?? {};
  return { articles, mentions, pages, first };
}
