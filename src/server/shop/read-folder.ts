/** Reads a merchant's folder: settings, collections, pages, articles. All files are checked before anything is written. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Picture } from '#lib/media/picture.ts';
import { pageTable } from '#lib/pages/page-table.ts';
import type { CollectionDraft } from '../catalog/collections-store.ts';
import { sanitiseHtml } from '../catalog/sanitise-html.ts';
import type { ArticleDraft, PageDraft } from '../content/pages-store.ts';
import { toHandle } from '../core/handles.ts';
import { didYouMean } from '../core/nearest-name.ts';
import { checkValue, describeProblem, placeOf, unknownField } from '../core/schema-problem.ts';
import { unknownKeys } from '../core/unknown-keys.ts';
import { PictureError } from '../media/picture-error.ts';
import type { LoadPicture } from '../media/picture-sources.ts';
import { FileError, type FileErrors } from './file-error.ts';
import { isShopFile, strayFile } from './folder-files.ts';
import { type ShopSettingKey, shopSettings } from './setting-schemas.ts';
import { parseTextFile } from './text-file.ts';

export interface ShopFolder {
  collections: CollectionDraft[];
  settings: [ShopSettingKey, unknown][];
  pages: PageDraft[];
  articles: ArticleDraft[];
  /** Unchecked theme.json, null if there is none; theme/load-theme.ts checks it. */
  theme: unknown;
  /** Unchecked promotions.json, null if there is none; its names are checked by folder-names.ts. */
  promotions: unknown;
  /** Names of its files and folders. */
  entries: readonly string[];
  /** Handles of invalid entries and files, so that references to them are no further errors; null if the file is unreadable. */
  refused: RefusedHandles;
}

type RefusedHandles = Partial<Record<'collection' | 'page' | 'article' | 'promotion', string[] | null>>;

export const collectionFile = z.array(
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

const pageFields = z.strictObject({
  title: z.string().min(1).max(255),
  handle: z.string().optional(),
  indexed: z.enum(['yes', 'no']).default('yes'),
  seo_title: z.string().max(255).default(''),
  seo_description: z.string().max(1000).default(''),
});

const articleFields = z.strictObject({
  title: z.string().min(1).max(255),
  handle: z.string().optional(),
  summary: z.string().max(1000).default(''),
  author: z.string().max(255).default(''),
  date: z.iso.date(),
  picture: z.string().optional(),
  seo_title: z.string().max(255).default(''),
  seo_description: z.string().max(1000).default(''),
});

/**
 * Reads and checks every file of a folder.
 * @param load loads the images that files name
 * @param errors receives all errors; valid files are returned nevertheless
 * @throws FileError when the folder does not exist or has no store files
 */
export async function readShopFolder(
  folder: string,
  load: LoadPicture,
  errors: FileErrors,
): Promise<ShopFolder> {
  const entries = await listFolder(folder);
  for (const name of entries) errors.add(join(folder, name), [strayFile(name)].filter(Boolean));
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

/** @throws FileError when it is no folder or has no store files */
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
    const reason = strayFile(name);
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
  load: LoadPicture,
  errors: FileErrors,
  refused: RefusedHandles,
): Promise<CollectionDraft[]> {
  const file = await errors.collect(async () => (await readJson(path)) ?? [], undefined);
  if (file === undefined) {
    refused.collection = null;
    return [];
  }
  const entries = await errors.collect(() => check(path, collectionFile, file), undefined);
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
      errors.add(path, [`${placeOf([position, 'handle'], file)} is used twice.`]);
    const mediaId = await errors.collect(async () => {
      const { picture } = entry;
      return picture === undefined
        ? null
        : (await loadAt(path, picture, load, placeOf([position, 'picture'], file))).id;
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
    async () => check(path, z.record(z.string(), z.unknown()), (await readJson(path)) ?? {}),
    {},
  );
  const settings: [ShopSettingKey, unknown][] = [];
  for (const [key, value] of Object.entries(file)) {
    if (Object.hasOwn(shopSettings, key)) {
      await errors.collect(
        () => void check(`${path}, "${key}"`, shopSettings[key as ShopSettingKey], value),
        undefined,
      );
      settings.push([key as ShopSettingKey, value]);
      continue;
    }
    const settingNames = Object.keys(shopSettings);
    const guess = didYouMean(key, settingNames);
    const list = guess === '.' ? `; the settings are ${settingNames.join(', ')}.` : guess;
    errors.add(path, [`Unknown setting "${key}"${list}`]);
  }
  return settings;
}

/** Reads a setting from its own file. */
async function readSettingFile(
  folder: string,
  key: 'holidays' | 'popups' | 'synonyms',
  load: LoadPicture,
): Promise<[ShopSettingKey, unknown][]> {
  const path = join(folder, `${key}.json`);
  const file = await readJson(path);
  if (file === null) return [];
  const written = await withPictures(path, file, load);
  return [[key, check(path, shopSettings[key], written)]];
}

const filePicture = z.strictObject({
  file: z.string().min(1).max(1000),
  alt: z.string().max(255).default(''),
});

/** Loads images, which files name as `{file, alt}`, as in theme.json. */
async function withPictures(path: string, file: unknown, load: LoadPicture): Promise<unknown> {
  const walk = async (value: unknown, place: readonly PropertyKey[]): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((entry, at) => walk(entry, [...place, at])));
    if (typeof value !== 'object' || value === null) return value;
    if ('file' in value) {
      const named = check(path, filePicture, value);
      return { ...(await loadAt(path, `media/${named.file}`, load, placeOf(place, file))), alt: named.alt };
    }
    const entries = Object.entries(value).map(async ([key, inner]) => [
      key,
      await walk(inner, [...place, key]),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  };
  return walk(file, []);
}

/** Handles of built-in pages under /pages/, which would hide a merchant's page with the same handle. */
const builtInPages = pageTable.flatMap(({ path }) => /^\/pages\/([\w-]+)$/.exec(path)?.[1] ?? []);

async function readPageFile(path: string, name: string, text: string): Promise<PageDraft> {
  const { fields, body } = parse(path, text);
  const { title, seo_title, seo_description, indexed, ...rest } = check(path, pageFields, fields);
  const handle = textHandle(path, rest.handle ?? name, title);
  if (builtInPages.includes(handle)) {
    throw new FileError(path, `"${handle}" is a built-in page of the shop. Give this page another handle.`);
  }
  return {
    handle,
    title,
    body_html: sanitiseHtml(body),
    is_indexed: indexed === 'yes' ? 1 : 0,
    seo_title,
    seo_description,
  };
}

/** @throws FileError when neither has letters or digits */
function textHandle(path: string, written: string, title: string): string {
  const handle = toHandle(written) || toHandle(title);
  if (handle === '')
    throw new FileError(
      path,
      'Neither "handle" nor "title" has letters or digits. Write a handle such as about-us.',
    );
  return handle;
}

async function readArticleFile(
  path: string,
  name: string,
  text: string,
  load: LoadPicture,
): Promise<ArticleDraft> {
  const { fields, body } = parse(path, text);
  const { handle, date, picture, ...rest } = check(path, articleFields, fields);
  return {
    ...rest,
    handle: textHandle(path, handle ?? name, rest.title),
    body_html: sanitiseHtml(body),
    media_id: picture === undefined ? null : (await loadAt(path, picture, load)).id,
    published_at: Date.parse(`${date}T08:00:00Z`),
  };
}

async function readTexts<Draft extends { handle: string }>(
  folder: string,
  kind: 'pages' | 'articles',
  errors: FileErrors,
  refused: RefusedHandles,
  read: (path: string, name: string, text: string) => Promise<Draft>,
): Promise<Draft[]> {
  const names = await readdir(join(folder, kind)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code !== 'ENOTDIR') throw error;
    errors.add(join(folder, kind), ['This must be a folder.']);
    refused[kind === 'pages' ? 'page' : 'article'] = null;
    return [];
  });
  const drafts: Draft[] = [];
  const files = new Map<string, string>();
  for (const name of names.sort()) {
    const path = join(folder, kind, name);
    errors.add(path, [strayFile(name, kind)].filter(Boolean));
    if (!name.endsWith('.txt')) continue;
    const draft = await errors.collect<Draft | null>(
      async () => read(path, basename(name, '.txt'), await readFile(path, 'utf8')),
      null,
    );
    if (!draft) {
      const text = kind === 'pages' ? 'page' : 'article';
      refused[text] = [...(refused[text] ?? []), toHandle(basename(name, '.txt'))];
      continue;
    }
    const other = files.get(draft.handle);
    if (other !== undefined)
      errors.add(path, [`${other} has the same handle "${draft.handle}". Give one of them another handle.`]);
    files.set(draft.handle, name);
    drafts.push(draft);
  }
  return drafts;
}

