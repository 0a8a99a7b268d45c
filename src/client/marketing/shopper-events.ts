/** Queues this page's shopper events, in memory only, until the consent choice is known (R122). */
import type { Bag } from '#lib/bag/bag-codec.ts';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import type { EventProducts, ShopEvent } from '#lib/marketing/shop-event.ts';
import { randomId } from '#lib/random-id.ts';
import { isInEditorOrFrame } from '../page/display-mode.ts';
import type { AddedProduct } from '../quick-view/messages.ts';

/** Added products, with the bag from which advertise.ts reads their prices. */
interface ProductsWithBag {
  products: readonly AddedProduct[];
  bag: Bag;
}

/** A shop event with additional data that only this browser and the shop's server may receive. */
export interface ShopperEvent extends Omit<ShopEvent, 'goods'> {
  goods: EventProducts | ProductsWithBag;
  /** Key that limits the event to once per tab, even if its page is opened repeatedly. */
  once?: string;
  /** The shopper's email for the server, which hashes it. */
  email?: string;
}

type Listener = (event: ShopperEvent) => void;

const waiting: ShopperEvent[] = [];
const wait: Listener = (event) => waiting.push(event);
let hearer = wait;

/** Sends an event to the subscriber, or queues it until there is one. Pages in the editor or a frame send no events (TRK-16). */
export function sendEvent(
  name: ShopEventName,
  products: ShopperEvent['goods'] = {},
  more: Partial<Pick<ShopperEvent, 'id' | 'once' | 'email'>> = {},
): void {
  if (isInEditorOrFrame()) return;
  hearer({ name, id: randomId(), at: Date.now(), goods: products, ...more });
}

/** Subscribes to queued and future events; null discards them all. */
export function subscribeToEvents(next: Listener | null): void {
  hearer = next ?? (() => {});
  for (const event of waiting.splice(0)) hearer(event);
}
