/** States of an order as the staff sees them. */
export const orderStates = [
  'to_ship',
  'on_hold',
  'unpaid',
  'failed',
  'shipped',
  'completed',
  'cancelled',
  'refunded',
] as const;

export type OrderState = (typeof orderStates)[number];
