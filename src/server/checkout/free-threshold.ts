/** Checks that the bag's free-shipping bar matches the shipping rules of the checkout (SHIPR-09, R67). */
import { decimal, multiplyHalfUp } from '#lib/money/decimal.ts';
import { currencyDigits } from '#lib/money/minor.ts';
import { readShopCurrency } from '../catalog/currency-store.ts';
import type { Queryable } from '../db/database.ts';
import { readTheme } from '../theme/store.ts';
import { readCheckoutSettings, type ShippingSettings } from './settings.ts';

/**
 * Returns the titles of the zones where an order at the bar's threshold is not shipped free. Pure.
 * @param threshold minor units
 */
export function zonesNotFree(settings: ShippingSettings, threshold: number): string[] {
  return settings.zones
    .filter(
      ({ methods }) =>
        !methods.some(
          (method) =>
            method.shipping_type === 1 &&
            method.shipping_amount === 0 &&
            method.min === Math.max(0, threshold),
        ),
    )
    .map(({ title }) => title);
}

/** Returns a warning for the merchant if bar and shipping rules disagree; '' if they agree or there is no bar. */
export async function thresholdWarning(db: Queryable): Promise<string> {
  const [bag, { shipping }, currency] = await Promise.all([
    readTheme(db, 'bag'),
    readCheckoutSettings(db),
    readShopCurrency(db),
  ]);
  const setting = bag.freeShippingThreshold;
  const threshold =
    typeof setting === 'string' && setting.trim() === '' ? Number.NaN : Number(setting ?? Number.NaN);
  if (!Number.isFinite(threshold)) return '';
  const minor = multiplyHalfUp(10 ** currencyDigits(currency), decimal(threshold));
  const zones = zonesNotFree(shipping, minor);
  if (zones.length === 0) return '';
  return `The bag promises free shipping from ${threshold} ${currency}, but no free shipping method by amount begins there in: ${zones.join(', ')}`;
}