function parse(path: string, text: string) {
  try {
    return parseTextFile(text);
  } catch (error) {
    throw new FileError(path, (error as Error).message);
  }
}

/** @param place of the image in the file, '' if the file has only one */
async function loadAt(path: string, source: string, load: LoadPicture, place = ''): Promise<Picture> {
  try {
    return await load(source);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new FileError(path, [place, error.message].filter(Boolean).join(': '));
  }
}

/**
 * Reads a JSON file without its `$schema`. With a `$schema`, a list is in a field named after the file.
 * @returns null when the file does not exist
 * @throws FileError
 */
export async function readJson(path: string): Promise<unknown> {
  let text = '';
  try {
    text = await readFile(path, 'utf8');
    // Some editors write a byte-order mark.
    return withoutSchema(JSON.parse(text.replace(/^\uFEFF/, '')), basename(path, '.json'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EISDIR') throw new FileError(path, 'This must be a file.');
    if (!(error instanceof SyntaxError)) throw new FileError(path, String(error));
    // The usual mistake of someone who edits by hand; the parser's message does not name it.
    const comma = /,\s*[}\]]/.test(text) ? '. Remove the comma before a closing bracket' : '';
    throw new FileError(path, `This is not valid JSON: ${error.message}${comma}`);
  }
}

function withoutSchema(file: unknown, name: string): unknown {
  if (typeof file !== 'object' || file === null || !Object.hasOwn(file, '$schema')) return file;
  const { $schema, ...rest } = file as Record<string, unknown>;
  return Array.isArray(rest[name]) && Object.keys(rest).length === 1 ? rest[name] : rest;
}

/**
 * Checks a value against its schema; unknown fields are errors, because they are typos.
 * @throws FileError with all errors
 */
export function check<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const { data, problems } = checkValue<z.ZodType>(schema, value);
  const found = problems ?? unknownKeys(value, data).map((place) => unknownField(place, schema, value));
  if (found.length === 0) return data as z.output<Schema>;
  throw new FileError(path, ...found.map((problem) => describeProblem(problem, value)));
}
