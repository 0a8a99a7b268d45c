/** Reads language files. `languages/de.json` contains the language's name, in the language itself, and its texts by key. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { allTexts } from '#lib/messages/all.ts';
import type { CustomTexts } from '#lib/messages/format.ts';
import { getCurrentKey, stripPluralSuffix } from '#lib/messages/language.ts';
import { didYouMean } from '../core/nearest-name.ts';
import { FileError, type FileErrors } from './file-error.ts';
import { misnamedFileReason } from './folder-file-names.ts';
import { readJson, validateFileValue } from './read-file.ts';

export interface LanguageFile {
  lang: string;
  name: string;
  texts: Record<string, string>;
}

const fileName = /^([a-z]{2}(?:-[A-Za-z]{2,4})?)\.json$/;

export const languageFileSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .describe('Name of the language in the language itself, such as Deutsch.'),
  texts: z
    .record(z.string(), z.string().max(1000))
    .describe('Texts by key; see docs/reference/language-keys.md. Missing keys use the English default.'),
});

const valuesOf = (text: string) => new Set(text.match(/\{\w+\}/g));
const numbers = ['{count}', '{0}'];

/** Returns an error message for an invalid text, '' for a valid one. Every text with a number may have plural forms. */
function problemOf(spelled: string, text: string): string {
  const [key, message] = [getCurrentKey(spelled), stripPluralSuffix(getCurrentKey(spelled))];
  const textKey = [key, `${message}_other`, message].find((each) => Object.hasOwn(allTexts, each));
  const english = (allTexts as CustomTexts)[textKey ?? ''] ?? '';
  const [placeholders, expected] = [valuesOf(text), valuesOf(english)];
  const hasNumber = textKey !== message || numbers.some((number) => expected.has(number));
  if (!textKey || (key !== message && !hasNumber))
    return `Unknown text key "${spelled}"${didYouMean(spelled, Object.keys(allTexts))}`;
  // A plural form may omit the number: "one item".
  const missing = [...expected.difference(placeholders)].filter(
    (value) => key === message || !numbers.includes(value),
  );
  const isWhole = missing.length === 0 && placeholders.isSubsetOf(expected);
  return isWhole ? '' : `"${spelled}" must have the same placeholders as the default text "${english}".`;
}

/**
 * Reads the language files of a folder.
 * @param errors receives invalid file names, unknown keys and texts with wrong placeholders
 * @returns an empty list if the folder does not exist
 */
export async function readLanguages(folder: string, errors: FileErrors): Promise<LanguageFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code !== 'ENOTDIR') throw error;
    errors.add(folder, ['This must be a folder.']);
    return [];
  });
  const files: LanguageFile[] = [];
  for (const name of names.sort()) {
    errors.add(join(folder, name), [misnamedFileReason(name, 'languages')].filter(Boolean));
    if (!name.endsWith('.json')) continue;
    const file = await errors.collect(() => readLanguage(join(folder, name), name), null);
    if (file) files.push(file);
  }
  return files;
}

/** Reads one language file. @throws FileError */
async function readLanguage(path: string, name: string): Promise<LanguageFile> {
  const lang = fileName.exec(name)?.[1];
  if (!lang)
    throw new FileError(path, 'The file name must be a language code, such as de.json or pt-BR.json.');
  const file = validateFileValue(path, languageFileSchema, await readJson(path));
  const problems = Object.entries(file.texts).map(([key, text]) => problemOf(key, text));
  const found = problems.filter(Boolean);
  if (found.length > 0) throw new FileError(path, ...found);
  return { lang, ...file };
}

/** Returns the theme with the language files merged into `languages`; the files take precedence. */
export function withLanguages(theme: unknown, files: readonly LanguageFile[]): unknown {
  if (files.length === 0) return theme;
  const file = (theme ?? {}) as Record<string, unknown>;
  const part = (file.languages ?? {}) as { languages?: { lang: string }[]; texts?: object };
  const themeLanguages = part.languages ?? [{ lang: 'en', name: 'English' }];
  const others = files.filter(({ lang }) => !themeLanguages.some((entry) => entry.lang === lang));
  return {
    ...file,
    languages: {
      languages: [...themeLanguages, ...others.map(({ lang, name }) => ({ lang, name }))],
      texts: { ...part.texts, ...Object.fromEntries(files.map(({ lang, texts }) => [lang, texts])) },
    },
  };
}
