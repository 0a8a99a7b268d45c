/** Creates a checkout from the bag (R65, API-023). */
import * as codes from '#lib/contract/codes.ts';
import type { CheckoutGroupInput } from '#lib/contract/wire-checkout-group.ts';
import { parseAmount, toWire } from '#lib/money/minor.ts';
import { emptyAddress } from '#lib/orders/address.ts';
import { parseRequestedBag } from '../bag/requested-bag.ts';
import type { CallerCustomer } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import { couponKey } from '../promotions/coupon-key.ts';
import { priceBagNow } from '../promotions/load-prices.ts';
import type { PricedLine } from '../promotions/priced-bag.ts';
import type { Checkout, CheckoutChoices, CheckoutLine } from './checkout.ts';
import { couponFailure, lineError, priceError, totalChangedMessage } from './line-errors.ts';
import { createCheckoutLink, type NewLink } from './link-token.ts';
import { insertCheckout } from './store.ts';

export interface NewCheckout {
  groups: readonly CheckoutGroupInput[];
  /** Total that the bag displayed, in wire format; null if the client sent none. */
  shownTotal: number | null;
  /** Origin of the checkout: 1 buy now, 2 bag, 3 recommendation modal. */
  source: number;
  distinctId: string;
  visitorHash: string;
  /** The logged-in customer; null for a guest. */
  customer: Pick<CallerCustomer, 'id' | 'email'> | null;
  lang: string;
}

export const emptyCheckoutChoices: CheckoutChoices = {
  email: '',
  phone: '',
  address: emptyAddress,
  billing: null,
  shippingId: '',
  coupon: '',
  scConfirm: false,
  insurance: false,
  tip: 0,
  paymentMethod: '',
  note: '',
  taxId: '',
  paypalOrderId: '',
};

/** Id of the shop; there is only one (R92). */
export const shopId = 1;

/**
 * Prices the bag again and stores its selected lines as a checkout. Stock is checked but not reserved. Pre-sale lines and unavailable gifts
 * are left out.
 * @throws Failure 10209 if a line is sold out, no longer available or changed in price, if nothing can be ordered, if the coupon is
 * rejected, or if the total differs from the displayed one; the message names the problem
 */
export async function createCheckout(services: Services, sent: NewCheckout, now: number): Promise<Checkout> {
  const bag = parseRequestedBag(sent.groups);
  const shownPrices = sent.groups.flatMap((group) =>
    group.variant_items.map((item) => item.variant_price ?? null),
  );
  const priced = await priceBagNow(
    services,
    { visitorHash: sent.visitorHash, customerId: sent.customer?.id ?? null },
    bag.lines,
    { code: bag.coupon, isConfirmed: bag.isConfirmed },
    now,
  );
  const lines: CheckoutLine[] = [];
  for (const [index, line] of priced.lines.entries()) {
    if (!line.line.isSelected || isLeftOut(line)) continue;
    const refusal = lineError(line);
    if (refusal !== '') throw new Failure(codes.checkoutChanged, refusal);
    const shownPrice = shownPrices[index] ?? null;
    if (!line.line.isGift && shownPrice !== null && shownPrice !== toWire(line.unitPrice, priced.currency)) {
      const shown = parseAmount(String(shownPrice), priced.currency) ?? 0;
      throw new Failure(codes.checkoutChanged, priceError(line, shown, priced.currency));
    }
    // Use the position in the bag as id: ids from the client may be missing or repeated.
    lines.push({
      line: { ...line.line, randomId: String(index) },
      seenPrice: line.unitPrice,
      seenDiscount: line.discount,
    });
  }
  if (!lines.some(({ line }) => !line.isGift)) {
    throw new Failure(codes.checkoutChanged, 'Nothing in the bag can be ordered right now.');
  }
  const refusal = couponFailure(priced);
  if (refusal) throw new Failure(codes.checkoutChanged, refusal.message);
  const total = priced.totalPay;
  if (sent.shownTotal !== null && sent.shownTotal !== toWire(total, priced.currency)) {
    const shown = parseAmount(String(sent.shownTotal), priced.currency) ?? 0;
    throw new Failure(codes.checkoutChanged, totalChangedMessage(shown, total, priced.currency));
  }
  const email = sent.customer?.email ?? '';
  const coupon = couponKey(priced.coupon);
  const choices = { ...emptyCheckoutChoices, email, coupon, scConfirm: bag.isConfirmed };
  const checkout = buildCheckout(await createCheckoutLink(services), sent, lines, choices);
  await insertCheckout(services.db.write, checkout, now);
  return checkout;
}

/** Builds an open checkout with the given link, without storing it. */
export function buildCheckout(
  link: NewLink,
  { visitorHash, customer, source, distinctId, lang }: Omit<NewCheckout, 'groups' | 'shownTotal'>,
  lines: CheckoutLine[],
  choices: CheckoutChoices,
): Checkout {
  return {
    ...link,
    shopId,
    visitorHash,
    customerId: customer?.id ?? null,
    source,
    state: 'open',
    lines,
    choices,
    distinctId,
    lang,
    version: 0,
  };
}

function isLeftOut(line: PricedLine): boolean {
  return line.problem === 'presale' || (line.line.isGift && line.problem !== '');
}
