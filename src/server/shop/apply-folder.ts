/** Brings the shop in line with a merchant's folder (`npm run shop -- apply DIR`). */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { purge } from '../cache/purges-store.ts';
import { tags } from '../cache/tags.ts';
import { type CollectionDraft, saveCollections } from '../catalog/collections-store.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import { fillByTag } from '../catalog/fill-by-tag-store.ts';
import { thresholdWarning } from '../checkout/free-threshold.ts';
import { readDeliverySettings, readLoginRule } from '../checkout/settings.ts';
import { renameFolded, saveArticle, savePage } from '../content/pages-store.ts';
import { foldedHandle } from '../core/handles.ts';
import { didYouMean } from '../core/nearest-name.ts';
import type { Services } from '../core/services.ts';
import { chunk } from '../db/chunk.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { BadPicture, MissingPicture } from '../media/bad-picture.ts';
import { inspectOriginal, storeOriginal } from '../media/originals.ts';
import { type LoadPicture, pictureSources } from '../media/picture-sources.ts';
import { unknownNames } from '../promotions/promotions-file.ts';
import { BadPromotions, parsePromotions, savePromotions } from '../promotions/save-promotions.ts';
import { synonymSettings, unspokenLanguages } from '../search/synonyms.ts';
import { readSetting, writeSetting } from '../settings/store.ts';
import { checkTheme, type ThemeSources } from '../theme/load-theme.ts';
import { settingSchemas } from '../theme/settings.ts';
import { readTheme } from '../theme/store.ts';
import { BadFile, FileErrors } from './bad-file.ts';
import { type CurrencyChange, changeCurrency, hasAmounts } from './change-currency.ts';
import { daysStated, withDays } from './delivery-texts.ts';
import { type FolderNames, readFolderNames, rowWarnings } from './folder-names.ts';
import { readLanguages, withLanguages } from './language-files.ts';
import { leftInShop, leftSentences, prune } from './left-in-shop.ts';
import { type LinkNames, menuTargetProblem } from './link-target.ts';
import { readJson, readShopFolder, type ShopFolder } from './read-folder.ts';
import { checkReviews } from './reviews-file.ts';
import { rootFiles } from './root-files.ts';
import { shopSettings } from './setting-schemas.ts';

export interface ApplyOptions {
  /** The shop is being set up from the folder: products and promotions come after it, and it gets the collections they need. */
  isFirst?: boolean;
  /** Writes nothing, and returns what would be written. */
  isDry?: boolean;
  /** Deletes pages, articles, collections and settings of kinds that the folder has, and that are no longer in it. */
  prunes?: boolean;
  /** One unit of the former own currency in the new one where the folder changes it, as a plain decimal; '1' keeps the numbers. */
  rate?: string;
  /** Gets what is valid but surely a mistake, and what is in the shop but not in the folder. */
  warn?: (sentence: string) => void;
}

/** What applying a folder changes, or would change: a plain line each. */
export interface FolderChanges {
  changed: string[];
  /** Things that were deleted, or unpublished because orders name them. */
  deleted: string[];
}

interface Written extends FolderChanges {
  warnings: string[];
}

/** Undoes the transaction of a dry run. */
class DryRun extends Error {
  readonly written: Written;
  constructor(written: Written) {
    super();
    this.written = written;
  }
}

/**
 * Checks every file, then writes what is different, all in one transaction. A file that is refused changes nothing;
 * pictures that were read until then stay stored, unused. A collection that is new, or has a new tag, is filled.
 * @returns what changed, a plain line each
 * @throws BadFile with everything that is wrong in all files
 */
export async function applyFolder(
  services: Services,
  folder: string,
  options: ApplyOptions = {},
): Promise<string[]> {
  return (await bringInLine(services, folder, options)).changed;
}

/**
 * Applies a folder like `applyFolder`, or says what that would change.
 * @throws BadFile with everything that is wrong in all files
 */
