/** When an order arrives that was paid on a later working day than it was placed, by bank transfer say. Pure. */
import type { Arrival } from '#lib/contract/arrival.ts';
import { isDay, preOrdered } from '#lib/orders/pre-ordered.ts';
import { dayOf } from '#lib/shop-day.ts';
import { daysOf, promiseBy } from '../checkout/arrival.ts';
import type { DeliverySettings } from '../checkout/settings.ts';
import { methodsOf } from '../checkout/shipping.ts';
import type { Order, OrderLine } from './order.ts';

/**
 * The promise of an order that is being paid: the one it was placed with, unless the payment came on a later day and would
 * have it leave later. Then it is reckoned once more from the payment, by the method of its title; where the shop no longer
 * has one, it stays.
 * @param now ms UTC, of the payment
 */
export function promiseAtPayment(
  order: Pick<Order, 'arrives' | 'orderTime' | 'address' | 'shippingTitle'>,
  lines: readonly OrderLine[],
  settings: Pick<DeliverySettings, 'shipping' | 'holidays'>,
  now: number,
): Arrival | null {
  const { arrives, orderTime, address, shippingTitle } = order;
  const { shipping } = settings;
  const dayAt = (at: number) => dayOf(at, shipping.timeZone ?? 'UTC');
  // Who pays at once keeps what the checkout said, though the cut-off may lie between.
  if (arrives === null || dayAt(now) <= dayAt(orderTime)) return arrives;
  const methods = methodsOf(shipping, address.country_code);
  const method = methods.find(({ title, days }) => title === shippingTitle && days !== undefined) ?? null;
  const promised = lines
    .filter(({ isVirtual }) => !isVirtual)
    .map(({ tailorProperties, customProps }) => ({
      isCustomised: tailorProperties.length > 0,
      shipsOn: customProps.find(({ name, value }) => name === preOrdered && isDay(value))?.value ?? null,
    }));
  const reckoned = (at: number) => promiseBy(method, promised, address.country_code, settings, at);
  const [before, after] = [reckoned(orderTime), reckoned(now)];
  // On a day on which nobody works it counts as of the same working day.
  return before && after && after.changesAt > before.changesAt ? daysOf(after) : arrives;
}
