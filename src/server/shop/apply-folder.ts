/** Updates the shop from a merchant's folder (`npm run shop -- apply DIR`); check-folder.ts checks the folder first. */
import { join } from 'node:path';
import type { z } from 'zod';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import { saveCollections } from '../catalog/collections-store.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { fillCollectionsByTag } from '../catalog/fill-by-tag-store.ts';
import { findShippingWarnings } from '../checkout/shipping-warnings.ts';
import {
  type ArticleDraft,
  migrateFoldedHandle,
  type PageDraft,
  saveArticle,
  savePage,
} from '../content/pages-store.ts';
import { toFoldedHandle } from '../core/handles.ts';
import type { Services } from '../core/services.ts';
import { chunk } from '../db/chunk.ts';
import type { Transaction } from '../db/database.ts';
import { savePromotions } from '../promotions/save-promotions.ts';
import { writeSetting } from '../settings/store.ts';
import { settingSchemas } from '../theme/settings.ts';
import { type CurrencyChange, changeCurrency, isCurrencyInUse } from './change-currency.ts';
import { checkFolder, toFileError } from './check-folder.ts';
import { listFixedDaysWarnings } from './delivery-texts.ts';
import { FileError } from './file-error.ts';
import { rowWarnings } from './folder-names.ts';
import {
  describeOrphanedContent,
  filterPrunableContent,
  findOrphanedContent,
  intersectContent,
  type OrphanedContent,
  pruneContent,
} from './orphaned-content.ts';
import { readJson } from './read-file.ts';
import type { ShopFolder } from './read-folder.ts';
import { shopSettingSchemas } from './setting-schemas.ts';

export interface ApplyOptions {
  /**
   * Whether this is the first setup of a shop. If so, also creates the collections that products and promotions refer to; products
   * and promotions are imported afterwards.
   */
  isFirst?: boolean;
  /** Dry run: returns the changes without writing them. */
  isDry?: boolean;
  /**
   * Whether to delete pages, articles, collections and settings that are missing from the folder. Content types without any file in
   * the folder are skipped.
   */
  prunes?: boolean;
  /** With `prunes`: the only items to delete, because the merchant has confirmed them. */
  confirmed?: OrphanedContent;
  /**
   * Exchange rate if the folder changes the shop's currency: the value of one old unit in the new currency, as a plain decimal. '1'
   * keeps the numbers: 28.00 stays 28.00.
   */
  rate?: string;
  /** Receives warnings about likely mistakes, and about content in the shop that is not in the folder. */
  warn?: (sentence: string) => void;
}

/** Changes that applying a folder makes (or would make, in a dry run), one line each. */
export interface FolderChanges {
  changed: string[];
  /** Deleted items, and items that were only unpublished because orders refer to them. */
  deleted: string[];
  /** Names of the items in `deleted`; empty without `prunes`. */
  pruned: OrphanedContent;
}

const noOrphanedContent: OrphanedContent = { pages: [], articles: [], collections: [], settings: [] };

interface Written extends FolderChanges {
  warnings: string[];
}

/** Thrown to roll back the transaction of a dry run. */
class DryRun extends Error {
  readonly written: Written;
  constructor(written: Written) {
    super();
    this.written = written;
  }
}

/**
 * Checks every file in the folder, then writes the differences in one transaction. If a file is invalid, the shop does not change,
 * but images loaded before the error stay stored, unused. Collections that are new or have a new tag are filled with products.
 * @returns one line per change
 * @throws FileError with all errors of all files
 */
export async function applyFolder(
  services: Services,
  folder: string,
  options: ApplyOptions = {},
): Promise<string[]> {
  return (await applyFolderWithDetails(services, folder, options)).changed;
}

/**
 * Applies a folder like `applyFolder`, but also returns the deletions; a dry run returns the changes without making them.
 * @throws FileError with all errors of all files
 */
export async function applyFolderWithDetails(
  services: Services,
  folder: string,
  {
    isFirst = false,
    isDry = false,
    prunes = false,
    confirmed,
    rate = '',
    warn = (warning) => services.log.warn({ warning }, 'shop folder warning'),
  }: ApplyOptions = {},
): Promise<FolderChanges> {
  const checked = await checkFolder(services, folder, { isFirst, isDry });
  const { files, names, written, settings } = checked;
  const now = services.now();
  const write = async (trx: Transaction): Promise<Written> => {
    const collections = await writeCollections(trx, files, now);
    const texts = await writeTexts(trx, files, now);
    // checkFolder has already loaded every image, so the transaction waits for nothing outside the database.
    const theme = await checked.themeSettings(trx);
    const currency = await readShopCurrency(trx);
    const isUsed = await isCurrencyInUse(trx);
    const changed = [...collections, ...texts, ...(await writeSettings(trx, theme, settingSchemas, now))];
    const change = { from: currency, to: await readShopCurrency(trx), rate };
    const isConverted = change.from !== change.to && isUsed;
    if (isConverted) {
      if (rate === '') throw new FileError(join(folder, 'theme.json'), refusedCurrency(change));
      const keys = [...theme, ...files.settings].map(([key]) => key);
      await changeCurrency(trx, change, new Set(keys), now);
      changed.push(
        `all prices: ${change.from} to ${change.to} at ${rate}; amounts in the files of the folder are in ${change.to}`,
      );
    }
    changed.push(
      ...(await writeSettings(trx, files.settings, shopSettingSchemas, now)),
      ...(isFirst ? [] : await writePromotions(trx, folder, files.promotions, now)),
    );
    const orphaned = await findOrphanedContent(
      trx,
      { ...files, collections: [...files.collections, ...names.madeByImport] },
      theme.map(([key]) => key),
    );
    const found = filterPrunableContent(files, orphaned);
    const pruned = !prunes ? noOrphanedContent : confirmed ? intersectContent(found, confirmed) : found;
    const deleted = await pruneContent(trx, pruned, now);
    await checked.checkTogether(trx);
    const warnings = [
      ...(rate !== '' && !isConverted
        ? ['The folder does not change the currency of the shop, so no price was converted.']
        : []),
      ...(await findShippingWarnings(trx)),
      ...listFixedDaysWarnings(written, settings),
      ...rowWarnings(isFirst ? null : names.catalogue),
      ...(prunes ? [] : describeOrphanedContent(orphaned)),
    ];
    if (isDry) throw new DryRun({ changed, deleted, pruned, warnings });
    return { changed, deleted, pruned, warnings };
  };
  const { warnings, ...changes } = await services.db.transaction(write).catch((error: unknown) => {
    if (error instanceof DryRun) return error.written;
    throw error;
  });
  for (const warning of warnings) warn(warning);
  return changes;
}

