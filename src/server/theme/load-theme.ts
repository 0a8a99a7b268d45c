/** Puts a theme file (shop/theme.json) into the settings: pictures by file and collections by handle become their ids. */
import { z } from 'zod';
import { type Picture, pictureUrl, widthsOf } from '#lib/media/picture.ts';
import { writeSetting } from '../db/settings.ts';
import type { Services } from '../services.ts';
import { type SettingKey, settingSchemas } from './settings.ts';

/** What a theme file names by words because ids are not known when it is written. */
export interface ThemeSources {
  /** Stores a picture of the shop's media folder, or finds it there already. */
  picture(file: string): Promise<Picture>;
  /** Id of a collection by handle; null when there is none. */
  collection(handle: string): number | null;
}

const themeFile = z.record(z.string(), z.unknown());

type Entries = [SettingKey, unknown][];

/**
 * Checks a theme file without writing anything.
 * @param file the parsed JSON
 * @returns its settings with pictures and collections resolved
 * @throws Error that names the key or the thing that does not fit
 */
export async function checkTheme(file: unknown, sources: ThemeSources): Promise<Entries> {
  const entries: Entries = [];
  for (const [key, value] of Object.entries(themeFile.parse(file))) {
    if (!Object.hasOwn(settingSchemas, key)) throw new Error(`The theme file has an unknown part "${key}".`);
    const resolved = await resolve(value, sources);
    const parsed = settingSchemas[key as SettingKey].safeParse(resolved);
    if (!parsed.success)
      throw new Error(`The theme file's "${key}" does not fit: ${z.prettifyError(parsed.error)}`);
    entries.push([key as SettingKey, resolved]);
  }
  return entries;
}

/**
 * Writes every setting the file has; keys it does not have stay as they are.
 * @param file the parsed JSON
 * @throws Error that names the key or the thing that does not fit; nothing is written then
 */
export async function loadTheme(services: Services, file: unknown, sources: ThemeSources): Promise<void> {
  const entries = await checkTheme(file, sources);
  const now = services.now();
  await services.db.transaction(async (trx) => {
    for (const [key, value] of entries) {
      await writeSetting(trx, key, settingSchemas[key] as z.ZodType<unknown, unknown>, value, now);
    }
  });
}

/** px; wide enough for a picture in a menu at twice the density. */
const menuPictureWidth = 480;

/**
 * Walks the file: `{file, alt}` becomes a picture, as `imgUrl` its address; `collection_id: "table"` and type-3 menu items
 * get their collection's id.
 */
async function resolve(value: unknown, sources: ThemeSources, name = ''): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((entry) => resolve(entry, sources)));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields.file === 'string') {
    const picture = await sources.picture(fields.file);
    if (name === 'imgUrl') {
      const width = widthsOf(picture).findLast((each) => each <= menuPictureWidth) ?? picture.width;
      return pictureUrl(picture.id, width, 'webp');
    }
    return { ...picture, alt: typeof fields.alt === 'string' ? fields.alt : picture.alt };
  }
  const resolved = Object.fromEntries(
    await Promise.all(
      Object.entries(fields).map(async ([key, inner]) => [key, await resolve(inner, sources, key)]),
    ),
  ) as Record<string, unknown>;
  if (typeof fields.collection_id === 'string') {
    resolved.collection_id = collectionId(fields.collection_id, sources);
  }
  if (fields.type === 3 && typeof fields.url === 'string' && fields.value === undefined) {
    resolved.value = collectionId(fields.url, sources);
  }
  return resolved;
}

function collectionId(handle: string, sources: ThemeSources): number {
  const id = sources.collection(handle);
  if (id === null) throw new Error(`The theme file names the collection "${handle}", which does not exist.`);
  return id;
}
