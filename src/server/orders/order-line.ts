/** A priced line of the bag as a line of an order. Pure. */
import { pictureUrl } from '#lib/media/picture.ts';
import type { PricedLine } from '../promotions/priced-bag.ts';
import type { OrderLine } from './order.ts';

/** What is bought, frozen as it is now. */
export function toOrderLine({ line, variant, unitPrice, discount }: PricedLine, position: number): OrderLine {
  return {
    position,
    productId: line.productId,
    variantId: line.variantId,
    title: variant?.productTitle ?? '',
    seoUrl: variant?.handle ?? '',
    variantOption: variant?.optionValues.join(' / ') ?? '',
    imageUrl: variant?.picture ? pictureUrl(variant.picture.id, 320, 'jpeg') : '',
    sku: variant?.sku ?? '',
    quantity: line.quantity,
    price: unitPrice,
    discount,
    isGift: line.isGift,
    isVirtual: variant ? !variant.requiresShipping : false,
    isTailor: line.tailor.length > 0,
    tailorProperties: line.tailor,
    customProps: line.isPreSale ? [{ name: 'Pre-order', value: 'ships when it is ready' }] : [],
  };
}
