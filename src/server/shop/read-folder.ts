/** Reads a merchant's folder: settings, collections, pages, articles. All files are checked before anything is written. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CollectionDraft } from '../catalog/collections-store.ts';
import { sanitiseHtml } from '../catalog/sanitise-html.ts';
import type { ArticleDraft, PageDraft } from '../content/pages-store.ts';
import { toHandle } from '../core/handles.ts';
import { didYouMean } from '../core/nearest-name.ts';
import { formatPathWithId } from '../core/schema-problem.ts';
import type { LoadImage } from '../media/image-loader.ts';
import { FileError, type FileErrors } from './file-error.ts';
import { isShopFile, misnamedFileReason } from './folder-file-names.ts';
import { loadAt, readJson, validateFileValue } from './read-file.ts';
import { type RefusedHandles, readArticleFile, readPageFile, readTexts } from './read-texts.ts';
import { type ShopSettingKey, shopSettingSchemas } from './setting-schemas.ts';

export interface ShopFolder {
  collections: CollectionDraft[];
  settings: [ShopSettingKey, unknown][];
  pages: PageDraft[];
  articles: ArticleDraft[];
  /** Content of theme.json, which theme/load-theme.ts validates later; null if the folder has no theme.json. */
  theme: unknown;
  /** Content of promotions.json, not yet validated; null if the folder has no promotions.json. folder-names.ts checks its names. */
  promotions: unknown;
  /** Names of the files and folders in the merchant's folder. */
  entries: readonly string[];
  /**
   * Handles of invalid entries and files, so that references to them are not reported as further errors; null if the file is
   * unreadable.
   */
  refused: RefusedHandles;
}

export const collectionFileSchema = z.array(
  z.strictObject({
    handle: z
      .string()
      .transform((handle) => handle.normalize('NFC'))
      .refine(
        (handle) => toHandle(handle) === handle.toLowerCase(),
        'must be letters and digits joined by hyphens, such as oat-mugs',
      )
      .describe('Handle of the collection: /collections/HANDLE.'),
    title: z.string().trim().min(1).max(255).describe('Title of the collection.'),
    tag: z
      .string()
      .max(255)
      .default('')
      .describe('Products with this tag belong to the collection. Empty: only those that you assign.'),
    picture: z.string().optional().describe('Path of the image, such as media/wide/table.webp.'),
    description: z.string().max(50_000).default('').describe('HTML above the products.'),
    seo_title: z.string().max(255).default('').describe('Title for search engines. Empty: title.'),
    seo_description: z.string().max(1000).default('').describe('Description for search engines.'),
  }),
);

/**
 * Reads and checks every file of a folder.
 * @param load loads the images that files refer to
 * @param errors receives all errors; valid files are still returned
 * @throws FileError if the folder does not exist or has no store files, such as theme.json
 */
export async function readShopFolder(
  folder: string,
  load: LoadImage,
  errors: FileErrors,
): Promise<ShopFolder> {
  const entries = await listFolder(folder);
  for (const name of entries) errors.add(join(folder, name), [misnamedFileReason(name)].filter(Boolean));
  const at = (name: string) => join(folder, name);
  const none: [ShopSettingKey, unknown][] = [];
  const collectSetting = (key: 'holidays' | 'popups' | 'synonyms') =>
    errors.collect(() => readSettingFile(folder, key, load), none);
  const refused: RefusedHandles = {};
  const json = (name: string) => errors.collect(() => readJson(at(name)), undefined);
  const readPromotions = async () => {
    const promotions = await json('promotions.json');
    if (promotions === undefined) refused.promotion = null;
    return promotions ?? null;
  };
  return {
    entries,
    refused,
    collections: await readCollections(at('collections.json'), load, errors, refused),
    settings: [
      ...(await readSettings(at('settings.json'), errors)),
      ...(await collectSetting('holidays')),
      ...(await collectSetting('popups')),
      ...(await collectSetting('synonyms')),
    ],
    pages: await readTexts(folder, 'pages', errors, refused, readPageFile),
    articles: await readTexts(folder, 'articles', errors, refused, (path, name, text) =>
      readArticleFile(path, name, text, load),
    ),
    theme: (await json('theme.json')) ?? null,
    promotions: await readPromotions(),
  };
}

