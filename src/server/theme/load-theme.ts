/** Parses a theme file (shop/theme.json) into settings, and replaces image files, collection handles and page handles with ids. */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SectionsByName } from '#lib/contract/wire-theme.ts';
import { imageVariantUrl, type MediaImage, srcsetWidths } from '#lib/media/image.ts';
import { camelize, parseSectionKey, toCamelCase } from '#lib/theme/page-model.ts';
import { toHandle } from '../core/handles.ts';
import { didYouMean, nearestName } from '../core/nearest-name.ts';
import {
  checkValue,
  describeProblem,
  type SchemaProblem,
  unknownFieldProblem,
} from '../core/schema-problem.ts';
import { findUnknownKeys } from '../core/unknown-keys.ts';
import { sectionSchemas } from './section-schemas.ts';
import { type SettingKey, settingSchemas } from './settings.ts';
import { checkReferences } from './theme-references.ts';
import { isImageUrlField } from './theme-schema.ts';

/**
 * Returns an error for every invalid section or field, with paths as spelled in the file. Stricter than rendering a page, which
 * skips sections with unknown names because another version may have them (HOME-07).
 * @param models sections by page, with names as in the file
 */
function checkModels(models: Record<string, SectionsByName>): SchemaProblem[] {
  return Object.entries(models).flatMap(([page, model]) => {
    const handle = toHandle(page);
    if (handle !== page)
      return { path: ['models', page], message: `must be a page handle${didYouMean(page, [handle])}` };
    return Object.entries(model).flatMap(([key, value]) => checkSection(['models', page, key], key, value));
  });
}

