/** Maximum number of ids in one `IN (…)` list, well below the drivers' limit on bound parameters. */
const idsPerQuery = 500;

/** Splits a list into chunks that are small enough for one query. */
export function chunk<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let from = 0; from < items.length; from += idsPerQuery) {
    chunks.push(items.slice(from, from + idsPerQuery));
  }
  return chunks;
}
