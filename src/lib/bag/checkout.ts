/** From the bag to the checkout page (CHK-01 to CHK-10). */
import * as codes from '../contract/codes.ts';
import type { Envelope, ResponseData } from '../contract/endpoint.ts';
import type { Endpoints } from '../contract/table.ts';
import type { Bag } from './bag-codec.ts';
import type { BagLineViewModel, BagViewModel } from './bag-view-model.ts';
import { toCheckoutGroups } from './checkout-groups.ts';
import { isGift } from './line.ts';

type Created = { checkout: Pick<ResponseData<Endpoints['POST /api/v1/checkout']>['checkout'], 'web_url'> };

export type CheckoutOutcome =
  /** Go to `address` after redirectDelay. */
  | { kind: 'leave'; address: string }
  /** Show `message` for reloadDelay, reload the page, then show it in the bag (R126). */
  | { kind: 'changed'; message: string }
  /** Show `message`; the shopper may try again. */
  | { kind: 'failed'; message: string }
  /** The API client has already redirected to the login page. */
  | { kind: 'login' };

export type BagCheckoutOutcome =
  | CheckoutOutcome
  /** Pricing finished after the click and changed the bag: the shopper must review it first. */
  | { kind: 'unseen' }
  /** Pricing failed; the bag shows its own message. */
  | { kind: 'unpriced' };

/** Query of the redirect; each parameter only if it has a value (CHK-05). */
export interface CheckoutRedirectQuery {
  paypalOrderId?: string;
  /** Coupon. */
  dc?: string;
  scConfirm?: boolean;
}

/** @param source 1 buy now, 2 bag (R65) */
export function checkoutBody(bag: Bag, source: 1 | 2, distinctId: string, now: Date) {
  return {
    checkouts: toCheckoutGroups(bag),
    source,
    distinct_id: distinctId,
    timezone_offset: now.getTimezoneOffset(),
  };
}

/** Returns the outcome of the server's response. Only code 0 leaves the page (CHK-06). */
export function checkoutOutcome(answer: Envelope<Created>, extras: CheckoutRedirectQuery): CheckoutOutcome {
  if (answer.code === codes.ok) {
    const { web_url } = (answer.data as Created).checkout;
    return { kind: 'leave', address: checkoutAddress(web_url, extras) };
  }
  if (answer.code === codes.notLoggedIn) return { kind: 'login' };
  return { kind: answer.code === codes.checkoutChanged ? 'changed' : 'failed', message: answer.msg };
}

/**
 * Returns whether a priced bag still matches the one the shopper clicked on: the same selected lines and quantities, no higher
 * prices, everything available, with the gifts and the coupon that it showed.
 */
export function matchesClickedBag(pressed: BagViewModel, now: BagViewModel): boolean {
  const [before, gifts] = chosen(pressed);
  const [after, giftsNow] = chosen(now);
  const isThere = ({ line, price }: BagLineViewModel) => {
    const one = after.find(({ line: { random_id } }) => random_id === line.random_id);
    return one !== undefined && one.line.quantity === line.quantity && one.price <= price;
  };
  // Compared by variant: the gift of a higher step is a different line.
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
