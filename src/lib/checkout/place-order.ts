/** Places and pays the order after "Pay" on the checkout page (CHK-22, R90). The server calculates all amounts. */

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
  /** Starts the card check in the provider's form. @returns the provider's reference of the check */
  check?: ((jwt: string) => Promise<string>) | undefined;
}

/** Checks the card, sends the shopper to the bank if it requires that, else charges the card (API-046, 047, 064; PAY-09). */
async function payCheckedCard(api: ApiClient, card: CheckedCard): Promise<PaymentResult> {
  const { order_no, account_id, card_token } = card;
  const started = await api('POST /api/v1/payments/ocean/jwt', { body: { order_no } }, paymentRequestOptions);
  if (started.code !== 0 || !started.data) return { answer: { ...started, data: null } };
  // The check is optional: without it, the bank may require the second step more often.
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

/** The part of the provider's card fields that a payment needs. */
export interface CardFields {
  /** Returns a token for the card. @throws Error with a message about the invalid card, which the fields show too */
  tokenise(): Promise<{ token: string }>;
  /** Starts the card check with the shop's token, if the provider has one. */
  check?(jwt: string): Promise<string>;
}

/** A form of the provider's kit in the page (v3): it keeps its input after a failed attempt. */
export interface PaymentForm {
  /** Validates the input for an amount in the checkout's currency. @returns the error message for the shopper, '' if valid */
  submit(total: number): Promise<string>;
  /**
   * Pays, with the bank's second step if required, which may leave the page and return to `path`.
   * @returns the error message for the shopper; '' if the payment succeeded or is pending
   */
  confirm(clientSecret: string, path: string): Promise<string>;
  /** true: after the kit confirms, the shop fetches the result. Unset: the kit's result opens the result page. */
  needsResultFetch?: boolean;
}

/** The form, with methods for the panel that shows it. */
export interface MountedPaymentForm extends PaymentForm {
  /** Updates the total that wallets show. */
  amend(total: number): Promise<void>;
  destroy(): void;
}

/** Options with which a provider's module in `src/client/checkout/kits` opens its form. */
export interface PaymentFormOptions {
  kit: NonNullable<CheckoutPaymentMethod['kit']>;
  /** Amount to pay, in `currency` itself. */
  total: number;
  currency: string;
  /** Returns the current details of the payer, for prefilled fields and for the payment. */
  payer(): Payer;
  /** Message for the shopper if the provider does not respond, or its message is not meant for shoppers. */
  silent: string;
  onReady(): void;
  onUnavailable(): void;
}

/** Only the details entered so far. */
export interface Payer {
  email?: string;
  name?: string;
  address: Partial<Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string>>;
}

export type PlaceOrderOutcome =
  /** Leave the page: to the result, the bank's second step or the provider. */
  | { kind: 'go'; url: string }
  /** Stay; `code` (R50) decides where the message shows. 0: the card fields already show it. */
  | { kind: 'stay'; code: number; msg: string };

export interface PlaceOrderInput {
  api: ApiClient;
  checkout: WireCheckout;
  /** All fields of the page, sent again so that the order matches the screen. */
  fields: CheckoutInput;
  method: CheckoutPaymentMethod | null;
  card: CardFields | null;
  form: PaymentForm | null;
  /** Message if the card fields or the form have not loaded yet. */
  notReady: string;
  /** Called as soon as the order exists. */
  onOrder(orderNo: string): void;
}

export function resultUrl(orderNo: string): string {
  return `/pay/result?order_no=${encodeURIComponent(orderNo)}`;
}

/**
 * Places the order and pays it. Tokenises the card before the order exists, so that a mistyped number reserves no stock. If a
 * charge has no response, the result page checks it, so that the shopper never pays twice.
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
      // Without a form in the page, the shopper pays on the provider's page.
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

/** Pays in the provider's form. Paying needs the client secret: an error before it arrives means no charge. */
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

/** Opens the result page for paid, pending, already paid or unknown; a decline stays on this page. */
function settled(answer: { code: number; msg: string }, result: PlaceOrderOutcome): PlaceOrderOutcome {
  return resultCodes.includes(answer.code) ? result : { kind: 'stay', code: answer.code, msg: answer.msg };
}
