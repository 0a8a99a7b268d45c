import type { WireCheckout } from '#lib/contract/wire-checkout.ts';
import { toWire } from '#lib/money/minor.ts';
import { orderStatus } from '#lib/orders/status.ts';
import { toDiscountResponse } from '../bag/discount-response.ts';
import { type Checkout, checkoutPath } from '../checkout/checkout.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { type PricedCheckout, priceCheckout } from '../checkout/price-checkout.ts';
import { toWireShipping } from '../checkout/wire-shipping.ts';
import type { Identity } from '../core/identity.ts';
import type { Services } from '../core/services.ts';
import type { TokenHash } from '../db/token-hash.ts';
import { readOrderLines } from './lines-store.ts';
import type { Order, OrderLine } from './order.ts';
import { toOrderLine } from './order-line.ts';
import { readPayPalAmount } from './paypal-amount-store.ts';
import { selectOrderOfCheckout } from './store.ts';
import { wireLine, wireSums } from './wire.ts';

interface Placed {
  order: Order;
  lines: OrderLine[];
}

/**
 * Returns the checkout in API format.
 * @param placed order that was placed from the checkout, if it still matches. The response then has the order's lines and amounts,
 * even if prices have changed since
 */
function wireCheckout(
  checkout: Checkout,
  { quote, arrivals, settings }: PricedCheckout,
  placed: Placed | null,
  payPalAmount: number | null,
  needSecondConfirm = false,
): WireCheckout {
  const { choices } = checkout;
  const { currency } = quote.bag;
  const lines = placed
    ? placed.lines.map((line) => ({ ...wireLine(line, currency), problem: '' }))
    : quote.bag.lines.map((line, index) => ({
        ...wireLine(toOrderLine(line, index), currency),
        problem: line.problem,
      }));
  const chosen = quote.shipping?.id ?? choices.shippingId;
  const arrives = placed ? placed.order.arrives : (arrivals.get(chosen) ?? null);
  return {
    ...wireSums(placed?.order.amounts ?? quote.amounts, currency),
    token: checkout.token,
    shop_id: checkout.shopId,
    web_url: checkoutPath(checkout.shopId, checkout.token),
    state: checkout.state,
    order_no: placed?.order.orderNo ?? '',
    status_key: placed?.order.statusKey ?? orderStatus.pending,
    version: checkout.version,
    source: checkout.source,
    currency,
    email: choices.email,
    phone: choices.phone,
    address: choices.address,
    ...(choices.billing && { billing: choices.billing }),
    requires_shipping: quote.requiresShipping,
    shipping_id: chosen,
    shippings: quote.shippings.map((method) => ({
      ...toWireShipping(method, currency),
      arrives: (method.id === chosen ? arrives : arrivals.get(method.id)) ?? null,
    })),
    arrives,
    coupon: quote.bag.coupon,
    need_second_confirm: needSecondConfirm,
    insurance: choices.insurance ? 1 : 0,
    insurance_offer:
      quote.insuranceOffer === null
        ? null
        : {
            title: settings.insurance.title,
            desc: settings.insurance.desc,
            amount: toWire(quote.insuranceOffer, currency),
          },
    tax_lines: quote.tax.lines.map(({ title, rate, amount }) => ({
      title,
      rate,
      amount: toWire(amount, currency),
    })),
    tax_included: quote.tax.included,
    payment_method: choices.paymentMethod,
    note: choices.note,
    tax_id: choices.taxId,
    paypal_order_id: choices.paypalOrderId,
    paypal_amount: payPalAmount === null ? null : toWire(payPalAmount, currency),
    variant_items: lines,
    discounts: toDiscountResponse(quote.bag).checkout_items.flatMap(({ discount }) => discount ?? []),
  };
}

/**
 * Returns the checkout with current prices.
 * @param identity the caller; another customer's checkout is not returned (R18)
 * @throws Failure 10404 unknown checkout; 10403 another customer's checkout
 */
export async function viewCheckout(
  services: Services,
  token: string,
  identity: Identity,
  now: number,
): Promise<WireCheckout> {
  const checkout = await openCheckout(services, token, identity.customerId);
  const priced = await priceCheckout(services.db, checkout, checkout.choices, now);
  return buildWireCheckout(services, checkout, priced, identity);
}

/**
 * Returns the checkout in API format. If an order was placed from it and still matches, the response has that order's lines and
 * amounts.
 */
export async function buildWireCheckout(
  services: Services,
  checkout: Checkout,
  priced: PricedCheckout,
  { visitorHash }: Identity,
  needSecondConfirm = false,
): Promise<WireCheckout> {
  const placed = checkout.state === 'ordered' ? await readPlaced(services, checkout.tokenHash) : null;
  const { currency } = priced.quote.bag;
  const payPalAmount = await readPayPalAmount(services.db.read, checkout, currency, visitorHash);
  return wireCheckout(checkout, priced, placed, payPalAmount, needSecondConfirm);
}

async function readPlaced({ db }: Services, checkout: TokenHash): Promise<Placed | null> {
  const order = await selectOrderOfCheckout(db.read, checkout);
  return order && { order, lines: await readOrderLines(db.read, order.orderNo) };
}
