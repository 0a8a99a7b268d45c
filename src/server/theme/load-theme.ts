/** Reads a theme file (shop/theme.json) into settings: pictures by file and collections by handle become their ids. */
import { z } from 'zod';
import { type Picture, pictureUrl, widthsOf } from '#lib/media/picture.ts';
import { fieldName, sentence } from '../core/schema-problem.ts';
import { checkModels } from './check-models.ts';
import { type SettingKey, settingSchemas } from './settings.ts';
import { checkReferences } from './theme-references.ts';
import { unknownKey } from './unknown-key.ts';

/** What a theme file names by words because ids are not known when it is written. */
export interface ThemeSources {
  /** Stores a picture of the shop's media folder, or finds it there already. */
  picture(file: string): Promise<Picture>;
  /** Id of a collection by handle; null when there is none. */
  collection(handle: string): number | null;
}

const themeFile = z.record(z.string(), z.unknown());

type Path = readonly PropertyKey[];

/**
 * Checks a theme file without writing anything: every part by its schema, every section by its own, names against what
 * they name. Stricter than what pages put up with: an unknown field is a typo.
 * @param file the parsed JSON; `$schema` is for editors
 * @returns its settings with pictures and collections resolved
 * @throws Error whose message begins with the path of what does not fit, e.g. `header.menuHeight must be a number`
 */
export async function checkTheme(file: unknown, sources: ThemeSources): Promise<[SettingKey, unknown][]> {
  const parts = themeFile.safeParse(file);
  if (!parts.success) throw new Error('The file must be an object of settings.');
  const entries: [SettingKey, unknown][] = [];
  for (const [key, value] of Object.entries(parts.data)) {
    if (key === '$schema') continue;
    if (!isSettingKey(key)) {
      throw new Error(`${key} is no part of a theme; known are ${Object.keys(settingSchemas).join(', ')}.`);
    }
    entries.push([key, await checkPart(key, value, sources)]);
  }
  checkReferences(Object.fromEntries(entries));
  return entries;
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSchemas, key);
}

async function checkPart(key: SettingKey, value: unknown, sources: ThemeSources): Promise<unknown> {
  const resolved = await resolve(value, sources, [key]);
  const parsed = settingSchemas[key].safeParse(resolved, { error: sentence });
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Error(`${fieldName([key, ...path])} ${message}.`);
  }
  const unknown = unknownKey(resolved, parsed.data, [key]);
  if (unknown) throw new Error(`${fieldName(unknown)} is not known.`);
  if (key === 'models') checkModels(parsed.data as z.output<typeof settingSchemas.models>);
  return resolved;
}

/** px; wide enough for a picture in a menu at twice the density. */
const menuPictureWidth = 480;

/**
 * Walks the file: `{file, alt}` becomes a picture, as `imgUrl` its address; `collection_id: "table"` and type-3 menu items
 * get their collection's id.
 */
async function resolve(value: unknown, sources: ThemeSources, path: Path): Promise<unknown> {
  if (Array.isArray(value)) {
    return Promise.all(value.map((entry, at) => resolve(entry, sources, [...path, at])));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields.file === 'string') return picture(fields, sources, path);
  const resolved = Object.fromEntries(
    await Promise.all(
      Object.entries(fields).map(async ([key, inner]) => [
        key,
        await resolve(inner, sources, [...path, key]),
      ]),
    ),
  ) as Record<string, unknown>;
  for (const name of ['collection_id', 'collectionId']) {
    const handle = fields[name];
    if (typeof handle === 'string') resolved[name] = collectionId(handle, sources, [...path, name]);
  }
  if (fields.type === 3 && typeof fields.url === 'string' && fields.value === undefined) {
    resolved.value = collectionId(fields.url, sources, [...path, 'url']);
  }
  return resolved;
}

async function picture(
  { file, alt, ...more }: Record<string, unknown>,
  sources: ThemeSources,
  path: Path,
): Promise<unknown> {
  const [surplus] = Object.keys(more);
  if (surplus !== undefined) throw new Error(`${fieldName([...path, surplus])} is not known.`);
  if (alt !== undefined && typeof alt !== 'string') {
    throw new Error(`${fieldName([...path, 'alt'])} must be a text.`);
  }
  let found: Picture;
  try {
    found = await sources.picture(file as string);
  } catch (error) {
    throw new Error(`${fieldName(path)}: ${(error as Error).message}`, { cause: error });
  }
  if (path.at(-1) !== 'imgUrl') return { ...found, alt: alt ?? found.alt };
  const width = widthsOf(found).findLast((each) => each <= menuPictureWidth) ?? found.width;
  return pictureUrl(found.id, width, 'webp');
}

function collectionId(handle: string, sources: ThemeSources, path: Path): number {
  const id = sources.collection(handle);
  if (id === null)
    throw new Error(`${fieldName(path)} names the collection "${handle}", which does not exist.`);
  return id;
}
