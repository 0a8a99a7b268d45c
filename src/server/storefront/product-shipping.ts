/** Calculates shipping costs of a product, for the structured data on its page. Pure. */
import type { ProductDetail } from '#lib/contract/storefront.ts';
import { maxOffers } from '#lib/pages/product-json-ld.ts';
import type { DisplayPricing } from '../catalog/price-view.ts';
import type { ProductRecord } from '../catalog/products-store.ts';
import type { DeliverySettings, ShippingMethod } from '../checkout/settings.ts';
import { cheapestMethod, isWithinMethodLimits } from '../checkout/shipping.ts';

/** Maximum number of shipping zones, and of countries per zone: more of them would take more space than the rest of the page's data. */
const maxZones = 4;
const maxCountries = 30;

/**
 * Returns the shipping zones in the order of the settings, each with the countries that the shop ships to and that no earlier zone
 * contains (R67).
 */
export function resolveShippingZones({ shipping, served }: Pick<DeliverySettings, 'shipping' | 'served'>) {
  const named = new Set(shipping.zones.flatMap(({ countries }) => countries));
  const usedCountries = new Set<string>();
  return shipping.zones.flatMap(({ countries, methods }) => {
    const zoneCountries = served.filter(
      (code) =>
        !usedCountries.has(code) &&
        (countries.includes(code) || (countries.includes('*') && !named.has(code))),
    );
    for (const code of zoneCountries) usedCountries.add(code);
    return zoneCountries.length > 0 ? [{ countries: zoneCountries, methods }] : [];
  });
}

/**
 * Returns for each zone the cheapest shipping method for one unit of each variant, which depends on the variant's price and weight.
 * Returns nothing for products that are not shipped, or that have too many variants to list each as an offer.
 */
export function productShipping(
  product: ProductRecord,
  view: DisplayPricing,
  settings: DeliverySettings,
): Pick<ProductDetail, 'shipping_rates' | 'handling'> {
  if (product.isVirtual || product.variants.length > maxOffers) return {};
  const rates = resolveShippingZones(settings)
    .slice(0, maxZones)
    .flatMap(({ countries, methods }) => {
      const rowsOf = new Map<ShippingMethod, number[]>();
      for (const [row, variant] of product.variants.entries()) {
        if (!variant.requiresShipping) continue;
        const totalPay = view.priceOf(product.id, variant.price);
        const parcel = { totalPay, grams: variant.weightGrams, units: 1 };
        const method = cheapestMethod(methods.filter((one) => isWithinMethodLimits(one, parcel)));
        if (method) rowsOf.set(method, [...(rowsOf.get(method) ?? []), row]);
      }
      return [...rowsOf].map(([{ shipping_amount, days }, rows]) => ({
        countries: countries.slice(0, maxCountries),
        amount: view.wire(shipping_amount),
        transit: days ?? null,
        rows,
      }));
    });
  return { shipping_rates: rates, handling: settings.shipping.processing ?? null };
}
