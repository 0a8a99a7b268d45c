/** Texts for the parts of an island, at any depth (docs/decisions/21-languages-and-currencies.md). */
import { createContext, useContext } from 'react';
import { type CustomTexts, createTexts, type TextsOf } from '#lib/messages/format.ts';

/** Text overrides for the page's language: an island passes its prop `texts` to its child components through context. */
export const TextsContext = createContext<CustomTexts>({});

/** Cached by language and table: a form has many fields. */
const made = new WeakMap<CustomTexts, WeakMap<CustomTexts, object>>();

/**
 * Returns the texts of a part in the page's language: `words.city`, with values `words.text('payNow', { total })`.
 * @param table in English; must be the same object each time
 */
export function useTexts<Table extends CustomTexts>(table: Table): TextsOf<Table> {
  const pageTexts = useContext(TextsContext);
  const tables = made.get(pageTexts) ?? new WeakMap();
  made.set(pageTexts, tables);
  const words = tables.get(table) ?? createTexts(table, pageTexts);
  tables.set(table, words);
  return words as TextsOf<Table>;
}
