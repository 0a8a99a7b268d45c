/** Endpoints that price the bag. Request bodies are limited to 64 KiB. */
import { z } from 'zod';
import { maxLineQuantity, maxLinesPerAdd } from './bag-limits.ts';
import { deliveryEstimateSchema } from './delivery-estimate.ts';
import { endpoint } from './endpoint.ts';
import {
  bodyId,
  countryCode,
  flag,
  idList,
  listLimit,
  money,
  referenceCode,
  text,
  timeZone,
} from './fields.ts';
import { checkoutGroupInputs, customisationValue, wireBagDiscount } from './wire-checkout-group.ts';
import { wireTemplateValues } from './wire-discount.ts';
import { wireVariantPrice, wireVariantStock } from './wire-product.ts';
import { wireShippingRule } from './wire-shipping.ts';

/** Variants in a request for prices or stock (PRICE-15). */
const requestedVariants = z
  .array(
    z.object({
      product_id: bodyId,
      variant_id: bodyId,
      tailor_req_list: z.array(customisationValue).max(50).nullish(),
      variant_option_values: z.array(text(255)).max(20).nullish(),
    }),
  )
  .max(listLimit);

const bagBody = z.object({ checkouts: checkoutGroupInputs });

export const bagEndpoints = {
  'POST /api/v1/cart/variant/price': endpoint({
    id: 'API-070',
    summary: 'Prices of the given variants with their customisation.',
    body: requestedVariants,
    smallBody: true,
    data: z.array(wireVariantPrice.extend({ tailor_req_list: z.array(customisationValue) })),
  }),
  'POST /api/v1/cart/variant/inventory': endpoint({
    id: 'API-071',
    summary: 'Stock and publication state of the given variants.',
    body: requestedVariants,
    smallBody: true,
    data: z.array(wireVariantStock),
  }),
  'POST /api/v2/cart/discount': endpoint({
    id: 'API-072',
    summary: 'Groups the bag by promotion and calculates all discounts and gifts.',
    /** API extension: destination or browser time zone, for the delivery estimate; default: the shop's home country. */
    body: bagBody.extend({ country_code: countryCode.optional(), time_zone: timeZone.optional() }),
    smallBody: true,
    data: wireBagDiscount.extend({
      arrives: deliveryEstimateSchema.nullish(),
      arrives_to: z.string().optional(),
    }),
  }),
  'GET /api/v2/cart/empty/discount': endpoint({
    id: 'API-073',
    summary: 'Messages of active promotions, for the empty bag.',
    data: z.array(
      z.object({
        range_type: z.literal([1, 2, 3]),
        desc: z.string(),
        params: wireTemplateValues,
        /** Handle of the promotion's page; '' for none. */
        seo_url: z.string(),
      }),
    ),
  }),
  'GET /api/v1/cart/goes-with': endpoint({
    summary:
      'Products that match those in the bag and can be added without selecting options, best match first.',
    query: z.object({ product_ids: idList }),
    data: z.object({
      product_list: z.array(
        z.object({
          product_id: z.number().int(),
          variant_id: z.number().int(),
          title: z.string(),
          seo_url: z.string(),
          /** Option names and values of the variant. */
          options: z.array(z.object({ name: z.string(), value: z.string() })),
          price: money,
          image: z.string(),
          is_virtual: z.boolean(),
        }),
      ),
    }),
  }),
  'POST /api/v2/buy/to/cart/discount': endpoint({
    id: 'API-074',
    summary: 'Calculates the discount as if these items were in the bag.',
    body: z.object({
      items: z
        .array(
          z.object({
            product_id: bodyId,
            variant_id: bodyId,
            quantity: z.number().int().min(1).max(maxLineQuantity),
          }),
        )
        .max(listLimit),
      checkouts: checkoutGroupInputs,
    }),
    smallBody: true,
    data: wireBagDiscount.extend({
      /** API extension: the amount by which these items increase the bag's discount. */
      added_discount_amount: money,
      /** `desc` and `params`: message template and values of the next promotion tier; `desc` is '' if there is none. */
      desc: z.string(),
      params: wireTemplateValues,
    }),
  }),
  'POST /api/v2/checkouts/discount': endpoint({
    id: 'API-034',
    summary: 'Checks a coupon and calculates the discounts with it.',
    body: z.object({
      checkout_items: checkoutGroupInputs,
      coupon: text(64),
      is_do_second_confirm: flag.default(0),
    }),
    smallBody: true,
    data: wireBagDiscount,
  }),
  'POST /api/v1/shippings': endpoint({
    id: 'API-043',
    summary: 'Shipping rules that apply to the bag.',
    body: bagBody.extend({ country_code: countryCode.optional() }),
    smallBody: true,
    data: z.object({ shippings: z.array(wireShippingRule) }),
  }),
  'POST /api/v1/cart/add/event': endpoint({
    id: 'API-116',
    summary: 'Stores an add-to-cart event.',
    body: z.object({
      extra_params: z.object({
        cart_num: z.number().int().min(0).max(100_000),
        sku_id: bodyId.nullish(),
        spu_id: bodyId.nullish(),
        productList: z
          .array(
            z.object({
              spu_id: bodyId,
              sku_id: bodyId,
              quantity: z.number().int().min(1).max(maxLineQuantity),
            }),
          )
          .max(maxLinesPerAdd)
          .nullish(),
        client_id: referenceCode.max(64).nullish(),
      }),
      event_id: referenceCode.max(64).nullish(),
      session_id: referenceCode.max(64).nullish(),
    }),
    smallBody: true,
    data: z.object({}),
  }),
};
