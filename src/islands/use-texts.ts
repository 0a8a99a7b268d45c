/** Texts for the parts of an island, at any depth (docs/decisions/21-languages-and-currencies.md). */
import { createContext, useContext } from 'react';
import { type OwnTexts, type WordsOf, wordsIn } from '#lib/messages/format.ts';

/** Text overrides for the page's language: an island provides its prop `texts` to its parts. */
export const TextsContext = createContext<OwnTexts>({});

/** Cached by language and table: a form has many fields. */
const made = new WeakMap<OwnTexts, WeakMap<OwnTexts, object>>();

/**
 * Returns the texts of a part in the page's language: `words.city`, with values `words.text('payNow', { total })`.
 * @param table in English; must be the same object each time
 */
export function useTexts<Table extends OwnTexts>(table: Table): WordsOf<Table> {
  const pageTexts = useContext(TextsContext);
  const tables = made.get(pageTexts) ?? new WeakMap();
  made.set(pageTexts, tables);
  const words = tables.get(table) ?? wordsIn(table, pageTexts);
  tables.set(table, words);
  return words as WordsOf<Table>;
}
