/**
 * Endpoints for paying an order (R72, R90). The shop never receives card numbers: the provider's iframe returns a card token to the page.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { countryCode, emptyData, id, money, orderNo, referenceCode, text } from './fields.ts';
import { providerNames } from './provider-names.ts';

const providerName = z.enum(providerNames);

/**
 * `authorized`: the amount is reserved and captured later; `second_step`: the card requires 3-D Secure (endpoints jwt, lookup and
 * continue).
 */
const payState = z.enum(['paid', 'authorized', 'pending', 'second_step', 'failed']);
const paid = z.object({ status: payState, order_no: z.string() });
const byOrder = z.object({ order_no: orderNo });
/** The token of an order; it grants access to anyone who has the link (R79). */
const orderToken = z.object({ token: referenceCode.max(64).optional() });
const forShop = z.object({ shop_id: id.optional() });
const publicAccount = z.object({ account_id: z.string(), public_key: z.string() });
const address = text(2048);

export const paymentEndpoints = {
  'POST /api/v1/payments/': endpoint({
    id: 'API-024',
    summary: 'Charges an unpaid order in one step (card token); 50001 declined, 50002 paid before.',
    body: byOrder.extend({
      provider: providerName,
      /** Card token from the provider's iframe. */
      card_token: text(256).default(''),
      account_id: text(64).default(''),
      /** Id of the transaction whose 3-D Secure step is complete. */
      transaction_id: text(128).default(''),
    }),
    /** `redirect_url`: URL of the card's 3-D Secure page, '' for none. */
    data: paid.extend({ redirect_url: z.string() }),
  }),
  'POST /api/v2/payments/': endpoint({
    id: 'API-025',
    summary: 'Starts a payment at the provider’s own page.',
    body: byOrder.extend({
      provider: providerName,
      return_url: address.default(''),
      account_id: text(64).default(''),
    }),
    data: z.object({ redirect_url: z.string(), status: payState }),
  }),
  'POST /api/v3/payments/': endpoint({
    id: 'API-026',
    summary: 'Starts a payment that the provider’s script confirms in the browser.',
    body: byOrder.extend({ provider: providerName, account_id: text(64).default('') }),
    data: z.object({
      client_secret: z.string(),
      status: payState,
      /** API extension: the provider's payment id, for `transaction_id` of API-064; '' while unknown. */
      transaction_id: z.string().optional(),
    }),
  }),
  'GET /api/v1/payments/zero/:id': endpoint({
    id: 'API-028',
    summary: 'Completes an order whose total is 0.',
    params: z.object({ id: orderNo }),
    query: orderToken,
    changesState: true,
    data: paid,
  }),
  'GET /api/v1/payments/simulatedPay/:id': endpoint({
    id: 'API-029',
    summary: 'Sandbox only: settles the order’s payment as success or failure.',
    params: z.object({ id: orderNo }),
    query: orderToken.extend({ result: z.enum(['success', 'failure']).default('success') }),
    changesState: true,
    data: paid,
  }),
  'GET /api/v1/pay/status/:id': endpoint({
    id: 'API-031',
    summary: 'Payment status of an order, for the waiting page.',
    params: z.object({ id: orderNo }),
    query: orderToken,
    data: z.object({
      status_key: z.number().int(),
      order_status: z.string(),
      paid_at: z.number().int().nullable(),
    }),
  }),
  'GET /api/v1/payments/del/pay/status/cache/:id': endpoint({
    id: 'API-065',
    summary: 'Clears the cached payment status of the order.',
    params: z.object({ id: orderNo }),
    query: orderToken,
    changesState: true,
    data: emptyData,
  }),
  'POST /api/v1/payments/query/result': endpoint({
    id: 'API-106',
    summary: 'Settles the visitor’s order if it is paid, and returns the payment result.',
    body: byOrder.extend({ token: referenceCode.max(64).optional() }),
    data: z.object({
      status_key: z.number().int(),
      order_status: z.string(),
      order_no: z.string(),
      total_price: money,
      /** Reason why the payment failed, in plain language; '' otherwise. */
      reason: z.string(),
      /** URL of the order's checkout, for another payment attempt. */
      web_url: z.string(),
      /** API extension: true if a payment attempt may still succeed; false if no payment is in progress. */
      is_under_way: z.boolean().optional(),
      /**
       * API extension: URL at which a payment attempt waits for the shopper, such as the bank's 3-D Secure page; '' if there is none or
       * this was not checked.
       */
      redirect_url: z.string().optional(),
    }),
  }),
  'POST /api/v1/payments/getpay/orderStatus': endpoint({
    id: 'API-032',
    summary: 'Fetches the order’s payment from getpay and settles it.',
    body: byOrder,
    data: z.object({ status_key: z.number().int() }),
  }),
  'POST /api/v1/payments/continue': endpoint({
    id: 'API-064',
    summary:
      'Continues a payment after the shopper completed the provider’s extra step (3-D Secure or redirect).',
    body: byOrder.extend({ transaction_id: referenceCode, result: text(4000).default('') }),
    data: paid,
  }),
  'POST /api/v1/payments/ocean/jwt': endpoint({
    id: 'API-046',
    summary: 'Token that starts the ocean card check in the browser, for this order and amount.',
    body: byOrder,
    data: z.object({ jwt: z.string() }),
  }),
  'POST /api/v1/payments/ocean/lookup': endpoint({
    id: 'API-047',
    summary:
      'Whether the card requires a second step; nothing is charged before API-064 continues the transaction.',
    body: byOrder.extend({
      reference_id: text(128).default(''),
      card_token: text(256),
      account_id: text(64).default(''),
    }),
    data: z.object({ enrolled: z.boolean(), acs_url: z.string(), transaction_id: z.string() }),
  }),
  'GET /api/v1/airwallex/continue/return': endpoint({
    id: 'API-050',
    summary:
      'Return URL of airwallex: settles the payment attempt in the URL and redirects to the result page.',
    query: z.object({
      order_no: orderNo.optional(),
      payment_intent_id: referenceCode.optional(),
      token: referenceCode.max(64).optional(),
    }),
    changesState: true,
    raw: true,
    foreign: true,
    data: z.null(),
  }),
  'GET /pay/config': endpoint({
    id: 'API-033',
    summary: 'Payment methods of the checkout page.',
    query: z.object({
      shop_id: id.optional(),
      currency: text(3).optional(),
      token: referenceCode.max(64).optional(),
    }),
    data: z.array(
      z.object({
        method: z.string(),
        provider: providerName,
        title: z.string(),
        icons: z.array(z.string()),
        account_id: z.string(),
        min_amount: money.nullable(),
        max_amount: money.nullable(),
        /** API extension: payment flow of the method. */
        flow: z.enum(['card', 'redirect', 'kit', 'local', 'simulated']),
        /** API extension: ISO codes of the countries where the method is offered; empty or absent if it is offered everywhere. */
        countries: z.array(z.string()).optional(),
        test_mode: z.boolean(),
        /** URL of the provider's card iframe, '' for none. */
        frame_url: z.string(),
        /** API extension: options for the provider's payment form in the page (POST v3); absent if the method has none. */
        kit: z
          .object({
            /** URL of a script to load before the form; '' if the provider's own loader does that. */
            script_url: z.string(),
            /** Environment option of the provider's SDK; '' if the key implies it. */
            environment: z.string(),
            public_key: z.string(),
            /** True if a payment only reserves the amount, which is captured later. */
            is_authorize: z.boolean(),
          })
          .optional(),
      }),
    ),
  }),
  'GET /pay/method/sequence': endpoint({
    id: 'API-067',
    summary: 'The order of the payment methods, and which of them are hidden at first.',
    query: forShop,
    data: z.array(z.object({ method: z.string(), position: z.number().int(), start_hidden: z.boolean() })),
  }),
  'GET /api/v1/payments/account/order/amount/limit': endpoint({
    id: 'API-035',
    summary: 'Order amount limits of a payment account.',
    query: z.object({ account_id: text(64).default(''), account_type: text(16).default('') }),
    data: z.object({ min_amount: money.nullable(), max_amount: money.nullable() }),
  }),
  'POST /api/v1/checkout/payment/capture': endpoint({
    id: 'API-056',
    summary: 'Captures an authorised payment of the checkout; repeated requests capture only once.',
    body: z.object({
      token: referenceCode.max(64),
      payment_id: z.union([z.number().int().min(1), referenceCode]),
    }),
    data: paid,
  }),
  'GET /api/v1/local/payment/config/:id': endpoint({
    id: 'API-059',
    summary: 'Local payment methods such as bank transfer.',
    params: z.object({ id }),
    /** Lists only the methods offered in this country. */
    query: z.object({ country_code: countryCode.optional() }),
    data: z.array(
      z.object({
        method: z.string(),
        title: z.string(),
        instructions: z.string(),
        countries: z.array(z.string()),
      }),
    ),
  }),
  'GET /payments/account/apiaAccount': endpoint({
    id: 'API-057',
    summary: 'Public settings of the apia account.',
    query: forShop,
    data: publicAccount,
  }),
  'GET /payments/account/pingpong': endpoint({
    id: 'API-063',
    summary: 'Public settings of the pingpong account.',
    query: forShop,
    data: publicAccount,
  }),
  'POST /payments/linwei/pushError': endpoint({
    id: 'API-058',
    summary: 'Stores an error that the linwei form reported.',
    body: z.object({ order_no: orderNo, message: text(2000) }),
    data: emptyData,
  }),
  'POST /api/v1/shop/link': endpoint({
    id: 'API-022',
    summary:
      "Registers the shop's domain with the payment service and returns the URL of the payment iframe.",
    body: z.object({ shop_id: z.number().int().min(1), account_id: text(64), url: address }),
    data: z.object({ link: z.string() }),
  }),
  'POST /api/v1/webhooks/:provider': endpoint({
    summary: 'Signed events of a payment provider.',
    params: z.object({ provider: referenceCode.max(32) }),
    raw: true,
    foreign: true,
    data: z.null(),
  }),
};
