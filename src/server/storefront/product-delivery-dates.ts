/** Calculates delivery dates of a product, for the home country (on the product's page) or for any requested country. */
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { tags } from '../cache/tags.ts';
import type { DisplayPricing } from '../catalog/price-view.ts';
import type { ProductRecord } from '../catalog/products-store.ts';
import { saleStatus } from '../catalog/stock.ts';
import { deliveryPromiseByDefaultMethod, pickArrivalDates } from '../checkout/arrival.ts';
import { type DeliverySettings, readDeliverySettings } from '../checkout/settings.ts';
import type { Context } from '../core/handler.ts';

export type ProductDeliveryDates = Omit<ResponseData<Endpoints['GET /api/v1/storefront/delivery']>, 'words'>;

/** Returns the cached delivery settings. Pages that use them are purged when the merchant changes them. */
export function deliverySettings(context: Context): Promise<DeliverySettings> | DeliverySettings {
  return context.cached('delivery settings', (innerContext) => {
    innerContext.tag(...(['shipping', 'holidays', 'countries'] as const).map(tags.setting));
    return readDeliverySettings(innerContext.services.db.read);
  });
}

/**
 * Calculates when one unit of the product arrives with the checkout's default shipping method.
 * @param country ISO 3166-1 alpha-2 code; '' for none
 */
export function computeProductDeliveryDates(
  context: Context,
  product: ProductRecord,
  view: DisplayPricing,
  country: string,
  settings: DeliverySettings,
): ProductDeliveryDates {
  const variant = product.variants.find((one) => saleStatus(one) === 1) ?? product.variants[0]!;
  const travels = variant.requiresShipping && !product.isVirtual;
  const parcel = {
    totalPay: view.priceOf(product.id, variant.price),
    grams: variant.weightGrams,
    units: 1,
  };
  const arrival = (isCustomised: boolean) => {
    if (!travels) return null;
    const line = { isCustomised, shipsOn: product.isPresale ? product.shipsOn : null };
    const promise = deliveryPromiseByDefaultMethod(parcel, [line], country, settings, context.now);
    if (promise) context.changesAt(promise.changesAt);
    return promise && pickArrivalDates(promise);
  };
  return {
    arrives_to: country,
    arrives: arrival(false),
    arrives_customised: product.customOptions.length > 0 ? arrival(true) : null,
  };
}
