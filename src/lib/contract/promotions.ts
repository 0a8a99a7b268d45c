/** Endpoints for single promotions and the products of their offers (R100 to R112). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bodyId, id, money, pageNum, requiredText } from './fields.ts';
import { productCard } from './product.ts';
import { productOffer } from './storefront.ts';
import { wireBanner, wireGift, wireTemplateValues } from './wire-discount.ts';
import { wireProduct } from './wire-product.ts';

const byId = z.object({ id });
const status = z.literal([0, 1, 2]);

/** A product of an offer, with the discount that applies to it (R105). */
const offered = wireProduct.extend({
  discount: z.object({
    id: z.number().int(),
    desc: z.string(),
    params: wireTemplateValues,
    mode: z.string(),
    value: z.number(),
  }),
});

export const promotionEndpoints = {
  'GET /api/v1/storefront/promotion': endpoint({
    summary: 'The data of a promotion page: its rules as text, and one page of its products (R112).',
    query: z.object({ seo_url: z.string().min(1).max(255), page_num: pageNum }),
    data: z.object({
      id: z.number().int(),
      kind: z.string(),
      discount_type: z.number().int(),
      title: z.string(),
      seo_url: z.string(),
      /** false: the page still exists but displays that the promotion has ended or has not started. */
      is_active: z.boolean(),
      /** True if the promotion has not started yet. */
      is_to_come: z.boolean(),
      /** True if search engines may index the page: the promotion is active and not a private code. */
      is_listed: z.boolean(),
      starts_at: z.number().int(),
      ends_at: z.number().int().nullable(),
      rules: z.array(z.object({ desc: z.string(), params: wireTemplateValues })),
      /** Products to buy together as a set; null if they are sold separately, or if the promotion has ended. */
      set: productOffer.nullable(),
      json_config: wireBanner,
      product_list: z.array(productCard),
      total: z.number().int(),
      page_num: z.number().int(),
      page_size: z.number().int(),
    }),
  }),
  'GET /api/v1/promotion/tying/:id': endpoint({
    id: 'API-009',
    summary: 'An active bought-together offer.',
    params: byId,
    data: z.object({
      id: z.number().int(),
      main_product_ids: z.array(z.number().int()),
      items: z.array(z.object({ product_id: z.number().int() })),
      tiers: z.array(
        z.object({ count: z.number().int(), mode: z.enum(['percent', 'amount_off']), value: z.number() }),
      ),
      seo_url: z.string(),
      status,
    }),
  }),
  'GET /api/v1/promotion/tying/:id/product/:pid': endpoint({
    id: 'API-010',
    summary: 'A product of a bought-together offer, with variants, prices and stock.',
    params: z.object({ id, pid: id }),
    data: offered,
  }),
  'GET /api/v1/cart/tying/:id/product/:pid': endpoint({
    id: 'API-075',
    summary: 'A product of a bought-together offer, for the bag.',
    params: z.object({ id, pid: id }),
    data: offered,
  }),
  'GET /api/v1/promotion/multi_spec/:id': endpoint({
    id: 'API-011',
    summary: 'Discount tiers for several variants of one product.',
    params: byId,
    /** Limits the variants to those of this product; default: the variants of the first products in the promotion's range. */
    query: z.object({ product_id: id.optional() }),
    data: z.object({
      id: z.number().int(),
      count_by: z.enum(['piece', 'variant']),
      tiers: z.array(
        z.object({ min: z.number(), mode: z.enum(['percent', 'amount_off']), value: z.number() }),
      ),
      variants: z.array(
        z.object({
          product_id: z.number().int(),
          variant_id: z.number().int(),
          variant_option_values: z.array(z.string()),
          sale_price: money,
          sale_inventory_quantity: z.number().int(),
          sale_status: z.literal([0, 1]),
        }),
      ),
    }),
  }),
  'POST /api/v1/combination/product/:id': endpoint({
    id: 'API-014',
    summary: 'The combination offer of a product, with prices of the selected variants.',
    params: byId,
    body: z.object({ combination_id: bodyId.optional(), variant_ids: z.array(bodyId).max(100).default([]) }),
    data: z.object({
      combination_id: z.number().int(),
      pick: z.number().int(),
      products: z.array(productCard),
      origin_amount: money,
      discount_amount: money,
      pay_amount: money,
    }),
  }),
  'GET /api/v1/promotion/check/:id': endpoint({
    id: 'API-076',
    summary: 'Status and period of the promotion if it is active now, otherwise null.',
    params: byId,
    data: z
      .object({
        id: z.number().int(),
        status,
        seo_url: z.string(),
        starts_at: z.number().int(),
        ends_at: z.number().int().nullable(),
        current_time: z.number().int(),
      })
      .nullable(),
  }),
  'GET /api/v1/promotion/fullgift/:id': endpoint({
    id: 'API-077',
    summary: 'A full-gift promotion with its gifts and their stock.',
    params: byId,
    data: z.object({
      id: z.number().int(),
      condition: z.enum(['amount', 'quantity']),
      steps: z.array(z.object({ position: z.number().int(), min: z.number(), gifts: z.array(wireGift) })),
    }),
  }),
  'GET /api/v1/promotion/code/check': endpoint({
    id: 'API-115',
    summary: 'The discount code if it can be used now, otherwise null.',
    query: z.object({ code: requiredText(64) }),
    data: z
      .object({ code: z.string(), discount_id: z.number().int(), ends_at: z.number().int().nullable() })
      .nullable(),
  }),
};
