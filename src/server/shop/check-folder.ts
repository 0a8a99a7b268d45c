/** Validates the files of a merchant's folder against each other and against the shop, before `apply` writes anything. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { CollectionDraft } from '../catalog/collections-store.ts';
import { isCheckoutLoginRequired, readDeliverySettings } from '../checkout/settings.ts';
import { didYouMean } from '../core/nearest-name.ts';
import type { Services } from '../core/services.ts';
import type { Queryable } from '../db/database.ts';
import { ImageError, ImageNotFoundError } from '../media/image-error.ts';
import { createImageLoader, type LoadImage } from '../media/image-loader.ts';
import { inspectOriginal, storeOriginal } from '../media/originals.ts';
import { createPlaceholderResolver } from '../promotions/promotions-file.ts';
import { PromotionsError, parsePromotions } from '../promotions/save-promotions.ts';
import { synonymSettings, unsupportedLanguages } from '../search/synonyms.ts';
import { checkTheme, type ThemeReferenceResolver } from '../theme/load-theme.ts';
import { readThemeSetting } from '../theme/store.ts';
import { withDeliveryDays } from './delivery-texts.ts';
import { FileError, FileErrors } from './file-error.ts';
import { type FolderNames, readFolderNames } from './folder-names.ts';
import { readLanguages, withLanguages } from './language-files.ts';
import { type LinkTargetResolver, menuTargetProblem } from './link-target.ts';
import { readShopFolder, type ShopFolder } from './read-folder.ts';
import { checkReviews } from './reviews-file.ts';

const folders = ['../../../public/', '../../../dist/client/'].map(
  (path) => new URL(path, import.meta.url).pathname,
);

/** Returns the paths of all public files, with a leading slash. */
function rootFiles(): Set<string> {
  const files = folders.flatMap((cwd) => globSync('**/*', { cwd, exclude: ['_astro/**'] }));
  return new Set(files.map((file) => `/${file.replaceAll('\\', '/')}`));
}

/** A folder whose files passed all checks. */
export interface CheckedFolder {
  /** The files as the merchant wrote them, before delivery days are filled in. */
  written: ShopFolder;
  /** The theme merged with the language files, before delivery days are filled in. */
  settings: unknown;
  /** The files to store, with delivery days filled in. */
  files: ShopFolder;
  names: FolderNames;
  /**
   * Returns the theme and language settings, with collections and pages replaced by their database ids.
   * @throws FileError for a missing collection or page
   */
  themeSettings(db: Queryable): Promise<[string, unknown][]>;
  /** Repeats the checks that involve several files, using the data in `db`. @throws FileError */
  checkTogether(db: Queryable): Promise<void>;
}

/**
 * Reads and checks all files of a folder, and loads the images that the files refer to.
 * @param options `isFirst`: first setup of a shop; `isDry`: images are inspected but not stored
 * @throws FileError with all errors
 */
export async function checkFolder(
  services: Services,
  folder: string,
  { isFirst, isDry }: { isFirst: boolean; isDry: boolean },
): Promise<CheckedFolder> {
  const errors = new FileErrors();
  const load = pictureLoader(services, folder, isDry);
  const written = await readShopFolder(folder, load, errors);
  const languages = await readLanguages(join(folder, 'languages'), errors);
  const settings = withLanguages(written.theme, languages);
  const { shipping } = await readDeliverySettings(services.db.read);
  const filled = withDeliveryDays(folder, written, settings, shipping, errors);
  const { look } = filled;
  const names = await readFolderNames(services.db.read, folder, written, isFirst, errors);
  const files = isFirst
    ? {
        ...filled.files,
        collections: [...filled.files.collections, ...newCollections(look, names, filled.files)],
      }
    : filled.files;
  const links = await linkNames(services, names, look);
  const themeOf = (ids: Ids | null, found: FileErrors) =>
    themeSettings(folder, look, themeSources(load, names, ids, links), found);
  await themeOf(null, errors);
  await errors.collect(() => checkPromotions(folder, files.promotions, names), undefined);
  await checkTogether(services.db.read, folder, files, look, errors);
  if (names.catalogue)
    await checkReviews(join(folder, 'reviews.json'), names.catalogue.products, load, errors);
  errors.throwIfAny();
  return {
    ...{ written, settings, files, names },
    async themeSettings(db) {
      const found = new FileErrors();
      const ids = { collections: await idsOf(db, 'collections'), pages: await idsOf(db, 'pages') };
      const settings = await themeOf(ids, found);
      found.throwIfAny();
      return settings;
    },
    async checkTogether(db) {
      const found = new FileErrors();
      await checkTogether(db, folder, files, look, found);
      found.throwIfAny();
    },
  };
}