export async function bringInLine(
  services: Services,
  folder: string,
  {
    isFirst = false,
    isDry = false,
    prunes = false,
    rate = '',
    warn = (sentence) => services.log.warn(sentence),
  }: ApplyOptions = {},
): Promise<FolderChanges> {
  const load = pictureLoader(services, folder, isDry);
  const checked = await checkFolder(services, folder, load, isFirst);
  const { files, names, look, written, said } = checked;
  const now = services.now();
  const write = async (trx: Transaction): Promise<Written> => {
    const collections = await writeCollections(trx, files, now);
    // The check has loaded every picture: nothing outside the database is waited for in here.
    const errors = new FileErrors();
    const sources = themeSources(load, names, await collectionIds(trx), checked.links);
    const theme = await themeSettings(folder, look, sources, errors);
    errors.throwIfAny();
    const currency = await readShopCurrency(trx);
    const isUsed = await hasAmounts(trx);
    const changed = [
      ...collections,
      ...(await writeTexts(trx, files, now)),
      ...(await writeSettings(trx, theme, settingSchemas, now)),
    ];
    const change = { from: currency, to: await readShopCurrency(trx), rate };
    const isConverted = change.from !== change.to && isUsed;
    if (isConverted) {
      if (rate === '') throw new BadFile(join(folder, 'theme.json'), refusedCurrency(change));
      const keys = [...theme, ...files.settings].map(([key]) => key);
      await changeCurrency(trx, change, new Set(keys), now);
      changed.push(
        `all prices: ${change.from} to ${change.to} at ${rate}; amounts in the folder's files count as ${change.to}`,
      );
    }
    changed.push(
      ...(await writeSettings(trx, files.settings, shopSettings, now)),
      ...(isFirst ? [] : await writePromotions(trx, folder, files.promotions, now)),
    );
    const left = await leftInShop(
      trx,
      { ...files, collections: [...files.collections, ...names.madeByImport] },
      theme.map(([key]) => key),
    );
    const deleted = prunes ? await prune(trx, files, left, now) : [];
    await checkTogether(trx, folder, files, look, errors);
    errors.throwIfAny();
    const warnings = [
      ...(rate !== '' && !isConverted
        ? ['The folder does not change the own currency of the shop: no price was converted.']
        : []),
      await thresholdWarning(trx),
      ...daysStated(written, said),
      ...rowWarnings(isFirst ? null : names.catalogue),
      ...(prunes ? [] : leftSentences(left)),
    ];
    if (isDry) throw new DryRun({ changed, deleted, warnings });
    return { changed, deleted, warnings };
  };
  const { warnings, ...changes } = await services.db.transaction(write).catch((error: unknown) => {
    if (error instanceof DryRun) return error.written;
    throw error;
  });
  for (const warning of warnings) if (warning !== '') warn(warning);
  return changes;
}

/** Reads and checks all files. @throws BadFile with everything that is wrong */
async function checkFolder(services: Services, folder: string, load: LoadPicture, isFirst: boolean) {
  const errors = new FileErrors();
  const written = await readShopFolder(folder, load, errors);
  const languages = await readLanguages(join(folder, 'languages'), errors);
  const said = withLanguages(written.theme, languages);
  const { shipping } = await readDeliverySettings(services.db.read);
  const filled = withDays(folder, written, said, shipping, errors);
  const { look } = filled;
  const names = await errors.collect(() => readFolderNames(services.db.read, folder, written, isFirst), null);
  // Without a readable products.csv nothing can be said of what the other files name.
  if (!names) errors.throwIfAny();
  const known = names as FolderNames;
  const files = isFirst
    ? {
        ...filled.files,
        collections: [...filled.files.collections, ...newCollections(look, known, filled.files)],
      }
    : filled.files;
  const links = await linkNames(services, known, look);
  // Ids of collections that are yet to be made do not matter for the check.
  const planned = [...files.collections, ...known.madeByImport].map(({ handle }) => [handle, 1] as const);
  const stored = isFirst ? [] : await collectionIds(services.db.read);
  const sources = themeSources(load, known, new Map([...stored, ...planned]), links);
  await themeSettings(folder, look, sources, errors);
  await errors.collect(() => checkPromotions(folder, files.promotions, known), undefined);
  await checkTogether(services.db.read, folder, files, look, errors);
  if (known.catalogue)
    await checkReviews(join(folder, 'reviews.json'), known.catalogue.products, load, errors);
  errors.throwIfAny();
  return { written, said, files, names: known, look, links };
}