/** Lists the entries of a folder. @throws FileError if it is not a folder or has no store files */
async function listFolder(folder: string): Promise<string[]> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found)
    throw new FileError(folder, 'This folder does not exist. Give the path of a folder such as shop/.');
  if (!found.isDirectory())
    throw new FileError(folder, 'This is a file. Give the path of its folder, such as shop/.');
  const entries = (await readdir(folder)).sort();
  if (entries.some(isShopFile)) return entries;
  const stray = entries.flatMap((name) => {
    const reason = misnamedFileReason(name);
    return reason === '' ? [] : [`${name}: ${reason}`];
  });
  throw new FileError(
    folder,
    'This folder has no store files, such as theme.json or settings.json. Give the path of a folder such as shop/.',
    ...stray,
  );
}

async function readCollections(
  path: string,
  load: LoadImage,
  errors: FileErrors,
  refused: RefusedHandles,
): Promise<CollectionDraft[]> {
  const file = await errors.collect(async () => (await readJson(path)) ?? [], undefined);
  if (file === undefined) {
    refused.collection = null;
    return [];
  }
  const entries = await errors.collect(() => validateFileValue(path, collectionFileSchema, file), undefined);
  if (entries === undefined) {
    const written: ({ handle?: unknown } | null)[] | null = Array.isArray(file) ? file : null;
    refused.collection =
      written?.flatMap((entry) => (typeof entry?.handle === 'string' ? entry.handle : [])) ?? null;
    return [];
  }
  const handles = entries.map(({ handle }) => handle);
  const drafts: CollectionDraft[] = [];
  for (const [position, entry] of entries.entries()) {
    if (handles.indexOf(entry.handle) !== position)
      errors.add(path, [`${formatPathWithId([position, 'handle'], file)} is used twice.`]);
    const mediaId = await errors.collect(async () => {
      const { picture } = entry;
      return picture === undefined
        ? null
        : (await loadAt(path, picture, load, formatPathWithId([position, 'picture'], file))).id;
    }, null);
    drafts.push({
      handle: entry.handle,
      title: entry.title,
      ruleTag: entry.tag,
      descriptionHtml: sanitiseHtml(entry.description),
      mediaId,
      position,
      seoTitle: entry.seo_title,
      seoDescription: entry.seo_description,
    });
  }
  return drafts;
}

async function readSettings(path: string, errors: FileErrors): Promise<[ShopSettingKey, unknown][]> {
  const file = await errors.collect(
    async () => validateFileValue(path, z.record(z.string(), z.unknown()), (await readJson(path)) ?? {}),
    {},
  );
  const settings: [ShopSettingKey, unknown][] = [];
  for (const [key, value] of Object.entries(file)) {
    if (Object.hasOwn(shopSettingSchemas, key)) {
      await errors.collect(
        () => void validateFileValue(`${path}, "${key}"`, shopSettingSchemas[key as ShopSettingKey], value),
        undefined,
      );
      settings.push([key as ShopSettingKey, value]);
      continue;
    }
    const settingNames = Object.keys(shopSettingSchemas);
    const guess = didYouMean(key, settingNames);
    const list = guess === '.' ? `; the settings are ${settingNames.join(', ')}.` : guess;
    errors.add(path, [`Unknown setting "${key}"${list}`]);
  }
  return settings;
}

/** Reads a setting that has its own file, such as holidays.json. */
async function readSettingFile(
  folder: string,
  key: 'holidays' | 'popups' | 'synonyms',
  load: LoadImage,
): Promise<[ShopSettingKey, unknown][]> {
  const path = join(folder, `${key}.json`);
  const file = await readJson(path);
  if (file === null) return [];
  const written = await withPictures(path, file, load);
  return [[key, validateFileValue(path, shopSettingSchemas[key], written)]];
}

const filePicture = z.strictObject({
  file: z.string().min(1).max(1000),
  alt: z.string().max(255).default(''),
});

/** Loads the images in a JSON value, which are written as `{file, alt}`, as in theme.json. */
async function withPictures(path: string, file: unknown, load: LoadImage): Promise<unknown> {
  const walk = async (value: unknown, place: readonly PropertyKey[]): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((entry, at) => walk(entry, [...place, at])));
    if (typeof value !== 'object' || value === null) return value;
    if ('file' in value) {
      const named = validateFileValue(path, filePicture, value);
      return {
        ...(await loadAt(path, `media/${named.file}`, load, formatPathWithId(place, file))),
        alt: named.alt,
      };
    }
    const entries = Object.entries(value).map(async ([key, inner]) => [
      key,
      await walk(inner, [...place, key]),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  };
  return walk(file, []);
}
