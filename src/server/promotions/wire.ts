/** Converts promotion data to the format of the API contract. Pure. */
import type { z } from 'zod';
import type {
  wireGift as wireGiftSchema,
  wireOnePrice as wireOnePriceSchema,
  wireTemplateValues,
} from '#lib/contract/wire-discount.ts';
import { imageVariantUrl } from '#lib/media/image.ts';
import { currencyDigits, toWire } from '#lib/money/minor.ts';
import type { VariantRecord } from '../catalog/records.ts';
import { unitsForSale } from '../catalog/stock.ts';
import type { OnePriceRules } from './kinds/one-price.ts';
import type { GiftStep } from './promotion-kind.ts';
import type { PromotionMessage } from './promotion-message.ts';

/** Converts a promotion message to its API format (R68). Money is formatted in the shop's currency, such as `$30.00`. */
export function toWireMessage(
  { desc, params }: PromotionMessage,
  currency: string,
): { desc: string; params: z.output<typeof wireTemplateValues> } {
  return {
    desc,
    params: params.map((value) => (typeof value === 'object' ? writtenMoney(value.money, currency) : value)),
  };
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount, such as `$30.00` or `¥3,000`. Caches the Intl.NumberFormat of each currency, because creating one is slow. */
function writtenMoney(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const format =
    formats.get(currency) ??
    new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(currency, format);
  return format.format(toWire(minor, currency));
}

/** Converts a value in promotion rules to its API format: amounts from minor to major units; percentages and counts are unchanged. */
export function toWireRuleValue(
  { mode, value }: { mode: 'percent' | 'quantity' | 'amount' | 'amount_off'; value: number },
  currency: string,
): number {
  return mode === 'amount' || mode === 'amount_off' ? toWire(value, currency) : value;
}

/** Returns a message such as `Save {0}%` with the discount of a tier, whether or not the bag has reached the tier. */
export function savingMessage({
  mode,
  value,
}: {
  mode: 'percent' | 'amount_off';
  value: number;
}): PromotionMessage {
  return mode === 'percent'
    ? { desc: 'Save {0}%', params: [value] }
    : { desc: 'Save {0}', params: [{ money: value }] };
}

/** Converts the rules of a one-price promotion to orderOnePriceConfig (PRICE-21). */
export function toWireOnePrice(rules: OnePriceRules, currency: string): z.output<typeof wireOnePriceSchema> {
  const amount = (minor: number) => toWire(minor, currency);
  return {
    type: rules.type,
    orderAmount: amount(rules.orderAmount),
    rangeRules: rules.rangeRules.map((rule) => ({
      minPrice: amount(rule.minPrice),
      maxPrice: amount(rule.maxPrice),
      orderAmount: amount(rule.orderAmount),
    })),
  };
}

/**
 * Converts a gift to its API format.
 * @param remaining units that the shopper can still get; null: all units in stock
 */
export function toWireGift(
  gift: GiftStep['gifts'][number],
  variant: VariantRecord,
  remaining: number | null,
  currency: string,
): z.output<typeof wireGiftSchema> {
  const units = remaining ?? unitsForSale(variant);
  return {
    product_id: variant.productId,
    variant_id: variant.id,
    auto_car: gift.auto_car,
    title: variant.productTitle,
    seo_url: variant.handle,
    image: variant.picture ? imageVariantUrl(variant.picture.id, 320, 'jpeg') : '',
    variant_option_values: variant.optionValues,
    original_price: toWire(variant.price, currency),
    sale_inventory_quantity: units,
    sale_status: units > 0 ? 1 : 0,
    is_product_published: variant.isPublished,
  };
}
