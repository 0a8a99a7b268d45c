/** Names of a product page's marketing events (R69). */
export const productEvents = [
  'PRODUCT_TEXT_NOTE',
  'PRODUCT_COUNTDOWN',
  'ADD_TO_BAG_ANIMATION',
  'BUY_NOW_ANIMATION',
  'VARIANT_INVENTORY',
] as const;
