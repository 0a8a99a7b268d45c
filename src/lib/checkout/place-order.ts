/** Places the order and pays for it when the shopper clicks "Pay" on the checkout page (CHK-22, R90). The server calculates all amounts. */

import * as codes from '#lib/contract/codes.ts';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { ApiClient } from '#lib/contract/request.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import type { CheckoutInput, WireCheckout } from '#lib/contract/wire-checkout.ts';
import {
  continuePayment,
  type PaymentResult,
  paymentRequestOptions,
  payWithProviderForm,
} from './pay-in-page.ts';

interface CheckedCard {
  order_no: string;
  account_id: string;
  card_token: string;
  /** Starts the card check in the provider's form. @returns the provider's reference for the check */
  check?: ((jwt: string) => Promise<string>) | undefined;
}

/** Checks the card, then redirects the shopper to the bank if it requires 3-D Secure, or charges the card (API-046, 047, 064; PAY-09). */
async function payCheckedCard(api: ApiClient, card: CheckedCard): Promise<PaymentResult> {
  const { order_no, account_id, card_token } = card;
  const started = await api('POST /api/v1/payments/ocean/jwt', { body: { order_no } }, paymentRequestOptions);
  if (started.code !== 0 || !started.data) return { answer: { ...started, data: null } };
  // The check is optional: without it, the bank may require 3-D Secure more often.
  const reference_id = (await card.check?.(started.data.jwt).catch(() => '')) ?? '';
  const lookup = await api(
    'POST /api/v1/payments/ocean/lookup',
    { body: { order_no, reference_id, card_token, account_id } },
    paymentRequestOptions,
  );
  if (lookup.code !== 0 || !lookup.data) return { answer: { ...lookup, data: null } };
  const { enrolled, acs_url, transaction_id } = lookup.data;
  if (enrolled) return { go: acs_url };
  return { answer: await continuePayment(api, order_no, transaction_id) };
}

const payCheckedCards: Partial<Record<ProviderName, typeof payCheckedCard>> = {
  ocean: payCheckedCard,
};

export type CheckoutPaymentMethod = ResponseData<Endpoints['GET /pay/config']>[number];

/** Methods that a payment calls on the provider's card fields. */
export interface CardFields {
  /** Returns a token for the card. @throws Error if the card is invalid, with the message that the card fields display too */
  tokenise(): Promise<{ token: string }>;
  /** Starts the card check with the JWT from the server; undefined if the provider has no card check. */
  check?(jwt: string): Promise<string>;
}

/** A payment form that the provider's SDK renders in the page (payments API v3). It keeps its input after a failed attempt. */
export interface PaymentForm {
  /**
   * Validates the payment form, given the order's total in the checkout's currency.
   * @returns the error message for the shopper, '' if valid
   */
  submit(total: number): Promise<string>;
  /**
   * Confirms the payment. If the bank requires 3-D Secure, this may redirect away from the page and back to `path`.
   * @returns the error message for the shopper; '' if the payment succeeded or is pending
   */
  confirm(clientSecret: string, path: string): Promise<string>;
  /**
   * true: once the SDK has confirmed the payment, the server must fetch its result from the provider. Unset: the result page opens
   * directly.
   */
  needsResultFetch?: boolean;
}

/** A payment form in the page, with methods for the panel that contains it. */
export interface MountedPaymentForm extends PaymentForm {
  /** Updates the total that digital wallets display. */
  amend(total: number): Promise<void>;
  destroy(): void;
}

/** Options that a provider's module in `src/client/checkout/kits` receives to open its payment form. */
export interface PaymentFormOptions {
  kit: NonNullable<CheckoutPaymentMethod['kit']>;
  /** Amount to pay, in major units of `currency`. */
  total: number;
  currency: string;
  /** Returns the current details of the payer, to prefill fields and to send with the payment. */
  payer(): Payer;
  /** Error message for the shopper if the provider does not respond, or if its own message is not meant for shoppers. */
  silent: string;
  onReady(): void;
  onUnavailable(): void;
}

/** Details of the payer, as far as the shopper has entered them. */
export interface Payer {
  email?: string;
  name?: string;
  address: Partial<Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string>>;
}

export type PlaceOrderOutcome =
  /** Redirect to the result page, the bank's 3-D Secure page or the provider. */
  | { kind: 'go'; url: string }
  /** Stay on the page; `code` (R50) decides where `msg` is displayed. 0: next to the card fields or the payment form. */
  | { kind: 'stay'; code: number; msg: string };

export interface PlaceOrderInput {
  api: ApiClient;
  checkout: WireCheckout;
  /** All fields of the checkout page, sent again so that the order matches what the shopper sees. */
  fields: CheckoutInput;
  method: CheckoutPaymentMethod | null;
  card: CardFields | null;
  form: PaymentForm | null;
  /** Error message if the card fields or the payment form have not loaded yet. */
  notReady: string;
  /** Called as soon as the order exists. */
  onOrder(orderNo: string): void;
}

export function resultUrl(orderNo: string): string {
  return `/pay/result?order_no=${encodeURIComponent(orderNo)}`;
}

/**
 * Places the order and pays for it. Tokenises the card before creating the order, so that a mistyped card number reserves no stock. If a
 * charge gets no response, the result page checks the payment, so that the shopper never pays twice.
 */
