/**
 * Recalculates the delivery promise of an order that is paid on a later working day than it was placed, for example by bank
 * transfer. Pure.
 */
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import { isIsoDate, preOrderPropName } from '#lib/orders/pre-order-prop.ts';
import { dayInTimeZone } from '#lib/shop-day.ts';
import { deliveryPromiseForMethod, pickArrivalDates } from '../checkout/arrival.ts';
import type { DeliverySettings } from '../checkout/settings.ts';
import { shippingMethodsFor } from '../checkout/shipping.ts';
import type { Order, OrderLine } from './order.ts';

/**
 * Returns the delivery promise of an order that is being paid. The promise made when the order was placed is kept, unless the
 * payment is made on a later day and delays dispatch. In that case it is recalculated from the time of payment, for the shipping
 * method with the same title. If the shop no longer offers that method, the promise does not change.
 * @param now time of the payment, ms UTC
 */
export function recalculateDeliveryPromise(
  order: Pick<Order, 'arrives' | 'orderTime' | 'address' | 'shippingTitle'>,
  lines: readonly OrderLine[],
  settings: Pick<DeliverySettings, 'shipping' | 'holidays'>,
  now: number,
): DeliveryEstimate | null {
  const { arrives, orderTime, address, shippingTitle } = order;
  const { shipping } = settings;
  const dayAt = (at: number) => dayInTimeZone(at, shipping.timeZone ?? 'UTC');
  // If the order is paid on the day it was placed, the promise shown at checkout is kept, even after the cut-off time.
  if (arrives === null || dayAt(now) <= dayAt(orderTime)) return arrives;
  const methods = shippingMethodsFor(shipping, address.country_code);
  const method = methods.find(({ title, days }) => title === shippingTitle && days !== undefined) ?? null;
  const promised = lines
    .filter(({ isVirtual }) => !isVirtual)
    .map(({ tailorProperties, customProps }) => ({
      isCustomised: tailorProperties.length > 0,
      shipsOn:
        customProps.find(({ name, value }) => name === preOrderPropName && isIsoDate(value))?.value ?? null,
    }));
  const calculatePromise = (at: number) =>
    deliveryPromiseForMethod(method, promised, address.country_code, settings, at);
  const [before, after] = [calculatePromise(orderTime), calculatePromise(now)];
  // If no working day began in between (at a weekend, for example), both promises have the same cut-off and the first one is
  // kept.
  return before && after && after.changesAt > before.changesAt ? pickArrivalDates(after) : arrives;
}
