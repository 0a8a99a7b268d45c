/** Promotion types (R100) and their names in the database, in the API and in the merchant's file. Shared by server and browser. */
export const promotionKinds = {
  tier: 'tier',
  coupon: 'code',
  bundle: 'bundle',
  onePrice: 'oneprice',
  tying: 'tying',
  multiSpec: 'multi_spec',
  combination: 'combination',
  fullGift: 'fullgift',
  skuBundle: 'sku_bundle',
} as const;

export type PromotionKind = (typeof promotionKinds)[keyof typeof promotionKinds];