export async function placeOrder(parts: PlaceOrderInput): Promise<PlaceOrderOutcome> {
  const { api, checkout, fields, method, onOrder } = parts;
  let cardToken = '';
  if (method?.flow === 'card' && checkout.total_price > 0) {
    if (!parts.card) return { kind: 'stay', code: 0, msg: parts.notReady };
    try {
      cardToken = (await parts.card.tokenise()).token;
    } catch (problem) {
      return { kind: 'stay', code: 0, msg: (problem as Error).message };
    }
  }
  if (method?.kit && checkout.total_price > 0) {
    const problem = parts.form ? await parts.form.submit(checkout.total_price) : parts.notReady;
    if (problem !== '') return { kind: 'stay', code: 0, msg: problem };
  }
  const { shop_id, token, version, total_price } = checkout;
  const placed = await api(
    'POST /:shop_id/checkouts/:token',
    { params: { shop_id, token }, body: { ...fields, version, total_price } },
    paymentRequestOptions,
  );
  if (placed.code !== 0) return { kind: 'stay', code: placed.code, msg: placed.msg };
  const { order_no, next } = placed.data as NonNullable<typeof placed.data>;
  onOrder(order_no);
  return pay(parts, order_no, next, cardToken);
}

type Next = ResponseData<Endpoints['POST /:shop_id/checkouts/:token']>['next'];

async function pay(
  parts: PlaceOrderInput,
  order_no: string,
  next: Next,
  card_token: string,
): Promise<PlaceOrderOutcome> {
  const { api, checkout, method } = parts;
  const result: PlaceOrderOutcome = { kind: 'go', url: resultUrl(order_no) };
  const provider = method?.provider ?? 'local';
  const account_id = method?.account_id ?? '';
  switch (next) {
    case 'done':
      return result;
    case 'zero':
      return settled(
        await api('GET /api/v1/payments/zero/:id', { params: { id: order_no } }, paymentRequestOptions),
        result,
      );
    case 'express':
      return settled(
        await api(
          'POST /api/v1/payments/paypal/quick/capture',
          { body: { paypal_order_id: checkout.paypal_order_id, checkout_token: checkout.token } },
          paymentRequestOptions,
        ),
        result,
      );
    case 'card': {
      const payChecked = payCheckedCards[provider];
      if (payChecked) {
        const check = parts.card?.check?.bind(parts.card);
        return inPage(await payChecked(api, { order_no, account_id, card_token, check }), result);
      }
      const paid = await api(
        'POST /api/v1/payments/',
        { body: { order_no, provider, account_id, card_token } },
        paymentRequestOptions,
      );
      const secondStep = paid.data?.redirect_url ?? '';
      return secondStep ? { kind: 'go', url: secondStep } : settled(paid, result);
    }
    case 'redirect':
    case 'kit': {
      // If the page has no payment form, the shopper pays on the provider's page.
      if (next === 'kit' && method?.kit && parts.form) {
        const { confirm, needsResultFetch } = parts.form;
        if (!needsResultFetch) return payInPage(parts, parts.form, order_no);
        return inPage(
          await payWithProviderForm(api, { order_no, provider, account_id, confirm, path: result.url }),
          result,
        );
      }
      const started = await api(
        'POST /api/v2/payments/',
        { body: { order_no, provider, account_id, return_url: result.url } },
        paymentRequestOptions,
      );
      if (started.code !== 0) return settled(started, result);
      const { redirect_url } = started.data as NonNullable<typeof started.data>;
      return redirect_url === '' ? result : { kind: 'go', url: redirect_url };
    }
  }
}

function inPage(paid: PaymentResult, result: PlaceOrderOutcome): PlaceOrderOutcome {
  if ('go' in paid) return { kind: 'go', url: paid.go };
  return 'stay' in paid ? { kind: 'stay', code: 0, msg: paid.stay } : settled(paid.answer, result);
}

/**
 * Pays with the provider's payment form. A charge requires the client secret, so an error before it arrives means that nothing was charged.
 */
async function payInPage(
  { api, method }: PlaceOrderInput,
  form: PaymentForm,
  order_no: string,
): Promise<PlaceOrderOutcome> {
  const result: PlaceOrderOutcome = { kind: 'go', url: resultUrl(order_no) };
  const { provider = 'local', account_id = '' } = method ?? {};
  const started = await api(
    'POST /api/v3/payments/',
    { body: { order_no, provider, account_id } },
    paymentRequestOptions,
  );
  if (started.code === codes.alreadyPaid) return result;
  if (started.code !== 0) return { kind: 'stay', code: started.code, msg: started.msg };
  const { client_secret } = started.data as NonNullable<typeof started.data>;
  const problem = await form.confirm(client_secret, result.url);
  return problem === '' ? result : { kind: 'stay', code: codes.paymentDeclined, msg: problem };
}

const resultCodes: number[] = [codes.ok, codes.alreadyPaid, codes.serverFailure];

/** Opens the result page if the payment succeeded, is pending or has an unknown result; after a decline, the shopper stays on this page. */
function settled(answer: { code: number; msg: string }, result: PlaceOrderOutcome): PlaceOrderOutcome {
  return resultCodes.includes(answer.code) ? result : { kind: 'stay', code: answer.code, msg: answer.msg };
}
