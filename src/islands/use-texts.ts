/** The texts of an island's parts, however deep they are (docs/decisions/21-languages-and-currencies.md). */
import { createContext, useContext } from 'react';
import { type OwnTexts, type WordsOf, wordsIn } from '#lib/messages/format.ts';

/** What the page's language changes: the island's prop `texts`, which it provides to its parts. */
export const TextsContext = createContext<OwnTexts>({});

/** Made once for each language and table: a form has many fields. */
const made = new WeakMap<OwnTexts, WeakMap<OwnTexts, object>>();

/**
 * Returns the texts of a part in the page's language: `words.city`, with values `words.text('payNow', { total })`.
 * @param table in English; the same object each time
 */
export function useTexts<Table extends OwnTexts>(table: Table): WordsOf<Table> {
  const pageTexts = useContext(TextsContext);
  const tables = made.get(pageTexts) ?? new WeakMap();
  made.set(pageTexts, tables);
  const words = tables.get(table) ?? wordsIn(table, pageTexts);
  tables.set(table, words);
  return words as WordsOf<Table>;
}
