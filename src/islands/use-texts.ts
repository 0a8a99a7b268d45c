/** Provides texts to all components of an island, at any depth (docs/decisions/21-languages-and-currencies.md). */
import { createContext, useContext } from 'react';
import { type CustomTexts, createTexts, type TextsOf } from '#lib/messages/format.ts';

/** Text overrides for the page's language: an island passes its prop `texts` to its child components through context. */
export const TextsContext = createContext<CustomTexts>({});

/** Cache of texts by language and text table, because a form has many fields that use the same texts. */
const made = new WeakMap<CustomTexts, WeakMap<CustomTexts, object>>();

/**
 * Returns a component's texts in the page's language, such as `words.city`, or with values `words.text('payNow', { total })`.
 * @param table the English texts; must be the same object in every call
 */
export function useTexts<Table extends CustomTexts>(table: Table): TextsOf<Table> {
  const pageTexts = useContext(TextsContext);
  const tables = made.get(pageTexts) ?? new WeakMap();
  made.set(pageTexts, tables);
  const words = tables.get(table) ?? createTexts(table, pageTexts);
  tables.set(table, words);
  return words as TextsOf<Table>;
}
