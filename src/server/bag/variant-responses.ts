/** Builds the responses with prices and availability of single variants for the bag (API-070, API-071). Pure. */
import type { ParsedInput, ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { toWire } from '#lib/money/minor.ts';
import { saleStatus, unitsForSale } from '../catalog/stock.ts';
import { parseActiveOffers } from '../promotions/offers.ts';
import { checkLineOptions, type PricingData } from '../promotions/pricing-data.ts';
import { unitPrice } from '../promotions/unit-price.ts';

type PriceRow = Endpoints['POST /api/v1/cart/variant/price'];
type StockRow = Endpoints['POST /api/v1/cart/variant/inventory'];
type RequestedVariants = ParsedInput<PriceRow>['body'];

/** Returns the prices of the requested variants in the order of the request; variants that do not exist are omitted. */
export function toPriceResponse(
  requestedVariants: RequestedVariants,
  facts: PricingData,
): ResponseData<PriceRow> {
  const { unit } = parseActiveOffers(facts.promotions, facts.collections, facts.now);
  return requestedVariants.flatMap((entry) => {
    const variant = facts.variants.get(entry.variant_id);
    if (!variant || variant.productId !== entry.product_id) return [];
    const tailor = entry.tailor_req_list ?? [];
    const fit = checkLineOptions(
      { tailor, optionValues: entry.variant_option_values ?? undefined },
      variant,
      facts,
    );
    const { price } = unitPrice(unit, variant.productId, variant.price);
    return [
      {
        sku_id: variant.id,
        sale_price: toWire(price + fit.price, facts.currency),
        original_price: toWire(variant.price + fit.price, facts.currency),
        tailor_status: fit.status,
        tailor_req_list: tailor,
      },
    ];
  });
}

/** Returns the stock of the requested variants in the order of the request; a variant that does not exist counts as deleted. */
export function toStockResponse(
  requestedVariants: RequestedVariants,
  { variants }: Pick<PricingData, 'variants'>,
): ResponseData<StockRow> {
  return requestedVariants.map(({ product_id, variant_id }) => {
    const found = variants.get(variant_id);
    const variant = found?.productId === product_id ? found : undefined;
    const isDeleted = !variant || variant.isDeleted;
    return {
      sku_id: variant_id,
      sale_inventory_quantity: isDeleted ? 0 : unitsForSale(variant),
      sale_status: isDeleted ? 0 : saleStatus(variant),
      is_product_deleted: isDeleted,
      is_product_published: variant?.isPublished ?? false,
    };
  });
}
