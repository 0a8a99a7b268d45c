/**
 * Checks the names of products, collections, pages and other items that a folder's files refer to. If the folder has the file that
 * defines an item type, only the names in that file are valid, so that a folder accepted by `apply` can also set up a new shop. For
 * other item types, the names in the shop are valid.
 */
import { join } from 'node:path';
import type { CollectionDraft } from '../catalog/collections-store.ts';
import { type CatalogueNames, readCatalogueNames } from '../catalog/csv/catalogue-names.ts';
import { describeProblem } from '../catalog/csv/problems.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { redirectsSchema } from '../content/redirects.ts';
import type { HandleTable } from '../core/former-handles-store.ts';
import { didYouMean } from '../core/nearest-name.ts';
import type { Queryable } from '../db/database.ts';
import { readSetting } from '../settings/store.ts';
import { FileError, type FileErrors } from './file-error.ts';
import type { ShopFolder } from './read-folder.ts';

export type NamedItemType = 'product' | 'variant' | 'collection' | 'page' | 'article' | 'promotion';

interface ExistingNames {
  /** File or folder that defines the names of this item type, such as products.csv. */
  file: string;
  /** Names defined in the folder; null if the folder does not have `file`. */
  inFolder: ReadonlySet<string> | null;
  inShop: ReadonlySet<string>;
  /** Former handles in the shop, which links and promotions can still use. */
  former?: ReadonlySet<string>;
}

export interface FolderNames {
  /** Returns '' for a valid name, otherwise an error message such as `there is no product "mugg"; did you mean "mug"?`. */
  problem(kind: NamedItemType, name: string): string;
  /** Like `problem`, for products and variants that must already be in the shop because they are stored by id. */
  problemInShop(kind: 'product' | 'variant', name: string): string;
  /** Paths that are redirected. */
  redirected: ReadonlySet<string>;
  /** Names in products.csv; null if the folder has no valid products.csv. */
  catalogue: CatalogueNames | null;
  /** Collections that the import of products.csv creates in addition to those in collections.json. */
  madeByImport: CollectionDraft[];
}

/**
 * Reads the names that a folder's files may refer to.
 * @param isFirst first setup: the shop is still empty, so names of item types without a file are not checked
 * @param errors receives the error of an invalid products.csv; names that the file might define are then not checked
 */
export async function readFolderNames(
  db: Queryable,
  folder: string,
  files: ShopFolder,
  isFirst: boolean,
  errors: FileErrors,
): Promise<FolderNames> {
  const has = (name: string) => files.entries.includes(name);
  const catalogue = has('products.csv')
    ? await errors.collect(() => readCatalogue(db, folder, files), null)
    : null;
  const isUnreadable = has('products.csv') && catalogue === null;
  const refused: Partial<Record<NamedItemType, string[] | null>> = {
    ...files.refused,
    ...(isUnreadable && { product: null, variant: null, collection: null }),
  };
  const handles = files.collections.map(({ handle }) => handle);
  const madeByImport = [...(catalogue?.collections ?? [])]
    .filter(([handle]) => !handles.includes(handle))
    .map(([handle, { title, ruleTag }]) => ({ handle, title, ruleTag }));
  const madeHandles = madeByImport.map(({ handle }) => handle);
  const set = (isThere: boolean, names: Iterable<string>) => (isThere ? new Set(names) : null);
  const textNames = async (table: 'pages' | 'articles'): Promise<ExistingNames> => {
    const folderHandles = files[table].map(({ handle }) => handle);
    return {
      file: `${table}/`,
      inFolder: set(has(table), folderHandles),
      inShop: await readHandles(db, table),
      former: await readFormerHandles(db, table),
    };
  };
  const kinds: Record<NamedItemType, ExistingNames> = {
    product: {
      file: 'products.csv',
      inFolder: set(catalogue !== null, catalogue?.products.keys() ?? []),
      inShop: await readHandles(db, 'products'),
      former: await readFormerHandles(db, 'products'),
    },
    variant: {
      file: 'products.csv',
      inFolder: set(catalogue !== null, catalogue?.skus ?? []),
      inShop: await readSkus(db),
    },
    collection: {
      file: 'collections.json',
      inFolder: set(has('collections.json'), [...handles, ...madeHandles]),
      inShop: await readHandles(db, 'collections'),
    },
    page: await textNames('pages'),
    article: await textNames('articles'),
    promotion: {
      file: 'promotions.json',
      inFolder: set(has('promotions.json'), promotionAddresses(files.promotions)),
      inShop: await readPromotionAddresses(db),
    },
  };
  const problem: FolderNames['problem'] = (kind, name) => {
    const { file, inFolder, inShop, former } = kinds[kind];
    const names = inFolder ?? inShop;
    if (refused[kind] === null || refused[kind]?.includes(name)) return '';
    if (names.has(name) || former?.has(name) || (inFolder === null && isFirst)) return '';
    const importProblem = kind === 'product' ? catalogue?.refused.get(name) : undefined;
    if (importProblem)
      return `the product "${name}" of products.csv cannot be imported: ${describeProblem(importProblem)}`;
    const what = kind === 'variant' ? 'variant with the SKU' : kind;
    if (inShop.has(name))
      return `the ${what} "${name}" is in the shop but not in the folder; add it to ${file}`;
    return `there is no ${what} "${name}"${didYouMean(name, [...names, ...(refused[kind] ?? [])])}`;
  };
  return {
    problem,
    problemInShop(kind, name) {
      const found = problem(kind, name);
      const { inShop, former } = kinds[kind];
      if (found !== '' || isFirst || isUnreadable || inShop.has(name) || former?.has(name)) return found;
      return `"${name}" of products.csv is not in the shop yet; run "npm run shop -- import ${join(folder, 'products.csv')}" first`;
    },
    redirected: await readRedirected(db, files),
    catalogue,
    madeByImport,
  };
}

