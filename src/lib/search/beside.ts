/** What the search page shows beside its products. */
import type { CallData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';

type Search = CallData<Endpoints['GET /api/v1/storefront/search']>;
type Beside = Required<Pick<Search, 'articles' | 'mentions' | 'pages'>>;

/**
 * @param found null where nothing was searched for
 * @returns what was found; empty lists where another platform's answer has none (API_ORIGIN)
 */
export function besideOf(found: Pick<Search, keyof Beside> | null): Beside {
  return { articles: found?.articles ?? [], mentions: found?.mentions ?? [], pages: found?.pages ?? [] };
}