function checkSection(place: readonly string[], key: string, value: unknown): SchemaProblem[] {
  const section = parseSectionKey(key);
  if (!section)
    return [{ path: place, message: 'must be the name of a section and a number, such as banner1' }];
  const schema = sectionSchemas.get(section.name);
  if (!schema) return [{ path: place, message: noSection(section.name, section.number) }];
  const fields = camelize(value);
  const { data, problems } = checkValue(schema, fields);
  const found =
    problems ?? findUnknownKeys(fields, data).map((path) => unknownFieldProblem(path, schema, fields));
  return found.map(({ path, message }) => ({
    path: [...place, ...pathInFile(value, path)],
    message: message.replace(/(?<=did you mean ")\w+/, asInFile),
  }));
}

/** Converts a field name to snake case, as used in theme.json. */
function asInFile(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function noSection(name: string, number: number): string {
  const names = [...sectionSchemas.keys()];
  const nearest = nearestName(name, names);
  return nearest === null
    ? `is not a section; the sections are ${names.join(', ')}`
    : `is not a section; did you mean "${nearest}${number}"?`;
}

/** Converts a path of camelCase field names to the spelling in the file, which may have underscores. */
function pathInFile(value: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  let here = value;
  return path.map((part) => {
    const record = (typeof here === 'object' && here !== null ? here : {}) as Record<PropertyKey, unknown>;
    const name = Object.keys(record).find((key) => toCamelCase(key) === part) ?? part;
    here = record[name];
    return typeof part === 'number' ? part : name;
  });
}

const sheet = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');

const tokenNames: readonly string[] = [
  ...new Set([...sheet.matchAll(/^\s*--([a-z0-9-]+):/gm)].map(([, name]) => name!)),
];

/** Resolves the images, collections, pages and links that a theme file refers to by name, because its author does not know the ids. */
export interface ThemeReferenceResolver {
  /**
   * Stores an image from the shop's media folder, or returns the image if it is already stored.
   * @throws Error if the file does not exist
   */
  picture(file: string): Promise<MediaImage>;
  /** Returns a collection's id by handle, or an error message such as `must be a collection handle: …`. */
  collection(handle: string): number | string;
  /** Returns a page's id by handle, or an error message such as `must be a page handle: …`. */
  page(handle: string): number | string;
  /** Returns an error message for a menu item whose target does not exist, otherwise ''. */
  menuTarget(item: MenuTarget): string;
  /** Returns an error message for the URL of a missing file, such as a logo, otherwise ''. */
  fileAddress(address: string): string;
}

/** Target of a menu item (MENU-03). */
export interface MenuTarget {
  /** 1: home page. 2: product. 3: collection. Any other type links to `url`. */
  type: number;
  url: string;
}

const themeFile = z.record(z.string(), z.unknown());

type Path = readonly PropertyKey[];

/** Settings of a theme file with images and collections resolved, and one sentence per error. */
export interface CheckedTheme {
  settings: [SettingKey, unknown][];
  problems: string[];
}

/**
 * Validates a theme file without saving settings: checks each setting and section against its schema, and whether the target of
 * each reference exists. Stricter than rendering a page: reports unknown fields, which are usually typos.
 * @param file the parsed JSON; `$schema` is ignored
 * @returns problems that begin with the path of the invalid value, e.g. `header.menuHeight must be a number.`
 */
export async function checkTheme(file: unknown, sources: ThemeReferenceResolver): Promise<CheckedTheme> {
  const parts = themeFile.safeParse(file);
  if (!parts.success) return { settings: [], problems: ['The file must be an object of settings.'] };
  const settings: [SettingKey, unknown][] = [];
  const sound: [SettingKey, unknown][] = [];
  const problems: SchemaProblem[] = [];
  for (const [key, value] of Object.entries(parts.data)) {
    if (key === '$schema') continue;
    if (!isSettingKey(key)) {
      const settingNames = Object.keys(settingSchemas);
      const guess = didYouMean(key, settingNames);
      const list = guess === '.' ? `; the settings are ${settingNames.join(', ')}` : guess;
      problems.push({ path: [key], message: `is not a setting of theme.json${list}` });
      continue;
    }
    const part = await checkPart(key, value, sources);
    settings.push([key, part.value]);
    problems.push(...part.problems);
    if (part.fits) sound.push([key, part.value]);
  }
  problems.push(...checkReferences(Object.fromEntries(sound)));
  return { settings, problems: problems.map((problem) => describeProblem(problem, file)) };
}

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSchemas, key);
}

/**
 * Validates one setting of a theme file.
 * @returns `fits` is true if the value matches its schema, even if a reference in it does not exist
 */
async function checkPart(
  key: SettingKey,
  rawValue: unknown,
  sources: ThemeReferenceResolver,
): Promise<{ value: unknown; problems: SchemaProblem[]; fits: boolean }> {
  const named: SchemaProblem[] = [];
  const value = await resolve(rawValue, sources, [key], named);
  const schema = settingSchemas[key];
  const { data, problems } = checkValue<z.ZodType>(schema, value);
  const found =
    problems ?? findUnknownKeys(value, data).map((path) => unknownFieldProblem(path, schema, value));
  const schemaProblems: SchemaProblem[] = found.map(({ path, message }) => ({
    path: [key, ...path],
    message,
  }));
  if (!problems && key === 'models')
    schemaProblems.push(...checkModels(data as z.output<typeof settingSchemas.models>));
  if (!problems && key === 'tokens')
    schemaProblems.push(...unknownTokens(data as z.output<typeof settingSchemas.tokens>));
  // An unresolved reference has already been reported. Skip the schema's error about its missing value.
  const isNamed = ({ path }: SchemaProblem) =>
    named.some((each) => each.path.every((part, at) => path[at] === part));
  const others = schemaProblems.filter((problem) => !isNamed(problem));
  return { value, problems: [...named, ...others], fits: !problems };
}

function unknownTokens(tokens: Readonly<Record<string, string>>): SchemaProblem[] {
  const unknown = Object.keys(tokens).filter((name) => !tokenNames.includes(name));
  return unknown.map((name) => ({
    path: ['tokens', name],
    message: `is not a design token${didYouMean(name, tokenNames).replace(/^\.$/, '; src/styles/tokens.css lists them')}`,
  }));
}

/** Maximum width of images that settings store as a URL, px: enough for a logo or a menu image at a pixel density of 2. */
const addressedWidth = 560;

/**
 * Returns a value of the theme file with its references resolved. `{file, alt}` becomes an image, or an image URL in fields that
 * contain URLs (`imgUrl`, `logoUrl`). Collection handles (`collection_id: "table"`, type-3 menu items) and page handles
 * (`checkoutArticleIds`) become ids.
 * @param problems receives an error for each reference to something that does not exist
 */
async function resolve(
  value: unknown,
  sources: ThemeReferenceResolver,
  path: Path,
  problems: SchemaProblem[],
): Promise<unknown> {
  if (Array.isArray(value)) {
    return Promise.all(value.map((entry, at) => resolve(entry, sources, [...path, at], problems)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields.file === 'string') return picture(fields, sources, path, problems);
  const resolved = Object.fromEntries(
    await Promise.all(
      Object.entries(fields).map(async ([key, inner]) => [
        key,
        await resolve(inner, sources, [...path, key], problems),
      ]),
    ),
  ) as Record<string, unknown>;
  const note = (name: string, message: string) => {
    if (message !== '') problems.push({ path: [...path, name], message });
  };
  const collection = (name: string, handle: string) => {
    const id = sources.collection(handle);
    if (typeof id === 'string') note(name, id);
    return typeof id === 'number' ? id : undefined;
  };
  const { checkoutArticleIds } = fields;
  if (path[0] === 'shop' && Array.isArray(checkoutArticleIds))
    resolved.checkoutArticleIds = checkoutArticleIds.map((page, at) => {
      const id = typeof page === 'string' ? sources.page(page) : page;
      if (typeof id === 'string') problems.push({ path: [...path, 'checkoutArticleIds', at], message: id });
      return id;
    });
  for (const name of ['collection_id', 'collectionId']) {
    const handle = fields[name];
    if (typeof handle === 'string') resolved[name] = collection(name, handle);
  }
  for (const [name, address] of Object.entries(fields)) {
    if (isImageUrlField(name) && typeof address === 'string') note(name, sources.fileAddress(address));
  }
  if (path[0] === 'menus' && path.includes('menuList') && typeof (fields.url ?? '') === 'string') {
    const item = { type: Number(fields.type ?? 0), url: String(fields.url ?? '') };
    if (item.type !== 3 || fields.value !== undefined) note('url', sources.menuTarget(item));
    else if (item.url !== '') resolved.value = collection('url', item.url);
  }
  return resolved;
}

async function picture(
  { file, alt, ...more }: Record<string, unknown>,
  sources: ThemeReferenceResolver,
  path: Path,
  problems: SchemaProblem[],
): Promise<unknown> {
  for (const name of Object.keys(more))
    problems.push({ path: [...path, name], message: `is not a known field${didYouMean(name, ['alt'])}` });
  if (alt !== undefined && typeof alt !== 'string')
    problems.push({ path: [...path, 'alt'], message: 'must be a text' });
  let found: MediaImage;
  try {
    found = await sources.picture(file as string);
  } catch (error) {
    problems.push({ path, message: (error as Error).message });
    return undefined;
  }
  if (!isImageUrlField(String(path.at(-1)))) return { ...found, alt: alt ?? found.alt };
  const width = srcsetWidths(found).findLast((each) => each <= addressedWidth) ?? found.width;
  return imageVariantUrl(found.id, width, 'webp');
}
