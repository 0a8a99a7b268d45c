/** Checkout endpoints that need no order: create a checkout from the bag, find the newest one, check a coupon, read the policies. */
import { toDiscountResponse } from '../bag/discount-response.ts';
import { parseRequestedBag } from '../bag/requested-bag.ts';
import type { Handlers } from '../core/handler.ts';
import { hashVisitorCookie, identify } from '../core/identity.ts';
import { priceBagNow } from '../promotions/load-prices.ts';
import { checkLogin } from './check-login.ts';
import { checkoutPath } from './checkout.ts';
import { readNewestCheckout } from './checkouts-of-browser.ts';
import { createCheckout } from './create-checkout.ts';
import { readPolicies } from './footer-store.ts';
import { couponFailure } from './line-errors.ts';
import { deriveLinkToken } from './link-token.ts';

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
        visitorHash: hashVisitorCookie(context.ensureVisitor()),
        customer: context.caller.customer,
        lang: '',
      },
      context.now,
    );
    return { checkout: address(checkout) };
  },

  'GET /api/v1/storefront/checkouts': async (_, { services, caller, now }) => {
    const { visitorHash: visitor, customerId } = identify(caller);
    if (visitor === null) return null;
    const newest = await readNewestCheckout(services.db.read, visitor, customerId, now);
    return newest && address({ ...newest, token: await deriveLinkToken(services, newest.linkId) });
  },

  'POST /api/v2/checkouts/discount': async ({ body }, { services, caller, now }) => {
    const { lines } = parseRequestedBag(body.checkout_items);
    const isConfirmed = body.is_do_second_confirm === 1;
    const coupon = { code: body.coupon, isConfirmed };
    const bag = await priceBagNow(services, identify(caller), lines, coupon, now);
    const refusal = couponFailure(bag);
    if (refusal) throw refusal;
    return toDiscountResponse(bag);
  },

  'GET /api/v1/checkout/footer': ({ query }, { services }) =>
    readPolicies(services.db.read, query.articleIds),
};
