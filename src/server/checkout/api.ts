/** The checkout's calls: opened from the bag, read, changed. */
import { codes } from '#lib/contract/codes.ts';
import { isPayable } from '#lib/orders/status.ts';
import { discountAnswer } from '../bag/discount-answer.ts';
import { readSentBag } from '../bag/sent-bag.ts';
import { Failure } from '../core/failure.ts';
import type { Handlers } from '../core/handler.ts';
import { identify, visitorHash } from '../core/identity.ts';
import { linkToken } from '../orders/link-token.ts';
import { selectOrderOfCheckout } from '../orders/store.ts';
import { priceBagNow } from '../promotions/load-prices.ts';
import { changeCheckout } from './change-checkout.ts';
import { checkLogin } from './check-login.ts';
import { checkoutPath } from './checkout.ts';
import { createCheckout } from './create-checkout.ts';
import { readPolicies } from './footer-store.ts';
import { couponFailure } from './line-refusal.ts';
import { readNewestCheckout } from './store.ts';
import { openCheckout, showCheckout, viewCheckout } from './view-checkout.ts';

function address(checkout: { token: string; shopId: number }) {
  const web_url = checkoutPath(checkout.shopId, checkout.token);
  return { token: checkout.token, shop_id: checkout.shopId, web_url };
}

export const checkoutHandlers: Handlers = {
  'POST /api/v1/checkout': async ({ body }, context) => {
    await checkLogin(context);
    const checkout = await createCheckout(
      context.services,
      {
        groups: body.checkouts,
        shownTotal: body.total_pay_amount ?? null,
        source: body.source,
        distinctId: body.distinct_id,
        visitorHash: visitorHash(context.ensureVisitor()),
        lang: '',
      },
      context.now,
    );
    return { checkout: address(checkout) };
  },

  'POST /api/update/checkout/:id': async ({ params, body }, { services, caller }) => {
    await openCheckout(services, params.id, identify(caller).customerId);
    const changed = await changeCheckout(services, params.id, body);
    return showCheckout(services, changed.checkout, changed, changed.needSecondConfirm);
  },

  'GET /api/v1/storefront/checkouts/:id': ({ params }, { services, caller, now }) =>
    viewCheckout(services, params.id, identify(caller).customerId, now),

  'GET /api/v1/storefront/checkouts': async (_, { services, caller }) => {
    const { visitorHash: visitor } = identify(caller);
    const newest = visitor === null ? null : await readNewestCheckout(services.db.read, visitor);
    return newest && address({ ...newest, token: await linkToken(services, newest.linkId) });
  },

  'GET /api/v1/checkout/payment/link': async ({ query }, { services, caller }) => {
    const checkout = await openCheckout(services, query.token, identify(caller).customerId);
    const order = await selectOrderOfCheckout(services.db.read, checkout.tokenHash);
    if (order && checkout.state === 'ordered' && !isPayable(order.statusKey)) {
      throw new Failure(codes.notFound, 'There is nothing to pay for this order.');
    }
    return { web_url: checkoutPath(checkout.shopId, checkout.token) };
  },

  'POST /api/v2/checkouts/discount': async ({ body }, { services, now }) => {
    const { lines } = readSentBag(body.checkout_items);
    const isConfirmed = body.is_do_second_confirm === 1;
    const bag = await priceBagNow(services, lines, { code: body.coupon, isConfirmed }, now);
    const refusal = couponFailure(bag);
    if (refusal) throw refusal;
    return discountAnswer(bag);
  },

  'GET /api/v1/checkout/footer': ({ query }, { services }) =>
    readPolicies(services.db.read, query.articleIds),
};
