/** Builds the request that creates a checkout from the bag, and handles its response (CHK-01 to CHK-10). */
import * as codes from '../contract/codes.ts';
import type { Envelope, ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import type { Bag } from './bag-codec.ts';
import type { BagLineViewModel, BagViewModel } from './bag-view-model.ts';
import { toCheckoutGroups } from './checkout-groups.ts';
import { isGift } from './line.ts';

type Created = { checkout: Pick<ResponseData<Endpoints['POST /api/v1/checkout']>['checkout'], 'web_url'> };

export type CheckoutOutcome =
  /** Redirect to `address` after redirectDelay. */
  | { kind: 'leave'; address: string }
  /** Show `message` for reloadDelay, reload the page, then show the message again in the bag (R126). */
  | { kind: 'changed'; message: string }
  /** Show `message`; the shopper may try again. */
  | { kind: 'failed'; message: string }
  /** The API client has already redirected to the login page. */
  | { kind: 'login' };

export type BagCheckoutOutcome =
  | CheckoutOutcome
  /** Pricing finished after the click and changed the bag: the shopper must review the bag first. */
  | { kind: 'unseen' }
  /** Pricing failed; the bag already shows an error message. */
  | { kind: 'unpriced' };

/** Query parameters of the redirect to the checkout; those without a value are omitted (CHK-05). */
export interface CheckoutRedirectQuery {
  paypalOrderId?: string;
  /** Coupon code. */
  dc?: string;
  scConfirm?: boolean;
}

/**
 * Returns the request body that creates a checkout.
 * @param source 1 for "buy now", 2 for the bag (R65)
 */
export function checkoutBody(bag: Bag, source: 1 | 2, distinctId: string, now: Date) {
  return {
    checkouts: toCheckoutGroups(bag),
    source,
    distinct_id: distinctId,
    timezone_offset: now.getTimezoneOffset(),
  };
}

/** Converts the checkout response to an outcome. Only code 0 redirects to the checkout (CHK-06). */
export function checkoutOutcome(answer: Envelope<Created>, extras: CheckoutRedirectQuery): CheckoutOutcome {
  if (answer.code === codes.ok) {
    const { web_url } = (answer.data as Created).checkout;
    return { kind: 'leave', address: checkoutAddress(web_url, extras) };
  }
  if (answer.code === codes.notLoggedIn) return { kind: 'login' };
  return { kind: answer.code === codes.checkoutChanged ? 'changed' : 'failed', message: answer.msg };
}

/**
 * Returns whether the newly priced bag still matches the bag at the time of the click: the same selected lines and quantities, no higher
 * prices, all lines available, and the displayed gifts and coupon included.
 */
export function matchesBagAtClick(pressed: BagViewModel, now: BagViewModel): boolean {
  const [before, gifts] = chosen(pressed);
  const [after, giftsNow] = chosen(now);
  const isThere = ({ line, price }: BagLineViewModel) => {
    const one = after.find(({ line: { random_id } }) => random_id === line.random_id);
    return one !== undefined && one.line.quantity === line.quantity && one.price <= price;
  };
  // Gifts are compared by variant, because the same gift from a higher promotion tier is a different line.
  const isGiftIncluded = ({ line }: BagLineViewModel) =>
    giftsNow.some((one) => one.line.sku_id === line.sku_id);
  const isCouponStillApplied =
    pressed.coupon === '' || (now.coupon === pressed.coupon && !now.needsSecondConfirm);
  return (
    now.canCheckout &&
    isCouponStillApplied &&
    after.length === before.length &&
    before.every(isThere) &&
    gifts.every(isGiftIncluded)
  );
}

function chosen({ lines }: BagViewModel): [ordered: BagLineViewModel[], gifts: BagLineViewModel[]] {
  const selected = lines.filter(({ isSelected }) => isSelected);
  return [selected.filter(({ line }) => !isGift(line)), selected.filter(({ line }) => isGift(line))];
}

function checkoutAddress(webUrl: string, { paypalOrderId, dc, scConfirm }: CheckoutRedirectQuery): string {
  const query = new URLSearchParams();
  if (paypalOrderId) query.set('paypalOrderId', paypalOrderId);
  if (dc) query.set('dc', dc);
  if (scConfirm) query.set('scConfirm', '1');
  if (query.size === 0) return webUrl;
  return `${webUrl}${webUrl.includes('?') ? '&' : '?'}${query}`;
}
