/** Reads a merchant's folder: settings, collections, pages, articles. Everything is checked before anything is written. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Picture } from '#lib/media/picture.ts';
import { pageTable } from '#lib/pages/page-table.ts';
import type { CollectionDraft } from '../catalog/collections-store.ts';
import { sanitiseHtml } from '../catalog/sanitise-html.ts';
import type { ArticleDraft, PageDraft } from '../content/pages-store.ts';
import { toHandle } from '../core/handles.ts';
import { BadPicture } from '../media/bad-picture.ts';
import type { LoadPicture } from '../media/picture-sources.ts';
import { promotionsFile, unknownNames } from '../promotions/promotions-file.ts';
import { type ShopSettingKey, shopSettings } from './setting-schemas.ts';
import { parseTextFile } from './text-file.ts';

export interface ShopFolder {
  collections: CollectionDraft[];
  settings: [ShopSettingKey, unknown][];
  pages: PageDraft[];
  articles: ArticleDraft[];
  /** theme.json as it stands, null when the folder has none; theme/load-theme.ts checks it. */
  theme: unknown;
  /** promotions.json, checked for all but the products it names, which may be imported after it; null for none. */
  promotions: unknown;
}

/** A file that was refused: the message names its path and the reason. */
export class BadFile extends Error {
  override name = 'BadFile';
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
  }
}

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
 * @param load brings in the pictures that files name
 * @throws BadFile for the first file that cannot be used
 */
export async function readShopFolder(folder: string, load: LoadPicture): Promise<ShopFolder> {
  return {
    collections: await readCollections(join(folder, 'collections.json'), load),
    settings: [
      ...(await readSettings(join(folder, 'settings.json'))),
      ...(await readOwnFile(folder, 'holidays', load)),
      ...(await readOwnFile(folder, 'popups', load)),
      ...(await readOwnFile(folder, 'synonyms', load)),
    ],
    pages: await readTexts(join(folder, 'pages'), readPageFile),
    articles: await readTexts(join(folder, 'articles'), (path, name, text) =>
      readArticleFile(path, name, text, load),
    ),
    theme: await readJson(join(folder, 'theme.json')),
    promotions: await readPromotionsFile(join(folder, 'promotions.json')),
  };
}

async function readCollections(path: string, load: LoadPicture): Promise<CollectionDraft[]> {
  const entries = check(path, collectionFile, (await readJson(path)) ?? []);
  return Promise.all(
    entries.map(async (entry, position) => ({
      handle: entry.handle,
      title: entry.title,
      ruleTag: entry.tag,
      descriptionHtml: sanitiseHtml(entry.description),
      mediaId: await pictureId(path, entry.picture, load),
      position,
      seoTitle: entry.seo_title,
      seoDescription: entry.seo_description,
    })),
  );
}

async function readSettings(path: string): Promise<[ShopSettingKey, unknown][]> {
  const file = check(path, z.record(z.string(), z.unknown()), (await readJson(path)) ?? {});
  return Object.entries(file).map(([key, value]) => {
    if (!Object.hasOwn(shopSettings, key)) {
      throw new BadFile(path, `"${key}" is no setting; known are ${Object.keys(shopSettings).join(', ')}.`);
    }
    check(`${path}, "${key}"`, shopSettings[key as ShopSettingKey], value);
    return [key as ShopSettingKey, value];
  });
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
async function withPictures(path: string, value: unknown, load: LoadPicture): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((entry) => withPictures(path, entry, load)));
  if (typeof value !== 'object' || value === null) return value;
  if ('file' in value) {
    const { file, alt } = check(path, filePicture, value);
    return { ...(await picture(path, `media/${file}`, load)), alt };
  }
  const entries = Object.entries(value).map(async ([key, inner]) => [
    key,
    await withPictures(path, inner, load),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

async function readPromotionsFile(path: string): Promise<unknown> {
  const file = await readJson(path);
  if (file !== null) check(path, promotionsFile(unknownNames()), file);
  return file;
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
    media_id: await pictureId(path, picture, load),
    published_at: Date.parse(`${date}T08:00:00Z`),
  };
}

async function readTexts<Draft>(
  folder: string,
  read: (path: string, name: string, text: string) => Promise<Draft>,
): Promise<Draft[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const drafts: Draft[] = [];
  for (const name of names.filter((entry) => /\.txt$/.test(entry)).sort()) {
    const path = join(folder, name);
    drafts.push(await read(path, name.replace(/\.txt$/, ''), await readFile(path, 'utf8')));
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

async function pictureId(
  path: string,
  source: string | undefined,
  load: LoadPicture,
): Promise<string | null> {
  return source === undefined ? null : (await picture(path, source, load)).id;
}

async function picture(path: string, source: string, load: LoadPicture): Promise<Picture> {
  try {
    return await load(source);
  } catch (error) {
    if (error instanceof BadPicture) throw new BadFile(path, error.message);
    throw error;
  }
}

/** A JSON file; null when it is not there. @throws BadFile */
export async function readJson(path: string): Promise<unknown> {
  try {
    const text = await readFile(path, 'utf8');
    // Some editors begin a file with a byte-order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new BadFile(
      path,
      error instanceof SyntaxError ? `It is not JSON: ${error.message}` : String(error),
    );
  }
}

/** @throws BadFile that names what does not fit and where */
export function check<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new BadFile(path, z.prettifyError(parsed.error).replaceAll('\n', ' '));
}
