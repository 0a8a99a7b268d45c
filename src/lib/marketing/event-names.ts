/** Names of a product page's marketing events (R69). */
export const productEvents = [
  'PRODUCT_TEXT_NOTE',
  'PRODUCT_COUNTDOWN',
  'ADD_TO_BAG_ANIMATION',
  'BUY_NOW_ANIMATION',
  'VARIANT_INVENTORY',
] as const;

/** Marketing events of the cart and the checkout: each page requests both and uses only its own (R26, MKT-08). */
export const bagEvents = ['BAG_COUNTDOWN', 'CHECKOUT_PAGE_COUNTDOWN'] as const;

/** Returns the marketing events that belong to a page; the bag's dropdown and drawer count as cart. */
export function filterEventsByPage<Event extends { event: string }>(
  page: 'cart' | 'checkout',
  events: readonly Event[],
): Event[] {
  const name = bagEvents[page === 'cart' ? 0 : 1];
  return events.filter(({ event }) => event === name);
}
