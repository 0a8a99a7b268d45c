/** A shop's languages, a file each: `languages/de.json` with the language's own name and its words by key. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { allTexts } from '#lib/messages/all.ts';
import type { OwnTexts } from '#lib/messages/format.ts';
import { keyOf, messageOf } from '#lib/messages/language.ts';
import { didYouMean } from '../core/nearest-name.ts';
import { BadFile, type FileErrors } from './bad-file.ts';
import { strayFile } from './folder-files.ts';
import { check, readJson } from './read-folder.ts';

export interface LanguageFile {
  lang: string;
  name: string;
  texts: Record<string, string>;
}

const fileName = /^([a-z]{2}(?:-[A-Za-z]{2,4})?)\.json$/;

const languageFile = z.strictObject({
  name: z.string().trim().min(1).max(60),
  texts: z.record(z.string(), z.string().max(1000)),
});

const valuesOf = (text: string) => new Set(text.match(/\{\w+\}/g));
const numbers = ['{count}', '{0}'];

/** Why a text cannot be taken, '' when it can. A language may have forms of whatever English says a number in. */
function problemOf(spelled: string, text: string): string {
  const [key, message] = [keyOf(spelled), messageOf(keyOf(spelled))];
  const known = [key, `${message}_other`, message].find((each) => Object.hasOwn(allTexts, each));
  const english = (allTexts as OwnTexts)[known ?? ''] ?? '';
  const [said, wanted] = [valuesOf(text), valuesOf(english)];
  const hasNumber = known !== message || numbers.some((number) => wanted.has(number));
  if (!known || (key !== message && !hasNumber))
    return `"${spelled}" is no text of the shop${didYouMean(spelled, Object.keys(allTexts))}`;
  // A form may leave the number out, as of one or two things.
  const lost = [...wanted.difference(said)].filter((value) => key === message || !numbers.includes(value));
  const isWhole = lost.length === 0 && said.isSubsetOf(wanted);
  return isWhole ? '' : `"${spelled}" must have the values of "${english}".`;
}

/**
 * Reads the language files of a folder.
 * @param errors gets files whose name is no language, keys that the shop does not have, and texts that lose a value
 * @returns none when there is no such folder
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
    errors.add(join(folder, name), [strayFile(name, 'languages')].filter(Boolean));
    if (!name.endsWith('.json')) continue;
    const file = await errors.collect(() => readLanguage(join(folder, name), name), null);
    if (file) files.push(file);
  }
  return files;
}

/** @throws BadFile */
async function readLanguage(path: string, name: string): Promise<LanguageFile> {
  const lang = fileName.exec(name)?.[1];
  if (!lang) throw new BadFile(path, 'Its name must be a language, such as de.json or pt-BR.json.');
  const file = check(path, languageFile, await readJson(path));
  const problems = Object.entries(file.texts).map(([key, text]) => problemOf(key, text));
  const found = problems.filter(Boolean);
  if (found.length > 0) throw new BadFile(path, ...found);
  return { lang, ...file };
}

/** A theme file's part `languages` with those of the files, which win. */
export function withLanguages(theme: unknown, files: readonly LanguageFile[]): unknown {
  if (files.length === 0) return theme;
  const file = (theme ?? {}) as Record<string, unknown>;
  const part = (file.languages ?? {}) as { languages?: { lang: string }[]; texts?: object };
  const own = part.languages ?? [{ lang: 'en', name: 'English' }];
  const others = files.filter(({ lang }) => !own.some((entry) => entry.lang === lang));
  return {
    ...file,
    languages: {
      languages: [...own, ...others.map(({ lang, name }) => ({ lang, name }))],
      texts: { ...part.texts, ...Object.fromEntries(files.map(({ lang, texts }) => [lang, texts])) },
    },
  };
}
