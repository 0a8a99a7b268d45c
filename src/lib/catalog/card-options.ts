/** Quick add from a product card: determines the variants for sale and lets the shopper choose one option value at a time. Pure. */
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { WireProduct } from '#lib/contract/wire-product.ts';

type Stock = ResponseData<Endpoints['GET /api/v1/products/:id/variant/inventory']>;
type Prices = ResponseData<Endpoints['GET /api/v1/products/:id/variant/price']>;

export interface VariantForSale {
  sku_id: number;
  sale_price: number;
}

type Variant = WireProduct['variants'][number];

export interface QuickProduct {
  product: WireProduct;
  listing: VariantForSale[];
}

/** Id of the chosen value of each option; null until one is chosen. */
export type ChosenValues = readonly (number | null)[];

/**
 * Joins the stock response and the price response of quick add into a list of the variants for sale.
 * @param stock filtered to the variants for sale (CARD-16)
 * @param prices matched by sku_id (CARD-17)
 */
export function joinStockAndPrices(stock: Stock, prices: Prices): VariantForSale[] {
  const priceOf = new Map(prices.map(({ sku_id, sale_price }) => [sku_id, sale_price]));
  return stock
    .filter((entry) => entry.sale_status === 1 && entry.is_product_published && !entry.is_product_deleted)
    .flatMap(({ sku_id }) => {
      const sale_price = priceOf.get(sku_id);
      return sale_price === undefined ? [] : [{ sku_id, sale_price }];
    });
}

/** Returns true if the shopper has nothing to choose: every option has at most one value (CARD-10). */
export function hasNothingToChoose({ options }: Pick<WireProduct, 'options'>): boolean {
  return options.every(({ values }) => values.length <= 1);
}

/** Returns the initial choice: a value is preselected if it is the only one of its option. */
export function firstChoice({ options }: Pick<WireProduct, 'options'>): ChosenValues {
  return options.map(({ values }) => (values.length === 1 ? values[0]!.id : null));
}

/** Returns whether a variant for sale has this value and the values chosen for the other options (CARD-13). */
export function isValueAvailable(
  quick: QuickProduct,
  chosen: ChosenValues,
  option: number,
  value: number,
): boolean {
  return variantsForSale(quick, chosen.with(option, value)).length > 0;
}

/** Returns the variants for sale that have every value chosen so far, in the product's order. */
export function variantsForSale({ product, listing }: QuickProduct, chosen: ChosenValues): Variant[] {
  const ids = new Set(listing.map(({ sku_id }) => sku_id));
  return product.variants.filter((variant) => ids.has(variant.id) && hasValues(variant, chosen));
}

/** Returns a variant with every value chosen so far, sold out or not; undefined if none exists. */
export const findMatchingVariant = ({ product }: QuickProduct, chosen: ChosenValues): Variant | undefined =>
  product.variants.find((variant) => hasValues(variant, chosen));

function hasValues({ optionValueIds }: Variant, chosen: ChosenValues): boolean {
  return optionValueIds.every((id, at) => chosen[at] === null || chosen[at] === id);
}

/** Returns the choice with the given value; returns the same object if the value is unavailable or already chosen (CARD-14). */
export function chooseValue(
  quick: QuickProduct,
  chosen: ChosenValues,
  option: number,
  value: number,
): ChosenValues {
  if (chosen[option] === value || !isValueAvailable(quick, chosen, option, value)) return chosen;
  return chosen.with(option, value);
}

/** Returns the chosen variant once every option has a value (CARD-12); null before that, or if the variant is not for sale. */
export function chosenVariant(quick: QuickProduct, chosen: ChosenValues): Variant | null {
  return chosen.includes(null) ? null : (variantsForSale(quick, chosen)[0] ?? null);
}
