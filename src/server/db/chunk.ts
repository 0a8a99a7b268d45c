/** Ids in one `IN (…)` list, well below the drivers' limits on parameters. */
const idsPerQuery = 500;

/** Splits a list into chunks that fit one query. */
export function chunk<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let from = 0; from < items.length; from += idsPerQuery) {
    chunks.push(items.slice(from, from + idsPerQuery));
  }
  return chunks;
}
