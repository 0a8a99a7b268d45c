import { countPieces } from '#lib/bag/capacity.ts';
import type { Bag } from '#lib/bag/stored-bag.ts';
import { api } from '#lib/contract/client.ts';
import type { AddedProduct } from '#lib/quick-view/messages.ts';
import { randomId } from '#lib/random-id.ts';
import { clientId } from '#lib/session/client-id.ts';

/** Tells the shop that something was added (API-116). @param bag with it */
export function sendAddEvent(products: readonly AddedProduct[], bag: Bag): void {
  const event = { cart_num: countPieces(bag.lines), productList: [...products], client_id: clientId() };
  void api(
    'POST /api/v1/cart/add/event',
    { body: { extra_params: event, event_id: randomId() } },
    { keepalive: true },
  );
}
