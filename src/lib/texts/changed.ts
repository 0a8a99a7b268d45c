/** The words of an island, told to it by its page: only what the page's language changes of the table it brings itself. */

/** @returns the entries of `texts` that `table` has in other words */
export function changedTexts<Table extends Readonly<Record<string, string>>>(
  table: Table,
  texts: Readonly<Record<keyof Table, string>>,
): Partial<Record<keyof Table, string>> {
  const keys = Object.keys(table) as (keyof Table)[];
  return Object.fromEntries(
    keys.filter((key) => table[key] !== texts[key]).map((key) => [key, texts[key]]),
  ) as Partial<Record<keyof Table, string>>;
}
