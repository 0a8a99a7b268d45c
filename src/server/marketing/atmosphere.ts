/** Which marketing events a page is told of (R26, R69). Pure. */
import type { AtmosphereSettings } from './settings.ts';

export type MarketingEvent = Omit<AtmosphereSettings[number], 'products'>;

/** What the page shows. */
export interface Shown {
  /** Handle of its product, null on pages of none. */
  product: string | null;
  /** Pieces left of the chosen variant, null when none is chosen or stock is not counted. */
  stock: number | null;
}

/**
 * Events of these names, in the order of the settings. `{stock}` in a title becomes the number left; a title that
 * needs a number that is not known is left out.
 */
export function eventsFor(
  settings: AtmosphereSettings,
  names: readonly string[],
  { product, stock }: Shown,
): MarketingEvent[] {
  return settings
    .filter(({ event }) => names.includes(event))
    .filter(({ products }) => products.length === 0 || (product !== null && products.includes(product)))
    .filter(({ title }) => stock !== null || !title.includes('{stock}'))
    .map(({ event, type, title, params }) => ({
      event,
      type,
      title: title.replaceAll('{stock}', String(stock)),
      params,
    }));
}
