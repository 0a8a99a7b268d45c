/** Shopper events of this page. Until consent is known they wait in memory and nowhere else (R122). */
import type { Bag } from '#lib/bag/bag-codec.ts';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import type { EventProducts, ShopEvent } from '#lib/marketing/shop-event.ts';
import { randomId } from '#lib/random-id.ts';
import { isInEditorOrFrame } from '../page/display-mode.ts';
import type { AddedProduct } from '../quick-view/messages.ts';

/** The added products with the bag, from which advertise.ts reads their prices. */
interface ProductsWithBag {
  products: readonly AddedProduct[];
  bag: Bag;
}

/** A shop event with details that only this browser and the server may see. */
export interface ShopperEvent extends Omit<ShopEvent, 'goods'> {
  goods: EventProducts | ProductsWithBag;
  /** Key that limits the event to once per tab, however often its page is opened. */
  once?: string;
  /** For the server, which hashes it. */
  email?: string;
}

type Listener = (event: ShopperEvent) => void;

const waiting: ShopperEvent[] = [];
const wait: Listener = (event) => waiting.push(event);
let hearer = wait;

/** Sends an event to the subscriber; a page in the editor or a frame sends none (TRK-16). */
export function sendEvent(
  name: ShopEventName,
  products: ShopperEvent['goods'] = {},
  more: Partial<Pick<ShopperEvent, 'id' | 'once' | 'email'>> = {},
): void {
  if (isInEditorOrFrame()) return;
  hearer({ name, id: randomId(), at: Date.now(), goods: products, ...more });
}

/** Subscribes to waiting and future events; null drops them all. */
export function subscribeToEvents(next: Listener | null): void {
  hearer = next ?? (() => {});
  for (const event of waiting.splice(0)) hearer(event);
}