/**
 * Collections that a new shop needs besides those of collections.json: those that the import of products.csv makes, and, without
 * a collections.json, those that the theme names.
 */
function newCollections(look: unknown, names: FolderNames, files: ShopFolder): CollectionDraft[] {
  const named = files.entries.includes('collections.json') ? [] : collectionsNamed(look);
  const known = names.madeByImport.map(({ handle }) => handle);
  const empty = named.filter((handle) => !known.includes(handle));
  return [...names.madeByImport, ...empty.map((handle) => ({ handle, title: handle }))];
}

/** Handles of collections that sections and menus of a theme name. */
function collectionsNamed(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectionsNamed);
  if (typeof value !== 'object' || value === null) return [];
  const { collection_id, collectionId, type, url } = value as Record<string, unknown>;
  const own = [collection_id, collectionId, type === 3 ? url : undefined];
  const inside = Object.values(value).flatMap(collectionsNamed);
  const handles = [...own, ...inside].filter((each) => typeof each === 'string' && each !== '');
  return [...new Set(handles as string[])];
}

async function linkNames(services: Services, names: FolderNames, look: unknown): Promise<LinkNames> {
  const spoken = await spokenLanguages(services.db.read, look);
  return {
    problem: names.problem,
    paths: new Set([...names.redirected, ...rootFiles()]),
    languages: spoken.filter((lang) => /^[\w-]+$/.test(lang)),
  };
}

function themeSources(
  load: LoadPicture,
  names: FolderNames,
  idOf: ReadonlyMap<string, number>,
  links: LinkNames,
): ThemeSources {
  return {
    picture: (file) => load(`media/${file}`),
    collection(handle) {
      const problem = names.problem('collection', handle);
      if (problem !== '') return problem;
      return (
        idOf.get(handle) ??
        `names the collection "${handle}" of products.csv, which the shop does not have yet; import products.csv first`
      );
    },
    menuTarget: (item) => menuTargetProblem(item, links),
    fileAddress: (address) => fileProblem(address, links.paths),
  };
}

