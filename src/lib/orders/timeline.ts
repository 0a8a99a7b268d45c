/** Builds the progress steps that an order page displays. Only a shipment or the staff can complete a step. Pure. */
import type { WireOrder } from '../contract/wire-order.ts';
import { isPayable, orderStatus } from './status.ts';

export type StepName = 'placed' | 'packed' | 'sent' | 'delivered';

export interface Step {
  name: StepName;
  /** State of the step; `part`: done for some parcels only. */
  state: 'done' | 'part' | 'open';
  /** Time of the step, ms UTC; null if unknown. */
  at: number | null;
}

/** Message that the page displays beside the steps; `onWay` means no message. */
export type TimelineNote = 'unpaid' | 'failed' | 'cancelled' | 'refunded' | 'hold' | 'onWay';

export interface Timeline {
  steps: Step[];
  note: TimelineNote;
}

type Facts = Pick<
  WireOrder,
  'order_time' | 'packed_at' | 'status_key' | 'is_on_hold' | 'tracking_info' | 'variant_items'
>;

/** Returns the steps of an order; includes future steps only if they will happen. */
export function buildTimeline(order: Facts): Timeline {
  const { status_key: status, tracking_info: parcels, packed_at } = order;
  const placed: Step = { name: 'placed', state: 'done', at: order.order_time };
  const note = noteOf(order);
  const isSentGood = order.variant_items.some(({ is_virtual_item }) => !is_virtual_item);
  if (!isSentGood || note === 'unpaid' || note === 'failed' || note === 'cancelled')
    return { steps: [placed], note };
  const isAllSent =
    status === orderStatus.shipped || status === orderStatus.completed || isEveryPieceSent(order);
  const sentAt = parcels.map(({ tracking_update_time }) => tracking_update_time);
  const arrivedAt = parcels.flatMap(({ delivered_at }) => delivered_at ?? []);
  const isAllThere =
    status === orderStatus.completed ||
    (isAllSent && parcels.length > 0 && arrivedAt.length === parcels.length);
  const sent = step('sent', isAllSent, sentAt);
  const delivered = step('delivered', isAllThere, arrivedAt);
  const packed: Step =
    packed_at === null
      ? { name: 'packed', state: sent.state, at: earliest(sentAt) }
      : { name: 'packed', state: 'done', at: packed_at };
  const steps = [placed, packed, sent, delivered];
  // A refunded order has no future steps, because its unsent items will not be sent.
  return { steps: note === 'refunded' ? steps.filter(({ state }) => state !== 'open') : steps, note };
}

function noteOf({ status_key: status, is_on_hold }: Facts): TimelineNote {
  if (status === orderStatus.failed) return 'failed';
  if (isPayable(status)) return 'unpaid';
  if (status === orderStatus.cancelled) return 'cancelled';
  if (status === orderStatus.refunded) return 'refunded';
  return is_on_hold ? 'hold' : 'onWay';
}

/** Builds a step. @param times times of the order's parcels: the first starts the step, the last completes it */
function step(name: StepName, isDone: boolean, times: readonly number[]): Step {
  if (isDone) return { name, state: 'done', at: times.length > 0 ? Math.max(...times) : null };
  return { name, state: times.length > 0 ? 'part' : 'open', at: earliest(times) };
}

function earliest(times: readonly number[]): number | null {
  return times.length > 0 ? Math.min(...times) : null;
}

/** Returns whether all items were sent. Needed for refunded orders, whose status no longer contains this information. */
function isEveryPieceSent({ tracking_info, variant_items }: Facts): boolean {
  const countUnits = (items: readonly { quantity: number }[]) =>
    items.reduce((sum, { quantity }) => sum + quantity, 0);
  const bought = countUnits(variant_items.filter(({ is_virtual_item }) => !is_virtual_item));
  return (
    tracking_info.length > 0 && countUnits(tracking_info.flatMap(({ order_info }) => order_info)) >= bought
  );
}
