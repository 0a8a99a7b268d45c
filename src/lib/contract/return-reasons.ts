/** What a return is asked for by, and how far it is. */

/** Why something comes back; what each says is in the words of an order (messages/order.ts). */
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
