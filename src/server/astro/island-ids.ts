/** What the ids of an island begin with, in the browser too: no other of its page has the same. */

/** The page an island is written into, or the piece of pages (components/kept.ts). */
export interface IslandPlace {
  keptAs?: string;
  /** How many islands of a kind it has so far. */
  islands?: Map<string, number>;
}

/** Counts one more island of that name. */
export function prefixFor(place: IslandPlace, name: string): string {
  place.islands ??= new Map();
  const count = place.islands.get(name) ?? 0;
  place.islands.set(name, count + 1);
  const nth = count === 0 ? name : `${name}-${count}`;
  return place.keptAs === undefined ? nth : `${place.keptAs.replace(/\W+/g, '-')}-${nth}`;
}

/** Whether the next island of that name is the first of a page: it has the same ids on every page. */
export function isFirst({ keptAs, islands }: IslandPlace, name: string): boolean {
  return keptAs === undefined && !islands?.has(name);
}
