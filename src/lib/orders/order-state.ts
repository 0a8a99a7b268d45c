/** States of an order as the staff sees them: its status (R61), and whether it is on hold. Pure. */
import { type OrderState, orderStates } from '../contract/order-states.ts';
import { isPaid, orderStatus } from './status.ts';

/** Statuses of each state. An order on hold has one of its statuses, too: `to_ship` and `on_hold` also differ by the hold. */
export const statusesOfState: Readonly<Record<OrderState, readonly number[]>> = {
  to_ship: [orderStatus.paid, orderStatus.processing],
  on_hold: [orderStatus.paid, orderStatus.processing],
  unpaid: [orderStatus.pending],
  failed: [orderStatus.failed],
  shipped: [orderStatus.shipped],
  completed: [orderStatus.completed],
  cancelled: [orderStatus.cancelled],
  refunded: [orderStatus.refunded],
};

export function orderState(status: number, holdReason: string): OrderState {
  const isOpen = isPaid(status) && status < orderStatus.shipped;
  if (isOpen) return holdReason === '' ? 'to_ship' : 'on_hold';
  const found = orderStates.find((state) => statusesOfState[state].includes(status));
  return found ?? 'unpaid';
}