/**
 * Returns the collections that a new shop needs in addition to collections.json: those that the import of products.csv creates and,
 * without a collections.json, those that the theme refers to.
 */
function newCollections(look: unknown, names: FolderNames, files: ShopFolder): CollectionDraft[] {
  const named = files.entries.includes('collections.json') ? [] : collectionsNamed(look);
  const importedHandles = names.madeByImport.map(({ handle }) => handle);
  const empty = named.filter((handle) => !importedHandles.includes(handle));
  return [...names.madeByImport, ...empty.map((handle) => ({ handle, title: handle }))];
}

/** Returns the handles of the collections that a theme's sections and menus refer to. */
function collectionsNamed(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectionsNamed);
  if (typeof value !== 'object' || value === null) return [];
  const { collection_id, collectionId, type, url } = value as Record<string, unknown>;
  const directHandles = [collection_id, collectionId, type === 3 ? url : undefined];
  const inside = Object.values(value).flatMap(collectionsNamed);
  const handles = [...directHandles, ...inside].filter((each) => typeof each === 'string' && each !== '');
  return [...new Set(handles as string[])];
}

async function linkNames(services: Services, names: FolderNames, look: unknown): Promise<LinkTargetResolver> {
  const spoken = await spokenLanguages(services.db.read, look);
  return {
    problem: names.problem,
    paths: new Set([...names.redirected, ...rootFiles()]),
    languages: spoken.filter((lang) => /^[\w-]+$/.test(lang)),
  };
}

type Ids = Record<'collections' | 'pages', ReadonlyMap<string, number>>;

/**
 * Returns functions that resolve the images, pages, collections and links in a theme.
 * @param ids database ids by handle; null before anything is stored, in which case placeholder ids are used
 */
function themeSources(
  load: LoadImage,
  names: FolderNames,
  ids: Ids | null,
  links: LinkTargetResolver,
): ThemeReferenceResolver {
  return {
    picture: (file) => load(`media/${file}`),
    page(handle) {
      const problem = names.problem('page', handle);
      if (problem !== '') return `must be a page handle: ${problem}`;
      if (ids === null) return 1;
      return (
        ids.pages.get(handle) ??
        `refers to the page "${handle}" by a previous handle; write its current handle`
      );
    },
    collection(handle) {
      const problem = names.problem('collection', handle);
      if (problem !== '') return `must be a collection handle: ${problem}`;
      if (ids === null) return 1;
      return (
        ids.collections.get(handle) ??
        `refers to the collection "${handle}" of products.csv, which is not in the shop yet; import products.csv first`
      );
    },
    menuTarget: (item) => menuTargetProblem(item, links),
    fileAddress: (address) => fileProblem(address, links.paths),
  };
}

