/** Reads a merchant's folder: settings, collections, pages, articles. Everything is checked before anything is written. */
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
import { BadPicture } from '../media/bad-picture.ts';
import type { LoadPicture } from '../media/picture-sources.ts';
import { BadFile, type FileErrors } from './bad-file.ts';
import { isShopFile, strayFile } from './folder-files.ts';
import { type ShopSettingKey, shopSettings } from './setting-schemas.ts';
import { parseTextFile } from './text-file.ts';

export interface ShopFolder {
  collections: CollectionDraft[];
  settings: [ShopSettingKey, unknown][];
  pages: PageDraft[];
  articles: ArticleDraft[];
  /** theme.json as it stands, null when the folder has none; theme/load-theme.ts checks it. */
  theme: unknown;
  /** promotions.json as it stands, null for none; what it names decides whether it can be used (folder-names.ts). */
  promotions: unknown;
  /** Names of the files and folders in it. */
  entries: readonly string[];
  /** Handles of entries and files that were refused, so that naming them is no further error; null where they cannot be read. */
  refused: RefusedHandles;
}

type RefusedHandles = Partial<Record<'collection' | 'page' | 'article' | 'promotion', string[] | null>>;

const collectionFile = z.array(
  z.strictObject({
    handle: z
      .string()
      .transform((handle) => handle.normalize('NFC'))
      .refine((handle) => toHandle(handle) === handle.toLowerCase(), 'must be words joined by hyphens'),
    title: z.string().trim().min(1).max(255),
    tag: z.string().max(255).default(''),
    picture: z.string().optional(),
    description: z.string().max(50_000).default(''),
    seo_title: z.string().max(255).default(''),
    seo_description: z.string().max(1000).default(''),
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
 * @param load brings in the pictures that files name
 * @param errors gets what is wrong; the files that can be used are returned all the same
 * @throws BadFile when there is no such folder, or nothing of a shop in it
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
  const own = (key: 'holidays' | 'popups' | 'synonyms') =>
    errors.collect(() => readOwnFile(folder, key, load), none);
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
      ...(await own('holidays')),
      ...(await own('popups')),
      ...(await own('synonyms')),
    ],
    pages: await readTexts(folder, 'pages', errors, refused, readPageFile),
    articles: await readTexts(folder, 'articles', errors, refused, (path, name, text) =>
      readArticleFile(path, name, text, load),
    ),
    theme: (await json('theme.json')) ?? null,
    promotions: await readPromotions(),
  };
}

/** @throws BadFile when it is no folder, or has no file that a shop is made of */
async function listFolder(folder: string): Promise<string[]> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found) throw new BadFile(folder, 'There is no such folder. Name a folder like shop/.');
  if (!found.isDirectory())
    throw new BadFile(folder, 'This is a file. Name the folder that has it, such as shop/.');
  const entries = (await readdir(folder)).sort();
  if (entries.some(isShopFile)) return entries;
  const stray = entries.flatMap((name) => {
    const reason = strayFile(name);
    return reason === '' ? [] : [`${name}: ${reason}`];
  });
  throw new BadFile(
    folder,
    'The folder has none of the files of a shop, such as theme.json or settings.json.',
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
      errors.add(path, [`${placeOf([position, 'handle'], file)} is there twice.`]);
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
    if (key === '$schema') continue;
    if (Object.hasOwn(shopSettings, key)) {
      await errors.collect(
        () => void check(`${path}, "${key}"`, shopSettings[key as ShopSettingKey], value),
        undefined,
      );
      settings.push([key as ShopSettingKey, value]);
      continue;
    }
    const known = Object.keys(shopSettings);
    const guess = didYouMean(key, known);
    errors.add(path, [`"${key}" is no setting${guess === '.' ? `; known are ${known.join(', ')}.` : guess}`]);
  }
  return settings;
}

/** A setting with a file of its own; `$schema` is for editors. */
async function readOwnFile(
  folder: string,
  key: 'holidays' | 'popups' | 'synonyms',
  load: LoadPicture,
): Promise<[ShopSettingKey, unknown][]> {
  const path = join(folder, `${key}.json`);
  const file = await readJson(path);
  if (file === null) return [];
  const written = await withPictures(path, file, load);
  if (typeof written === 'object' && !Array.isArray(written)) Reflect.deleteProperty(written!, '$schema');
  return [[key, check(path, shopSettings[key], written)]];
}

const filePicture = z.strictObject({
  file: z.string().min(1).max(1000),
  alt: z.string().max(255).default(''),
});

/** A picture of the media folder is named `{file, alt}`, as in theme.json. */
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

/** Pages of the shop itself under /pages/, which would hide a merchant's of the same name. */
const ownPages = pageTable.flatMap(({ path }) => /^\/pages\/([\w-]+)$/.exec(path)?.[1] ?? []);

async function readPageFile(path: string, name: string, text: string): Promise<PageDraft> {
  const { fields, body } = parse(path, text);
  const { title, seo_title, seo_description, indexed, ...given } = check(path, pageFields, fields);
  const handle = textHandle(path, given.handle ?? name, title);
  if (ownPages.includes(handle)) {
    throw new BadFile(path, `"${handle}" is a page of the shop itself; give this one another handle.`);
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

/** @throws BadFile where neither has letters or digits */
function textHandle(path: string, written: string, title: string): string {
  const handle = toHandle(written) || toHandle(title);
  if (handle === '') throw new BadFile(path, 'Neither "handle" nor "title" has letters or digits.');
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
    if (other !== undefined) errors.add(path, [`It has the handle "${draft.handle}", as ${other} does.`]);
    files.set(draft.handle, name);
    drafts.push(draft);
  }
  return drafts;
}

function parse(path: string, text: string) {
  try {
    return parseTextFile(text);
  } catch (error) {
    throw new BadFile(path, (error as Error).message);
  }
}

/** @param place of the picture in the file, '' where the file has only one */
async function loadAt(path: string, source: string, load: LoadPicture, place = ''): Promise<Picture> {
  try {
    return await load(source);
  } catch (error) {
    if (!(error instanceof BadPicture)) throw error;
    throw new BadFile(path, [place, error.message].filter(Boolean).join(': '));
  }
}

/** A JSON file; null when it is not there. @throws BadFile */
export async function readJson(path: string): Promise<unknown> {
  try {
    const text = await readFile(path, 'utf8');
    // Some editors begin a file with a byte-order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'EISDIR') throw new BadFile(path, 'This must be a file.');
    throw new BadFile(
      path,
      error instanceof SyntaxError ? `It is not JSON: ${error.message}` : String(error),
    );
  }
}

/**
 * Checks a value of a file by its schema; a field that the schema does not know is a typo.
 * @throws BadFile with everything that does not fit
 */
export function check<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const { data, problems } = checkValue<z.ZodType>(schema, value);
  const found = problems ?? unknownKeys(value, data).map((place) => unknownField(place, schema, value));
  if (found.length === 0) return data as z.output<Schema>;
  throw new BadFile(path, ...found.map((problem) => describeProblem(problem, value)));
}
