/** Which implementation answers lists and searches: as the environment says. */

import { searchOver, suggest } from './answer-search.ts';
import type { CatalogueSearch } from './catalogue-search.ts';
import { embeddedFinder } from './embedded-search.ts';
import { postgresFinder } from './postgres/postgres-search.ts';

const inMemory = searchOver(embeddedFinder);
const inPostgres = searchOver(postgresFinder);

export const catalogueSearch: CatalogueSearch = {
  find: (context, query) =>
    (context.services.env.SEARCH === 'postgres' ? inPostgres : inMemory).find(context, query),
  suggest,
};