/** Returns an error message for the path of a missing public file; '' for all other URLs. */
function fileProblem(address: string, paths: ReadonlySet<string>): string {
  const path = address.replace(/[?#].*$/s, '');
  if (!path.startsWith('/') || path.startsWith('/media/') || paths.has(path)) return '';
  return `refers to the file "${path}", which is not in public/${didYouMean(path, paths)}`;
}

/** Returns a loader for the folder's images. The error for a missing file suggests a file with a similar name. */
function pictureLoader(services: Services, folder: string, isDry: boolean): LoadImage {
  const load = createImageLoader(services, folder, undefined, isDry ? inspectOriginal : storeOriginal);
  let files: string[] | null = null;
  return async (source) => {
    try {
      return await load(source);
    } catch (error) {
      if (!(error instanceof ImageNotFoundError)) throw error;
      files ??= globSync('media/**/*', { cwd: folder }).map((file) => file.replaceAll('\\', '/'));
      const guess = didYouMean(source, files);
      throw new ImageError(guess === '.' ? error.message : error.message.replace(/\.$/, guess));
    }
  };
}

/** Validates promotions.json. @throws FileError */
function checkPromotions(folder: string, file: unknown, names: FolderNames): void {
  if (file === null) return;
  const numbers = createPlaceholderResolver();
  const checked = (what: string, problem: string, id: number | string | null) =>
    problem === '' ? id : `must be ${what}: ${problem}`;
  try {
    parsePromotions(file, {
      currency: numbers.currency,
      product: (handle) =>
        checked('a product handle', names.problemInShop('product', handle), numbers.product(handle)),
      variant: (sku) => checked('a SKU', names.problemInShop('variant', sku), numbers.variant(sku)),
      collection: (handle) =>
        checked('a collection handle', names.problem('collection', handle), numbers.collection(handle)),
    });
  } catch (error) {
    throw toFileError(folder, error);
  }
}

/** Converts a PromotionsError to a FileError; returns any other error unchanged. */
export function toFileError(folder: string, error: unknown): unknown {
  return error instanceof PromotionsError
    ? new FileError(join(folder, 'promotions.json'), ...error.reasons)
    : error;
}

async function themeSettings(
  folder: string,
  theme: unknown,
  sources: ThemeReferenceResolver,
  errors: FileErrors,
): Promise<[string, unknown][]> {
  if (theme === null) return [];
  const { settings, problems } = await checkTheme(theme, sources);
  errors.add(join(folder, 'theme.json'), problems);
  return settings;
}

/**
 * Checks settings that depend on each other. Rejects a required login in a shop without accounts, which could not sell anything,
 * and synonyms in a language that the shop does not offer, which would never be used.
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
  const login = written.get('checkoutLogin') ?? (await isCheckoutLoginRequired(db));
  const hasAccounts = shop ? shop.hasAccounts === true : (await readThemeSetting(db, 'shop')).hasAccounts;
  if (login === true && !hasAccounts) {
    errors.add(join(folder, 'settings.json'), [
      '"checkoutLogin" requires accounts. Set "shop.hasAccounts" to true in theme.json, or "checkoutLogin" to false.',
    ]);
  }
  // Check only synonyms in the folder. Stored synonyms stay, and apply again once the shop offers their language.
  const synonyms = synonymSettings.safeParse(written.get('synonyms') ?? {});
  const spoken = await spokenLanguages(db, look);
  const unspoken = synonyms.success ? unsupportedLanguages(synonyms.data, spoken) : [];
  errors.add(
    join(folder, 'synonyms.json'),
    unspoken.map((lang) => `The shop has no language "${lang}"; its languages are ${spoken.join(', ')}.`),
  );
}

/** Returns the language codes of a theme file, or of the shop if the file has none. */
async function spokenLanguages(db: Queryable, look: unknown): Promise<string[]> {
  const { languages } = (look ?? {}) as { languages?: { languages?: unknown } };
  const themeLanguages = languages?.languages;
  const all: readonly { lang?: unknown }[] = Array.isArray(themeLanguages)
    ? themeLanguages
    : (await readThemeSetting(db, 'languages')).languages;
  return all.map(({ lang }) => lang).filter((lang) => typeof lang === 'string');
}

async function idsOf(db: Queryable, table: 'collections' | 'pages'): Promise<Map<string, number>> {
  const rows = await db.selectFrom(table).select(['handle', 'id']).execute();
  return new Map(rows.map((row) => [row.handle, row.id]));
}
