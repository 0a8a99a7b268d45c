/** Delivery promise of an order paid on a later working day than it was placed, for example by bank transfer. Pure. */
import type { DeliveryEstimate } from '#lib/contract/delivery-estimate.ts';
import { isIsoDate, preOrderPropName } from '#lib/orders/pre-order-prop.ts';
import { dayInTimeZone } from '#lib/shop-day.ts';
import { deliveryPromiseForMethod, pickArrivalDates } from '../checkout/arrival.ts';
import type { DeliverySettings } from '../checkout/settings.ts';
import { shippingMethodsFor } from '../checkout/shipping.ts';
import type { Order, OrderLine } from './order.ts';

/**
 * Returns the delivery promise of an order that is being paid. It is the promise made when the order was placed, unless the
 * payment comes on a later day and delays dispatch: then it is recalculated from the payment with the shipping method of the same
 * title. If the shop no longer offers that method, the promise does not change.
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
  // Paid on the same day: the order keeps the promise shown at checkout, even if the cut-off time has passed since.
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
  // Between two working days (a weekend, say) both promises have the same cut-off: the first one stays.
  return before && after && after.changesAt > before.changesAt ? pickArrivalDates(after) : arrives;
}
