/** What has to be there, from all words down to one. Pure. */
import type { Unit } from '../read-search.ts';
import { allOf, anyOf, type KnownForms, type Together, together, unitQuery } from './text-query.ts';

/** Ways to leave words out that are asked for together, and characters of all of them: each word of each is looked up. */
const maxWays = 300;
const maxLength = 60_000;

export interface Level {
  query: Together | null;
  /** Not all words are asked for. */
  isPartial: boolean;
}

/** The first of these that anything fits finds what has most of the words. */
export function* searchLevels(units: readonly Unit[], forms: KnownForms): Generator<Level> {
  const asked = units.map((unit) => ({
    isOptional: unit.isOptional === true,
    query: unitQuery(unit, forms, 'anywhere'),
  }));
  const required = asked.flatMap(({ isOptional, query }) => (isOptional ? [] : [query]));
  yield { query: together(...asked.map(({ query }) => query)), isPartial: false };
  if (required.length < asked.length && required.length > 0) {
    yield { query: together(...required), isPartial: false };
  }
  const known = required.filter((query) => query !== null);
  if (known.length < required.length && known.length > 0) {
    yield { query: together(...known), isPartial: true };
  }
  for (let left = known.length - 1; left > 0; left -= 1) {
    const ways = waysToPick(known, left);
    if (ways.length > maxWays) continue;
    const query = anyOf(ways.map(allOf));
    if (query !== null && query.length <= maxLength) yield { query: [query], isPartial: true };
  }
  yield { query: together(anyOf(asked.map(({ query }) => query))), isPartial: true };
}

function waysToPick<Item>(items: readonly Item[], count: number): Item[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) =>
    waysToPick(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
