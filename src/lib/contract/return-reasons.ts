/** Reasons for a return; messages/order.ts contains their labels. */
export const returnReasons = [
  'changed_mind',
  'damaged',
  'wrong_item',
  'not_as_shown',
  'late',
  'other',
] as const;
export type ReturnReason = (typeof returnReasons)[number];

export type ReturnState = 'asked' | 'accepted' | 'refused' | 'arrived';
