/** Creates an order for a pre-sale product directly from its page, without the bag (API-018, R33). */
import { validateEmail } from '#lib/checkout/address-rules.ts';
import * as codes from '#lib/contract/codes.ts';
import { defaultTexts } from '#lib/messages/default.ts';
import type { Checkout } from '../checkout/checkout.ts';
import { linesWithCurrentPrices } from '../checkout/checkout-totals.ts';
import { buildCheckout, emptyCheckoutChoices } from '../checkout/create-checkout.ts';
import { lineError, lineName } from '../checkout/line-errors.ts';
import { createCheckoutLink } from '../checkout/link-token.ts';
import { priceCheckout } from '../checkout/price-checkout.ts';
import { insertCheckout } from '../checkout/store.ts';
import type { CallerCustomer } from '../core/caller.ts';
import { Failure } from '../core/failure.ts';
import type { Services } from '../core/services.ts';
import type { BagLine, CustomisationValue, PricedLine } from '../promotions/priced-bag.ts';
import { insertOrderLines } from './lines-store.ts';
import { draftOrder } from './new-order.ts';
import { buildOrderLines } from './order-line.ts';
import { insertOrderPromotions } from './promotions-store.ts';
import { insertOrder } from './store.ts';

export interface PresaleRequest {
  productId: number;
  variantId: number;
  quantity: number;
  /** Email address of the shopper, '' if none; prefilled in the checkout form. */
  email: string;
  tailor: CustomisationValue[];
  visitorHash: string;
  /** The logged-in customer; null for a guest. */
  customer: CallerCustomer | null;
}

/** Checkout source "buy now": paying the order removes nothing from the bag (R65). */
const buyNow = 1;

/**
 * Creates a checkout with one line, and its draft order. The draft has a number and prices but cannot be paid; creating it checks
 * the stock without reserving any. Placing the checkout completes the order under the same number and reserves its stock as for any
 * other order (R90).
 * @throws Failure 10001 invalid email address; 40001 insufficient stock; 10209 not a pre-sale product, or not available as
 * requested
 */
export async function beginPresale(
  services: Services,
  request: PresaleRequest,
  now: number,
): Promise<{ orderNo: string; checkout: Checkout }> {
  const emailRefusal = request.email === '' ? '' : validateEmail(request.email, defaultTexts);
  if (emailRefusal !== '') throw new Failure(codes.badParameter, `email: ${emailRefusal}`);
  const line: BagLine = {
    randomId: '0',
    productId: request.productId,
    variantId: request.variantId,
    quantity: request.quantity,
    isSelected: true,
    isGift: false,
    code: '',
    group: '',
    unit: 1,
    tailor: request.tailor,
    isPreSale: true,
  };
  const { visitorHash, customer } = request;
  const about = { visitorHash, customer, source: buyNow, distinctId: '', lang: '' };
  const unseen = { line, seenPrice: 0, seenDiscount: 0 };
  const checkout = buildCheckout(await createCheckoutLink(services), about, [unseen], {
    ...emptyCheckoutChoices,
    email: request.email || (customer?.email ?? ''),
  });
  const { quote } = await priceCheckout(services.db, checkout, checkout.choices, now);
  const priced = quote.bag.lines[0]!;
  refuse(priced);
  checkout.lines = linesWithCurrentPrices(checkout, quote);
  const order = draftOrder(checkout, quote, now);
  await services.db.transaction(async (trx) => {
    await insertCheckout(trx, checkout, now);
    await insertOrder(trx, order);
    await insertOrderLines(trx, order.orderNo, buildOrderLines(quote));
    await insertOrderPromotions(trx, order.orderNo, quote.bag.applied);
  });
  return { orderNo: order.orderNo, checkout };
}

function refuse(line: PricedLine): void {
  if (line.problem === 'sold_out' || line.problem === 'not_enough') {
    throw new Failure(codes.notEnoughStock, lineError(line));
  }
  if (line.problem !== '') throw new Failure(codes.checkoutChanged, lineError(line));
  if (!line.variant?.isPresale) {
    const message = `${lineName(line)} is no longer a pre-sale product. Please add it to your bag.`;
    throw new Failure(codes.checkoutChanged, message);
  }
}
