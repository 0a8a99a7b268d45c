/** Lists the products, SKUs and collections that a product CSV would add to an empty shop. */
import { toHandle } from '../../core/handles.ts';
import { buildProduct } from './build-product.ts';
import type { ProductDraft } from './draft.ts';
import { getProductHandle, groupRows } from './group-rows.ts';
import type { Problem } from './problems.ts';
import { readRows } from './read-rows.ts';

export interface CatalogueNames {
  /** Variant names (`Sage / Large`) by product handle. */
  products: Map<string, Set<string>>;
  skus: Set<string>;
  /** Collections that the import would create from tags and from the column "Collection", by handle. */
  collections: Map<string, { title: string; ruleTag: string }>;
  /** Rows and cells that the import would skip. */
  problems: Problem[];
  /** First problem of each product that the import would skip entirely, by handle. */
  refused: Map<string, Problem>;
}

/**
 * Reads a product CSV without importing it.
 * @param currency the shop's currency, which sets the decimals of prices
 * @param ruleTags lower-case tags that already have a collection, so that the import would not create one for them
 * @throws Error with a message for the merchant if the file is not a product file
 */
export async function readCatalogueNames(
  path: string,
  currency: string,
  ruleTags: ReadonlySet<string>,
): Promise<CatalogueNames> {
  const names: CatalogueNames = {
    products: new Map(),
    skus: new Set(),
    collections: new Map(),
    problems: [],
    refused: new Map(),
  };
  for await (const part of groupRows(readRows(path))) {
    if ('problem' in part) {
      names.problems.push(part.problem);
      continue;
    }
    const { draft, problems } = buildProduct(part.rows, currency);
    names.problems.push(...problems);
    if (draft) addNames(names, draft, ruleTags);
    else if (problems[0]) names.refused.set(getProductHandle(part.rows[0]), problems[0]);
  }
  return names;
}

function addNames(names: CatalogueNames, draft: ProductDraft, ruleTags: ReadonlySet<string>): void {
  const variants = draft.variants.map(({ optionValues }) => optionValues.join(' / ')).filter(Boolean);
  names.products.set(draft.handle, new Set(variants));
  for (const { sku } of draft.variants) if (sku) names.skus.add(sku);
  const want = (title: string, ruleTag: string) => {
    const handle = toHandle(title);
    if (handle !== '' && !names.collections.has(handle)) names.collections.set(handle, { title, ruleTag });
  };
  for (const title of draft.collections) want(title, '');
  for (const tag of draft.tags ?? []) if (!ruleTags.has(tag.toLowerCase())) want(tag, tag);
}
