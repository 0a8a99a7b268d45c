/** When a product arrives: on its page for the home country, and for any other that is asked about. */
import type { CallData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { tags } from '../cache/tags.ts';
import type { PriceView } from '../catalog/price-view.ts';
import type { ProductRecord } from '../catalog/products-store.ts';
import { saleStatus } from '../catalog/stock.ts';
import { daysOf, usualPromise } from '../checkout/arrival.ts';
import { type DeliverySettings, readDeliverySettings } from '../checkout/settings.ts';
import type { Context } from '../core/handler.ts';

export type ProductArrival = Omit<CallData<Endpoints['GET /api/v1/storefront/delivery']>, 'words'>;

/** Read once for all pages; whoever asks is forgotten when the merchant changes them. */
export function deliverySettings(context: Context): Promise<DeliverySettings> | DeliverySettings {
  return context.cached('delivery settings', (own) => {
    own.tag(...(['shipping', 'holidays', 'countries'] as const).map(tags.setting));
    return readDeliverySettings(own.services.db.read);
  });
}

/**
 * One piece of the product, by the method its checkout begins with.
 * @param country two letters, '' for none
 */
export function productArrival(
  context: Context,
  product: ProductRecord,
  view: PriceView,
  country: string,
  settings: DeliverySettings,
): ProductArrival {
  const variant = product.variants.find((one) => saleStatus(one) === 1) ?? product.variants[0]!;
  const travels = variant.requiresShipping && !product.isVirtual;
  const parcel = {
    totalPay: view.priceOf(product.id, variant.price),
    grams: variant.weightGrams,
    pieces: 1,
  };
  const arrival = (isCustomised: boolean) => {
    if (!travels) return null;
    const line = { isCustomised, shipsOn: product.isPresale ? product.shipsOn : null };
    const promise = usualPromise(parcel, [line], country, settings, context.now);
    if (promise) context.changesAt(promise.changesAt);
    return promise && daysOf(promise);
  };
  return {
    arrives_to: country,
    arrives: arrival(false),
    arrives_customised: product.customOptions.length > 0 ? arrival(true) : null,
  };
}
