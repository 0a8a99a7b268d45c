/** What answers lists and searches: the place to attach another `ProductFinder` (docs/decisions/13-search-and-lists.md). */

import { searchOver, suggest } from './answer-search.ts';
import type { CatalogueSearch } from './catalogue-search.ts';
import { embeddedFinder } from './embedded-search.ts';

export const catalogueSearch: CatalogueSearch = { ...searchOver(embeddedFinder), suggest };
