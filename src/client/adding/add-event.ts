import { clientId } from '#client/client-id.ts';
import type { AddedProduct } from '#client/quick-view-messages.ts';
import { tellShop } from '#client/tell-shop.ts';
import { countPieces } from '#lib/bag/capacity.ts';
import type { Bag } from '#lib/bag/stored-bag.ts';
import { mostAddedAtOnce } from '#lib/contract/bag-limits.ts';
import { randomId } from '#lib/random-id.ts';

/** Tells the shop that something was added (API-116). @param bag with it */
export function sendAddEvent(products: readonly AddedProduct[], bag: Bag): void {
  tellShop('POST /api/v1/cart/add/event', () => ({
    extra_params: {
      cart_num: countPieces(bag.lines),
      productList: products.slice(0, mostAddedAtOnce),
      client_id: clientId(),
    },
    event_id: randomId(),
  }));
}
