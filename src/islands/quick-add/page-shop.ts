/** What the page's islands were told about the shop, read from the bag's island, so that no page says it twice. */
import type { IslandShop } from '#lib/bag/shop-words.ts';

/**
 * @throws Error on a page without a bag
 */
export function pageShop(): IslandShop {
  const props = document.querySelector('[data-bag-link]')?.closest('astro-island')?.getAttribute('props');
  if (!props) throw new Error('This page has no bag.');
  return revived(JSON.parse(props).shop) as IslandShop;
}

/** Astro writes a prop as [kind, value]: 0 plain or an object of props, 1 a list of props. The shop has no other kinds. */
function revived([kind, value]: [number, unknown]): unknown {
  if (kind === 1) return (value as [number, unknown][]).map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, prop]) => [key, revived(prop)]));
}
