/** Ids in one `IN (…)` list, well under the drivers' limits on parameters. */
const idsPerQuery = 500;

/** Cuts a list into pieces that fit one query. */
export function chunk<Item>(items: readonly Item[]): Item[][] {
  const pieces: Item[][] = [];
  for (let from = 0; from < items.length; from += idsPerQuery) {
    pieces.push(items.slice(from, from + idsPerQuery));
  }
  return pieces;
}
