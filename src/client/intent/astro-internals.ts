/**
 * What Astro has no documented way for, in the browser. Nothing else of ours knows more of Astro than its documentation;
 * tests/unit/server/pages/astro-internals.test.ts fails when Astro changes what stands here.
 */

/** The event of an island that cannot wake. It bubbles; Astro has tried the island's script twice by then. */
export const islandFailedEvent = 'astro:hydration-error';

/**
 * What the server told an island. Astro writes each prop as [kind, value]: 0 plain or an object of props, 1 a list of props;
 * islands whose props others read have no other kinds.
 */
export function propsOf(island: Element | null): Record<string, unknown> {
  return revived([0, JSON.parse(island?.getAttribute('props') ?? '{}')]) as Record<string, unknown>;
}

function revived([kind, value]: [number, unknown]): unknown {
  if (kind === 1) return (value as [number, unknown][]).map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, prop]) => [key, revived(prop)]));
}
