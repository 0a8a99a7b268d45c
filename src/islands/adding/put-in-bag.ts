import { clientId } from '#client/api/client-id.ts';
import { sessionId } from '#client/api/session-id.ts';
import { type AddResult, addBundle, addLines } from '#client/bag/actions.ts';
import { sendEvent } from '#client/marketing/start-marketing.ts';
import { announce } from '#client/page/announce.ts';
import type { AddedProduct } from '#client/quick-view/messages.ts';
import { whenTextsLoaded } from '#client/stores/texts.ts';
import { track } from '#client/tracking/track.ts';
import type { Bag } from '#lib/bag/bag-codec.ts';
import { countUnits } from '#lib/bag/capacity.ts';
import type { Addition } from '#lib/bag/line.ts';
import type { ShopTexts } from '#lib/bag/shop-texts.ts';
import { maxLineQuantity, maxLinesPerAdd } from '#lib/contract/bag-limits.ts';
import { randomId } from '#lib/random-id.ts';
import { notify } from './notify.ts';

/** The bag after the addition, and the added products in the format of the add-to-cart event (API-116). */
interface Added {
  bag: Bag;
  products: AddedProduct[];
}

/**
 * Adds the lines to the bag if it has enough capacity. All code that adds to the bag uses this function (ADD-23). The displayed
 * item counts are up to date when it returns.
 * @param pressed the pressed control, which shakes if the bag is full
 * @returns null if the bag is full: the shopper sees a message and the bag is unchanged (ADD-18)
 */
export function putInBag({ lines, bundle }: Addition, pressed: HTMLElement, texts: ShopTexts): Added | null {
  const result: AddResult = bundle ? addBundle(lines, bundle.code, bundle.sets) : addLines(lines);
  if (!result.isAdded) {
    whenTextsLoaded(() =>
      notify(texts.text('purchaseMaxItemsMsg'), ({ showBagFullMessage }) =>
        showBagFullMessage(pressed, texts),
      ),
    );
    return null;
  }
  const products = lines.map(({ id, sku_id, quantity = 1 }) => ({
    spu_id: id,
    sku_id,
    quantity: Math.min(maxLineQuantity, quantity * (bundle?.sets ?? 1)),
  }));
  return { bag: result.bag, products };
}

/** Adds to the bag without opening the bag or another page. @returns false if the bag is full */
export function addToBagSilently(addition: Addition, pressed: HTMLElement, texts: ShopTexts): boolean {
  const added = putInBag(addition, pressed, texts);
  if (!added) return false;
  sendAddEvent(added.products, added.bag);
  whenTextsLoaded(() => announce(texts.text('addedToCart')));
  return true;
}

/** Sends the add-to-cart event to the shop and, with consent, to third parties (API-116, R77, POP-40). @param bag after the addition */
export function sendAddEvent(products: readonly AddedProduct[], bag: Bag): void {
  track('POST /api/v1/cart/add/event', () => ({
    extra_params: {
      cart_num: countUnits(bag.lines),
      productList: products.slice(0, maxLinesPerAdd),
      client_id: clientId(),
    },
    event_id: randomId(),
    session_id: sessionId(),
  }));
  if (document.documentElement.dataset.popups)
    import('#client/marketing/popup-events.ts').then(
      ({ recordBagAdd }) => recordBagAdd(),
      () => {},
    );
  sendEvent('AddToCart', { products, bag });
}
