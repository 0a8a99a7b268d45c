/** Parses a theme file (shop/theme.json) into settings; picture files and collection handles become ids. */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SectionsByName } from '#lib/contract/wire-theme.ts';
import { imageVariantUrl, type MediaImage, srcsetWidths } from '#lib/media/image.ts';
import { camelize, parseSectionKey, toCamelCase } from '#lib/theme/page-model.ts';
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
 * Returns every invalid section or field, with paths as the file spells them. Stricter than the pages, which skip sections of
 * unknown name because another version may have them (HOME-07).
 * @param models sections by page, with the names from the file
 */
function checkModels(models: Record<string, SectionsByName>): SchemaProblem[] {
  return Object.entries(models).flatMap(([page, model]) =>
    Object.entries(model).flatMap(([key, value]) => checkSection(['models', page, key], key, value)),
  );
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

/** Returns a field's name as the schema file spells it: with underscores. */
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

/** Translates a path of camelCase fields into the file's spelling, which may use underscores. */
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

/** Looks up what a theme file references by name, because the author does not know the ids. */
export interface ThemeReferenceResolver {
  /** Stores a picture of the shop's media folder, or returns the stored one. @throws Error when there is none */
  picture(file: string): Promise<MediaImage>;
  /** Returns a collection's id by handle, or the error message, such as `must be a collection handle: …`. */
  collection(handle: string): number | string;
  /** The same for a page. */
  page(handle: string): number | string;
  /** Returns an error message for a menu item whose target does not exist, else ''. */
  menuTarget(item: MenuTarget): string;
  /** The same for the URL of a file, such as the logo's. */
  fileAddress(address: string): string;
}

/** Target of a menu item (MENU-03). */
export interface MenuTarget {
  /** 1 home, 2 product, 3 collection; any other type uses `url`. */
  type: number;
  url: string;
}

const themeFile = z.record(z.string(), z.unknown());

type Path = readonly PropertyKey[];

/** Settings of a theme file with pictures and collections resolved, and one sentence per problem. */
export interface CheckedTheme {
  settings: [SettingKey, unknown][];
  problems: string[];
}

/**
 * Checks a theme file without writing anything: each setting and section against its schema, and each reference against its
 * target. Stricter than the pages: it reports an unknown field as a typo.
 * @param file the parsed JSON; `$schema` is for editors
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

/** @returns `fits` if the value matches its schema, even if a reference in it does not exist */
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
  // A reference that could not be resolved is reported already; skip the schema's error about its missing value.
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

/** px; wide enough for a logo or a menu image at a pixel density of 2. */
const addressedWidth = 560;

/**
 * Walks the file: `{file, alt}` becomes an image, or its URL if the field holds one (`imgUrl`, `logoUrl`); `collection_id:
 * "table"` and type-3 menu items get their collection's id, and `checkoutArticleIds` the ids of their pages.
 * @param problems receives each reference to something that does not exist
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
