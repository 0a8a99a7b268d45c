import type { WireShippingRule } from '#lib/contract/wire-shipping.ts';
import { toWire } from '#lib/money/minor.ts';
import type { ShippingMethod } from './settings.ts';

/** Converts a shipping method to its wire format; `shipping_type` determines whether the limits are amounts, grams or items (R67). */
export function toWireShipping(method: ShippingMethod, currency: string): WireShippingRule {
  const measure = (value: number) => (method.shipping_type === 1 ? toWire(value, currency) : value);
  return {
    id: method.id,
    title: method.title,
    desc: method.desc,
    shipping_type: method.shipping_type,
    min: measure(method.min),
    max: method.max === null ? null : measure(method.max),
    shipping_amount: method.shipping_amount === 0 ? null : toWire(method.shipping_amount, currency),
    ...(method.needsPhone && { needs_phone: true }),
  };
}