/** A sentence about an address of a file that is not there; '' for other addresses. */
function fileProblem(address: string, paths: ReadonlySet<string>): string {
  const path = address.replace(/[?#].*$/s, '');
  if (!path.startsWith('/') || path.startsWith('/media/') || paths.has(path)) return '';
  return `names the file "${path}", which is not in public/${didYouMean(path, paths)}`;
}

/** Pictures of a folder; for one that is not there the message names the file that was surely meant. */
function pictureLoader(services: Services, folder: string, isDry: boolean): LoadPicture {
  const load = pictureSources(services, folder, undefined, isDry ? inspectOriginal : storeOriginal);
  let files: string[] | null = null;
  return async (source) => {
    try {
      return await load(source);
    } catch (error) {
      if (!(error instanceof MissingPicture)) throw error;
      files ??= globSync('media/**/*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
      const guess = didYouMean(source, files);
      throw new BadPicture(guess === '.' ? error.message : error.message.replace(/\.$/, guess));
    }
  };
}

/**
 * Brings only the promotions in line: a new shop imports the products they name after its folder.
 * @returns what changed, a plain line each
 * @throws BadFile with path and reasons; nothing is changed then
 */
export async function applyPromotions(services: Services, folder: string): Promise<string[]> {
  const file = await readJson(promotionsPath(folder));
  return services.db.transaction((trx) => writePromotions(trx, folder, file, services.now()));
}

function refusedCurrency({ from, to }: CurrencyChange): string {
  return (
    `"currency" would change the shop's own currency from ${from} to ${to}, and its prices are in ${from}. ` +
    `Apply the folder again with --convert=RATE, what one ${from} is in ${to}, to calculate all prices anew, ` +
    `or with --keep-amounts to keep the numbers: 28.00 ${from} is 28.00 ${to} then. Nothing was changed.`
  );
}

const promotionsPath = (folder: string) => join(folder, 'promotions.json');

/** @throws BadFile */
function checkPromotions(folder: string, file: unknown, names: FolderNames): void {
  if (file === null) return;
  const numbers = unknownNames();
  const known = (problem: string, id: number | string | null) => (problem === '' ? id : problem);
  try {
    parsePromotions(file, {
      currency: numbers.currency,
      product: (handle) => known(names.problemInShop('product', handle), numbers.product(handle)),
      variant: (sku) => known(names.problemInShop('variant', sku), numbers.variant(sku)),
      collection: (handle) => known(names.problem('collection', handle), numbers.collection(handle)),
    });
  } catch (error) {
    throw promotionsError(folder, error);
  }
}

function promotionsError(folder: string, error: unknown): unknown {
  return error instanceof BadPromotions ? new BadFile(promotionsPath(folder), ...error.reasons) : error;
}

/** @param file null for none: then nothing is changed */
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
    throw promotionsError(folder, error);
  }
}

async function themeSettings(
  folder: string,
  theme: unknown,
  sources: ThemeSources,
  errors: FileErrors,
): Promise<[string, unknown][]> {
  if (theme === null) return [];
  const { settings, problems } = await checkTheme(theme, sources);
  errors.add(join(folder, 'theme.json'), problems);
  return settings;
}

/**
 * Checks what settings of different files say of one another: a shop without accounts that demands a login sells nothing, and
 * synonyms of a language that the shop does not speak are never looked up.
 */
async function checkTogether(
  db: Queryable,
  folder: string,
  { settings }: ShopFolder,
  look: unknown,
  errors: FileErrors,
): Promise<void> {
  const written = new Map<string, unknown>(settings);
  const { shop } = (look ?? {}) as { shop?: { hasAccounts?: unknown } };
  const login = written.get('checkoutLogin') ?? (await readLoginRule(db));
  const hasAccounts = shop ? shop.hasAccounts === true : (await readTheme(db, 'shop')).hasAccounts;
  if (login === true && !hasAccounts) {
    const reason = '"checkoutLogin": nobody could buy, for the shop has no accounts to log in to';
    errors.add(join(folder, 'settings.json'), [`${reason} ("shop.hasAccounts" of theme.json is false)`]);
  }
  const synonyms = synonymSettings.safeParse(
    written.get('synonyms') ?? (await readSetting(db, 'synonyms', synonymSettings)) ?? {},
  );
  const spoken = await spokenLanguages(db, look);
  const unspoken = synonyms.success ? unspokenLanguages(synonyms.data, spoken) : [];
  errors.add(
    join(folder, 'synonyms.json'),
    unspoken.map((lang) => `"${lang}" is no language of the shop; it speaks ${spoken.join(', ')}.`),
  );
}

/** Codes of the languages of a theme file, or of the shop where the file names none. */
async function spokenLanguages(db: Queryable, look: unknown): Promise<string[]> {
  const { languages } = (look ?? {}) as { languages?: { languages?: unknown } };
  const own = languages?.languages;
  const all: { lang?: unknown }[] = Array.isArray(own) ? own : (await readTheme(db, 'languages')).languages;
  return all.map(({ lang }) => lang).filter((lang) => typeof lang === 'string');
}

async function collectionIds(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.selectFrom('collections').select(['handle', 'id']).execute();
  return new Map(rows.map((row) => [row.handle, row.id]));
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
  const moved = toFill.length > 0 ? await fillByTag(trx, toFill) : [];
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
  const renameTo = async (table: keyof typeof named, handle: string) => {
    const folded = foldedHandle(handle);
    return named[table].has(folded) ? null : renameFolded(trx, table, { folded, handle });
  };
  for (const page of pages) {
    const renamed = await renameTo('pages', page.handle);
    const id = (await savePage(trx, page, now)) ?? renamed;
    if (id === null) continue;
    lines.push(`page ${page.handle}`);
    stale.push(tags.page(id), tags.catalog);
  }
  for (const article of articles) {
    const renamed = await renameTo('articles', article.handle);
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

/** `: menuHeight, logoUrl` where both are objects, to say what of a setting changed. */
function changedFields(before: unknown, after: unknown): string {
  if (![before, after].every((value) => typeof value === 'object' && value && !Array.isArray(value)))
    return '';
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
  return changed.length > 0 ? `: ${changed.join(', ')}` : '';
}
