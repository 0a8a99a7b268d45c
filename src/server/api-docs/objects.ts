/** Objects that several endpoints share; the API reference describes each of them once and links to it. */
import { z } from 'zod';
import { adminOrder, adminOrderSummary } from '#lib/contract/admin-orders.ts';
import { deliveryEstimateSchema } from '#lib/contract/delivery-estimate.ts';
import { availableFilters } from '#lib/contract/listing.ts';
import { commentData, customOptionData, productCard, wireImage } from '#lib/contract/product.ts';
import { productOffer } from '#lib/contract/storefront.ts';
import { addressInput, wireAddress } from '#lib/contract/wire-address.ts';
import { checkoutInput, wireCheckout } from '#lib/contract/wire-checkout.ts';
import { checkoutGroupInput, wireBagDiscount } from '#lib/contract/wire-checkout-group.ts';
import { wireDiscount, wireGift } from '#lib/contract/wire-discount.ts';
import { wireOrder } from '#lib/contract/wire-order.ts';
import { wireProduct } from '#lib/contract/wire-product.ts';
import { wireShippingRule } from '#lib/contract/wire-shipping.ts';
import { countryData, menuItem } from '#lib/contract/wire-theme.ts';

/** Shared request objects by name. */
export const inputObjects = {
  AddressInput: addressInput,
  BagGroupInput: checkoutGroupInput,
  CheckoutInput: checkoutInput,
};

/** Shared response objects by name. Requests use separate objects, because the defaults of requests and responses differ. */
export const outputObjects = {
  Address: wireAddress,
  AdminOrder: adminOrder,
  AdminOrderSummary: adminOrderSummary,
  Arrival: deliveryEstimateSchema,
  BagDiscount: wireBagDiscount,
  Checkout: wireCheckout,
  Country: countryData,
  CustomOption: customOptionData,
  Discount: wireDiscount,
  Filters: availableFilters,
  Gift: wireGift,
  MenuItem: menuItem,
  Offer: productOffer,
  Order: wireOrder,
  Picture: wireImage,
  Product: wireProduct,
  ProductCard: productCard,
  Review: commentData,
  ShippingMethod: wireShippingRule,
};

const objects: Readonly<Record<string, z.ZodObject>> = { ...inputObjects, ...outputObjects };

export const isObjectName = (name: unknown): name is string =>
  typeof name === 'string' && Object.hasOwn(objects, name);

/** Returns whether a shared object has the field. */
export function hasField(object: string | undefined, field: string): object is string {
  return isObjectName(object) && Object.hasOwn(objects[object]!.shape, field);
}

/**
 * Sets the `title` in the JSON Schema of a shared object to the name of the object, and the `$comment` in the schema of an object that
 * extends it. Passed to `toJSONSchema` as the option `override`.
 */
export function markObject({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  if (!(zodSchema instanceof z.ZodObject)) return;
  const named = Object.entries(objects);
  const same = named.find(([, schema]) => schema === zodSchema);
  const base = named.find(([, { shape }]) =>
    Object.entries(shape).every(([field, schema]) => zodSchema.shape[field] === schema),
  );
  if (same) Object.assign(jsonSchema, { title: same[0] });
  else if (base) Object.assign(jsonSchema, { $comment: base[0] });
}