async function readCatalogue(db: Queryable, folder: string, files: ShopFolder): Promise<CatalogueNames> {
  const path = join(folder, 'products.csv');
  const currency = readThemeCurrency(files.theme) ?? (await readShopCurrency(db));
  const ruleTags = new Set(files.collections.map(({ ruleTag }) => (ruleTag ?? '').toLowerCase()));
  try {
    return await readCatalogueNames(path, currency, ruleTags);
  } catch (error) {
    throw new FileError(path, (error as Error).message);
  }
}

/** Returns the default currency that a theme file sets; undefined if it sets none. */
function readThemeCurrency(theme: unknown): string | undefined {
  const { currency } = (theme ?? {}) as { currency?: { currencies?: unknown } };
  if (!Array.isArray(currency?.currencies)) return undefined;
  const defaultEntry = currency.currencies.find(
    (entry: { is_default?: unknown } | null) => entry?.is_default === true,
  );
  return typeof defaultEntry?.currency === 'string' && /^[A-Z]{3}$/.test(defaultEntry.currency)
    ? defaultEntry.currency
    : undefined;
}

/** Returns warnings for up to 20 rows that an import of products.csv would skip. */
export function rowWarnings(catalogue: CatalogueNames | null): string[] {
  const shown = (catalogue?.problems ?? []).slice(0, 20);
  return shown.map((problem) => `products.csv, ${describeProblem(problem)}`);
}

function promotionAddresses(file: unknown): string[] {
  const entries: { seo_url?: unknown }[] = Array.isArray(file) ? file : [];
  return entries.flatMap((entry) => (typeof entry?.seo_url === 'string' ? [entry.seo_url] : []));
}

type WithHandle = 'products' | 'collections' | 'pages' | 'articles';

async function readHandles(db: Queryable, table: WithHandle): Promise<Set<string>> {
  const rows =
    table === 'products'
      ? await db.selectFrom(table).select('handle').where('deleted_at', 'is', null).execute()
      : await db.selectFrom(table).select('handle').execute();
  return new Set(rows.map(({ handle }) => handle));
}

async function readFormerHandles(db: Queryable, table: HandleTable): Promise<Set<string>> {
  const rows = await db.selectFrom('former_handles').select('handle').where('kind', '=', table).execute();
  return new Set(rows.map(({ handle }) => handle));
}

async function readSkus(db: Queryable): Promise<Set<string>> {
  const rows = await db.selectFrom('variants').select('sku').where('deleted_at', 'is', null).execute();
  return new Set(rows.map(({ sku }) => sku));
}

async function readPromotionAddresses(db: Queryable): Promise<Set<string>> {
  const rows = await db.selectFrom('promotions').select('seo_url').execute();
  return new Set(rows.map(({ seo_url }) => seo_url));
}

async function readRedirected(db: Queryable, files: ShopFolder): Promise<Set<string>> {
  const written = files.settings.find(([key]) => key === 'redirects')?.[1];
  const redirects = written
    ? (redirectsSchema.safeParse(written).data ?? [])
    : ((await readSetting(db, 'redirects', redirectsSchema)) ?? []);
  return new Set(redirects.map(({ from }) => from));
}