/**
 * Updates only the promotions. A new shop needs this after its products are imported, because promotions refer to products.
 * @returns one line per change
 * @throws FileError with path and reasons; nothing is changed then
 */
export async function applyPromotions(services: Services, folder: string): Promise<string[]> {
  const file = await readJson(join(folder, 'promotions.json'));
  return services.db.transaction((trx) => writePromotions(trx, folder, file, services.now()));
}

function refusedCurrency({ from, to }: CurrencyChange): string {
  return (
    `"currency" would change the currency of the shop from ${from} to ${to}, but its prices are in ${from}. ` +
    `To convert all prices, add --convert=RATE, with the value of one ${from} in ${to}. ` +
    `To keep the numbers, add --keep-amounts: 28.00 ${from} becomes 28.00 ${to}. Nothing was changed.`
  );
}

/**
 * Saves the promotions in promotions.json.
 * @param file the parsed file; null if the folder has none, in which case nothing changes
 */
async function writePromotions(
  trx: Transaction,
  folder: string,
  file: unknown,
  now: number,
): Promise<string[]> {
  if (file === null) return [];
  try {
    return (await savePromotions(trx, file, now)).map((name) => `promotion ${name}`);
  } catch (error) {
    throw toFileError(folder, error);
  }
}

async function writeCollections(
  trx: Transaction,
  { collections }: ShopFolder,
  now: number,
): Promise<string[]> {
  const before = new Map((await ruledCollections(trx)).map(({ id, ruleTag }) => [id, ruleTag]));
  const ids = await saveCollections(trx, collections, now);
  if (ids.length === 0) return [];
  await purge(trx, [tags.catalog, ...ids.map(tags.collection)], now);
  const after = await ruledCollections(trx);
  const toFill = after.filter(({ id, ruleTag }) => ruleTag !== '' && before.get(id) !== ruleTag);
  const moved = toFill.length > 0 ? await fillCollectionsByTag(trx, toFill) : [];
  if (moved.length > 0) await purge(trx, [tags.promotions], now);
  for (const piece of chunk(moved)) await purge(trx, piece.map(tags.product), now);
  return after.filter(({ id }) => ids.includes(id)).map(({ handle }) => `collection ${handle}`);
}

function ruledCollections(trx: Transaction) {
  return trx
    .selectFrom('collections')
    .select(['id', 'handle', 'rule_tag as ruleTag'])
    .orderBy('id')
    .execute();
}

const handleOf = ({ handle }: { handle: string }) => handle;

async function writeTexts(trx: Transaction, { pages, articles }: ShopFolder, now: number): Promise<string[]> {
  const lines: string[] = [];
  const stale: string[] = [];
  const named = { pages: new Set(pages.map(handleOf)), articles: new Set(articles.map(handleOf)) };
  const renameTo = async (table: keyof typeof named, { handle, title }: PageDraft | ArticleDraft) => {
    const folded = toFoldedHandle(handle);
    return named[table].has(folded) ? null : migrateFoldedHandle(trx, table, { folded, handle, title });
  };
  for (const page of pages) {
    const renamed = await renameTo('pages', page);
    const id = (await savePage(trx, page, now)) ?? renamed;
    if (id === null) continue;
    lines.push(`page ${page.handle}`);
    stale.push(tags.page(id), tags.catalog);
  }
  for (const article of articles) {
    const renamed = await renameTo('articles', article);
    const id = (await saveArticle(trx, article)) ?? renamed;
    if (id === null) continue;
    lines.push(`article ${article.handle}`);
    stale.push(tags.article(id), tags.catalog);
  }
  await purge(trx, stale, now);
  return lines;
}

async function writeSettings(
  trx: Transaction,
  settings: readonly (readonly [string, unknown])[],
  schemas: Readonly<Record<string, z.ZodType>>,
  now: number,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [key, value] of settings) {
    const row = await trx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    if (row?.value === JSON.stringify(value)) continue;
    await writeSetting(trx, key, schemas[key] as z.ZodType<unknown, unknown>, value, now);
    lines.push(`setting ${key}${row ? changedFields(JSON.parse(row.value), value) : ''}`);
  }
  return lines;
}

/** Returns the end of a log line with the changed fields of an object setting, such as `: menuHeight, logoUrl`; '' for other values. */
function changedFields(before: unknown, after: unknown): string {
  if (![before, after].every((value) => typeof value === 'object' && value && !Array.isArray(value)))
    return '';
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return changed.length > 0 ? `: ${changed.join(', ')}` : '';
}
