/** Endpoints for addresses, shipping, tax, tips and insurance, which the checkout page requests while the shopper fills it in. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { checkoutToken, countryCode, money, orderNo, requiredText, text } from './fields.ts';
import { wireShippingRule } from './wire-shipping.ts';

/** Random token that identifies one address search, from the first letter typed to the selection of a suggestion. */
const sessionToken = z
  .string()
  .regex(/^[\w-]{1,36}$/, 'must be at most 36 letters, digits, - or _')
  .optional();

export const deliveryEndpoints = {
  'GET /api/v1/google-map': endpoint({
    id: 'API-040',
    summary: 'Suggests addresses for typed text.',
    query: z.object({ input: text(200), country_code: countryCode.optional(), session_token: sessionToken }),
    /** `attribution`: name of the address provider, if its terms require displaying it. */
    data: z.array(z.object({ place_id: z.string(), description: z.string(), attribution: z.string() })),
  }),
  'GET /api/v1/google-map/detail': endpoint({
    id: 'API-041',
    summary: 'Returns the fields of a suggested address.',
    query: z.object({ place_id: requiredText(300), session_token: sessionToken }),
    /** Fields of the address; unknown fields are ''. */
    data: z.object({
      address1: z.string(),
      city: z.string(),
      zip: z.string(),
      province: z.string(),
      country_code: z.string(),
    }),
  }),
  'GET /api/v1/shippings': endpoint({
    id: 'API-042',
    summary: 'Shipping methods of a country.',
    query: z.object({ country_code: countryCode }),
    data: z.object({ shippings: z.array(wireShippingRule) }),
  }),
  'POST /api/v1/taxes': endpoint({
    id: 'API-048',
    summary: 'The tax of the checkout for an address.',
    body: z.object({
      checkout_token: checkoutToken,
      country_code: countryCode,
      province: text(120).default(''),
      zip: text(20).default(''),
    }),
    data: z.object({
      tax_amount: money,
      tax_lines: z.array(z.object({ title: z.string(), rate: z.number(), amount: money })),
      /** True if prices already include the tax, so that it is not added to the total. */
      tax_included: z.boolean(),
    }),
  }),
  'GET /api/v1/tax/id/:id': endpoint({
    id: 'API-060',
    summary: 'Whether a country needs a tax id at checkout, and how it is checked.',
    params: z.object({ id: countryCode }),
    data: z.object({ required: z.boolean(), label: z.string(), pattern: z.string() }),
  }),
  'POST /api/v1/shipping/insurance/checkout/detail': endpoint({
    id: 'API-054',
    summary: 'Price of shipping insurance for the checkout.',
    body: z.object({ checkout_token: checkoutToken }),
    data: z.object({
      enabled: z.boolean(),
      title: z.string(),
      desc: z.string(),
      pay_ship_insurance_amount: money,
    }),
  }),
  'GET /api/v1/order/tip/config/': endpoint({
    id: 'API-066',
    summary: "The shop's tip settings.",
    /** `options`: suggested tips, in percent of the item total. */
    data: z.object({ enabled: z.boolean(), options: z.array(z.number()), custom_allowed: z.boolean() }),
  }),
  'GET /api/v1/order/tips/:id': endpoint({
    id: 'API-092',
    summary: 'The tip of an order and the choices offered.',
    params: z.object({ id: orderNo }),
    data: z.object({ tip_amount: money, options: z.array(z.number()) }),
  }),
};
