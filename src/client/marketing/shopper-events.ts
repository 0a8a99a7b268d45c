/** What a shopper does on a page, for who may be told of it: until then it waits in the page's memory and nowhere else (R122). */
import type { Bag } from '#lib/bag/bag-codec.ts';
import type { ShopEventName } from '#lib/contract/tracking.ts';
import type { EventProducts, ShopEvent } from '#lib/marketing/shop-event.ts';
import { randomId } from '#lib/random-id.ts';
import { isOnlyLookedAt } from '../page/display-mode.ts';
import type { AddedProduct } from '../quick-view/messages.ts';

/** Products that were added, and the bag with them; advertise.ts reads their prices from it. */
interface AddedGoods {
  products: readonly AddedProduct[];
  bag: Bag;
}

/** A shop event with what only this browser and the shop see of it. */
export interface ShopperEvent extends Omit<ShopEvent, 'goods'> {
  goods: EventProducts | AddedGoods;
  /** It is told once in this tab, however often its page is opened. */
  once?: string;
  /** For the server, which hashes it. */
  email?: string;
}

type Listener = (deed: ShopperEvent) => void;

const waiting: ShopperEvent[] = [];
const wait: Listener = (deed) => waiting.push(deed);
let hearer = wait;

/** Tells of it; a page that is only looked at is silent (TRK-16). */
export function sendEvent(
  name: ShopEventName,
  goods: ShopperEvent['goods'] = {},
  more: Partial<Pick<ShopperEvent, 'id' | 'once' | 'email'>> = {},
): void {
  if (isOnlyLookedAt()) return;
  hearer({ name, id: randomId(), at: Date.now(), goods, ...more });
}

/** Hears of what waits and of all that follows; null: it is dropped. */
export function subscribe(next: Listener | null): void {
  hearer = next ?? (() => {});
  for (const deed of waiting.splice(0)) hearer(deed);
}
