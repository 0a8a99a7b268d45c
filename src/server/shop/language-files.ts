/** A shop's languages, a file each: `languages/de.json` with the language's own name and its words by key. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { allTexts } from '#lib/messages/all.ts';
import type { OwnTexts } from '#lib/messages/format.ts';
import { keyOf, messageOf } from '#lib/messages/language.ts';
import { BadFile, check, readJson } from './read-folder.ts';

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

const known: OwnTexts = allTexts;

/** The English of a text. A language may have forms where English needs none: of whatever a number is said in. */
function englishOf(key: string): string | undefined {
  const message = messageOf(key);
  const name = [key, `${message}_other`, message].find((each) => Object.hasOwn(known, each));
  const english = name && known[name];
  return english && key !== message && name === message && !/\{(?:count|0)\}/.test(english)
    ? undefined
    : english;
}

/** A form may leave the number out, as of one or two things. */
function hasValues(key: string, text: string, english: string): boolean {
  const valuesOf = (of: string): readonly string[] => of.match(/\{\w+\}/g) ?? [];
  const [said, wanted] = [valuesOf(text), valuesOf(english)];
  const isFree = (value: string) => key !== messageOf(key) && ['{count}', '{0}'].includes(value);
  return (
    said.every((value) => wanted.includes(value)) &&
    wanted.every((value) => said.includes(value) || isFree(value))
  );
}

/**
 * @returns none when there is no such folder
 * @throws BadFile for a file whose name is no language, a key the shop does not know, and words that lose a value
 */
export async function readLanguages(folder: string): Promise<LanguageFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: LanguageFile[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.json')).sort()) {
    const path = join(folder, name);
    const lang = fileName.exec(name)?.[1];
    if (!lang) throw new BadFile(path, 'Its name must be a language, such as de.json or pt-BR.json.');
    const file = check(path, languageFile, await readJson(path));
    for (const [key, text] of Object.entries(file.texts)) {
      const english = englishOf(keyOf(key));
      if (english === undefined) throw new BadFile(path, `"${key}" is no text of the shop.`);
      if (!hasValues(keyOf(key), text, english))
        throw new BadFile(path, `"${key}" must have the values of "${english}".`);
    }
    files.push({ lang, ...file });
  }
  return files;
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
