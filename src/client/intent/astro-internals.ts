/**
 * Astro behaviour without a documented API, in the browser. The rest of our browser code uses documented Astro only;
 * tests/unit/server/pages/astro-internals.test.ts fails when Astro changes what this file relies on.
 */

/** Dispatched (bubbling) on an island that cannot hydrate, after Astro has requested its script twice. */
export const islandFailedEvent = 'astro:hydration-error';

/**
 * Returns the props the server rendered for an island. Astro encodes each prop as [type, value]: 0 plain or an object of props, 1
 * a list of props; islands whose props other code reads use no other types.
 */
export function readIslandProps(island: Element | null): Record<string, unknown> {
  return revived([0, JSON.parse(island?.getAttribute('props') ?? '{}')]) as Record<string, unknown>;
}

function revived([kind, value]: [number, unknown]): unknown {
  if (kind === 1) return (value as [number, unknown][]).map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, prop]) => [key, revived(prop)]));
}
