/** Converts orders to API format (ORD-07 to ORD-12). Pure. */
import type { WireOrder, WireOrderLine, WireTotals } from '#lib/contract/wire-order.ts';
import { toWire } from '#lib/money/minor.ts';
import { orderStatusText } from '#lib/orders/status.ts';
import type { OrderAmounts } from '../checkout/checkout-totals.ts';
import type { Order, OrderLine, OrderPromotion, Parcel } from './order.ts';
import type { Refund } from './refunds-store.ts';

export function wireSums(amounts: OrderAmounts, currency: string): WireTotals {
  const amount = (minor: number) => toWire(minor, currency);
  return {
    subtotal_price: amount(amounts.subtotal),
    pay_ship_amount: amount(amounts.shipping),
    total_discount_amount: amount(amounts.discount),
    pay_ship_insurance_amount: amount(amounts.insurance),
    tax_amount: amount(amounts.tax),
    tip_amount: amount(amounts.tip),
    total_price: amount(amounts.total),
  };
}

export function wireLine(line: OrderLine, currency: string): WireOrderLine {
  return {
    product_id: line.productId,
    variant_id: line.variantId,
    title: line.title,
    seo_url: line.seoUrl,
    image_url: line.imageUrl,
    variant_option: line.variantOption,
    sku: line.sku,
    quantity: line.quantity,
    price: toWire(line.price, currency),
    discount: toWire(line.discount, currency),
    is_gift: line.isGift,
    is_virtual_item: line.isVirtual,
    is_tailor: line.isTailor,
    tailor_properties: JSON.stringify(line.tailorProperties),
    variant_custom_props: line.customProps,
  };
}

/** Sums the refunds that the provider has confirmed, without pending ones. */
function refundedOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { state, amount }) => sum + (state === 'sent' ? amount : 0), 0);
}

/**
 * Converts an order to API format.
 * @param token token for a link to the order
 * @param asOfNow fields that depend on the current time
 * @param trackingUrl URL template of the external tracking site, with the placeholder `{number}` for the tracking number (R88)
 */
export function wireOrder(
  order: Order,
  token: string,
  lines: readonly OrderLine[],
  parcels: readonly Parcel[],
  promotions: readonly OrderPromotion[],
  trackingUrl: string,
  refunds: readonly Refund[],
  asOfNow: Pick<WireOrder, 'returns' | 'returnable' | 'is_late'>,
): WireOrder {
  const optionAt = (position: number | undefined) =>
    lines.find((line) => line.position === position)?.variantOption ?? '';
  return {
    ...wireSums(order.amounts, order.currency),
    order_no: order.orderNo,
    shop_id: order.shopId,
    token,
    email: order.email,
    order_time: order.orderTime,
    order_status: orderStatusText(order.statusKey),
    refunded_amount: toWire(refundedOf(refunds), order.currency),
    status_key: order.statusKey,
    is_on_hold: order.holdReason !== '',
    paid_at: order.paidAt,
    packed_at: order.packedAt,
    tax_lines: order.taxLines.map((line) => ({ ...line, amount: toWire(line.amount, order.currency) })),
    currency: order.currency,
    payment_method: order.paymentMethod,
    shipping_title: order.shippingTitle,
    arrives: order.arrives,
    coupon: order.coupon,
    note: order.note,
    address: order.address,
    ...(order.billing && { billing: order.billing }),
    tracking_info: parcels.map((parcel) => ({
      tracking_num: parcel.trackingNum,
      tracking_company: parcel.trackingCompany,
      tracking_update_time: parcel.trackingUpdateTime,
      delivered_at: parcel.deliveredAt,
      tracking_url:
        parcel.trackingNum === ''
          ? ''
          : trackingUrl.replaceAll('{number}', encodeURIComponent(parcel.trackingNum)),
      order_info: parcel.orderInfo.map(({ title, quantity, image_url, position }) => ({
        ...{ title, quantity, image_url, variant_option: optionAt(position) },
      })),
    })),
    ...asOfNow,
    variant_items: lines.map((line) => wireLine(line, order.currency)),
    discounts: promotions.map((promotion) => ({
      discount_id: promotion.id,
      discount_type: promotion.discountType,
      discount_code: promotion.code,
      title: promotion.title,
      discount_amount: toWire(promotion.discount, order.currency),
    })),
  };
}
