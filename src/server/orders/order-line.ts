/** Converts priced bag lines to order lines. Pure. */
import { imageVariantUrl } from '#lib/media/image.ts';
import { createPreOrderProp } from '#lib/orders/pre-order-prop.ts';
import type { CheckoutTotals } from '../checkout/checkout-totals.ts';
import type { PricedLine } from '../promotions/priced-bag.ts';
import type { OrderLine } from './order.ts';

/** Returns the order lines of a priced checkout, including tax. */
export function buildOrderLines({ lines, tax }: CheckoutTotals): OrderLine[] {
  return lines.map((line, position) => ({
    ...toOrderLine(line, position),
    tax: tax.perProductLine[position] ?? 0,
  }));
}

/** Returns an order line with the current product data, without tax; `buildOrderLines` adds the tax. */
export function toOrderLine({ line, variant, unitPrice, discount }: PricedLine, position: number): OrderLine {
  return {
    position,
    productId: line.productId,
    variantId: line.variantId,
    title: variant?.productTitle ?? '',
    seoUrl: variant?.handle ?? '',
    variantOption: variant?.optionValues.join(' / ') ?? '',
    imageUrl: variant?.picture ? imageVariantUrl(variant.picture.id, 320, 'jpeg') : '',
    sku: variant?.sku ?? '',
    quantity: line.quantity,
    price: unitPrice,
    discount,
    tax: 0,
    isGift: line.isGift,
    isVirtual: variant ? !variant.requiresShipping : false,
    isTailor: line.tailor.length > 0,
    tailorProperties: line.tailor,
    customProps: line.isPreSale ? [createPreOrderProp(variant?.shipsOn)] : [],
  };
}
