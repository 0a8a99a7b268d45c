/** Checkout endpoints that also read or change the checkout's order: view, update, payment link. */
import * as codes from '#lib/contract/codes.ts';
import { isPayable } from '#lib/orders/status.ts';
import { checkoutPath } from '../checkout/checkout.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { identify } from '../core/identity.ts';
import { changeCheckout } from './change-checkout.ts';
import { selectOrderOfCheckout } from './store.ts';
import { buildWireCheckout, viewCheckout } from './view-checkout.ts';

export const checkoutOrderHandlers: Handlers = {
  'POST /api/update/checkout/:id': async ({ params, body }, { services, caller }) => {
    const identity = identify(caller);
    await openCheckout(services, params.id, identity.customerId);
    const changed = await changeCheckout(services, params.id, body);
    return buildWireCheckout(services, changed.checkout, changed, identity, changed.needSecondConfirm);
  },

  'GET /api/v1/storefront/checkouts/:id': ({ params }, { services, caller, now }) =>
    viewCheckout(services, params.id, identify(caller), now),

  'GET /api/v1/checkout/payment/link': async ({ query }, { services, caller }) => {
    const checkout = await openCheckout(services, query.token, identify(caller).customerId);
    const order = await selectOrderOfCheckout(services.db.read, checkout.tokenHash);
    if (order && checkout.state === 'ordered' && !isPayable(order.statusKey)) {
      throw new Failure(codes.notFound, 'There is nothing to pay for this order.');
    }
    return { web_url: checkoutPath(checkout.shopId, checkout.token) };
  },
};
