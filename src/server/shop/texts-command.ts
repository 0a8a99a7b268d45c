/** Defines the CLI command that lists the shop's interface texts, for writing language files. */
import type { Command } from 'commander';
import { textsByPlace } from '#lib/messages/all.ts';
import { getCurrentKey, normaliseCustomTexts, stripPluralSuffix } from '#lib/messages/language.ts';
import { didYouMean } from '../core/nearest-name.ts';
import { readThemeSetting } from '../theme/store.ts';
import { addExamples, type CommandContext, jsonOption, printResult, toTerminalLine } from './command.ts';

interface ListedText {
  key: string;
  /** Part of the shop in which shoppers see the text. */
  place: string;
  /** The built-in English text. */
  default: string;
  /** The text in the requested language; null if the language file has none, so that shoppers see the default. */
  text?: string | null;
}

export function addTextsCommand(program: Command, context: CommandContext): void {
  const texts = program
    .command('texts [lang] [search...]')
    .summary('List the texts of the shop, to change or translate them')
    .description(
      'Lists the key of each text with its default and the place where shoppers see it. With a language code of the shop, also lists the text of that language. ' +
        'Add words to search keys, texts and places. Write the texts you want to change into languages/LANG.json.',
    )
    .option(...jsonOption)
    .action(async (...[lang = '', search = []]: [string | undefined, string[]]) => {
      const { languages, texts } = await readThemeSetting(context.services.db.read, 'languages');
      const codes = languages.map((language) => language.lang);
      const isLanguage = codes.includes(lang);
      if (!isLanguage && /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/.test(lang))
        throw new Error(`The shop has no language "${lang}"; its languages are ${codes.join(', ')}.`);
      const query = [isLanguage ? '' : lang, ...search].join(' ').trim();
      const languageTexts = isLanguage ? normaliseCustomTexts(texts[lang] ?? {}, lang) : null;
      const listed = listTexts(languageTexts).filter((text) => matches(text, query));
      const keys = Object.values(textsByPlace).flatMap((table) => Object.keys(table));
      const lines = listed.flatMap(({ key, place, text, ...all }) => [
        `${key.padEnd(28)} ${place.padEnd(20)} ${toTerminalLine(all.default)}`,
        ...(text == null ? [] : [`${' '.repeat(28)} ${`in ${lang}`.padEnd(20)} ${toTerminalLine(text)}`]),
      ]);
      printResult(
        context,
        listed,
        lines.length > 0 ? lines : [`No text matches "${query}"${didYouMean(query, keys)}`],
      );
    });
  addExamples(texts, 'texts', 'texts checkout', 'texts de', 'texts de "add to bag"');
}

/**
 * Returns all interface texts, each with the part of the shop in which it appears.
 * @param languageTexts texts of a language by key; null lists only the defaults
 */
function listTexts(languageTexts: Readonly<Record<string, string | undefined>> | null): ListedText[] {
  const found = new Map<string, ListedText>();
  // Some texts appear in several parts of the shop. List only the first part.
  for (const [place, table] of Object.entries<Readonly<Record<string, string>>>(textsByPlace))
    for (const [key, english] of Object.entries(table))
      if (!found.has(key))
        found.set(key, {
          key,
          place,
          default: english,
          ...(languageTexts && { text: languageTexts[key] ?? null }),
        });
  // A language may have plural forms that English does not have.
  for (const [key, text = ''] of Object.entries(languageTexts ?? {})) {
    const english = found.get(`${stripPluralSuffix(getCurrentKey(key))}_other`);
    if (english && !found.has(key)) found.set(key, { ...english, key, text });
  }
  return [...found.values()];
}

function matches(text: ListedText, query: string): boolean {
  const needle = query.toLowerCase();
  return [text.key, text.place, text.default, text.text ?? ''].some((each) =>
    each.toLowerCase().includes(needle),
  );
}
