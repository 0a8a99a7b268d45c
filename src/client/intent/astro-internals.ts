/**
 * Astro behaviour in the browser that has no documented API. All other browser code uses documented APIs of Astro only;
 * tests/unit/server/pages/astro-internals.test.ts fails if Astro changes the behaviour used here.
 */

/** Event that Astro dispatches (bubbling) on an island that cannot hydrate, after requesting its script twice. */
export const islandFailedEvent = 'astro:hydration-error';

/**
 * Returns the server-rendered props of an island. Astro encodes each prop as [type, value]: type 0 is a plain value or an object of
 * props, type 1 a list of props. Islands whose props other code reads use no other types.
 */
export function readIslandProps(island: Element | null): Record<string, unknown> {
  return revived([0, JSON.parse(island?.getAttribute('props') ?? '{}')]) as Record<string, unknown>;
}

function revived([kind, value]: [number, unknown]): unknown {
  if (kind === 1) return (value as [number, unknown][]).map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, prop]) => [key, revived(prop)]));
}
