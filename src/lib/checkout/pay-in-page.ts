/** Processes payments on the checkout page that need more than one request. */

import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { ApiClient } from '#lib/contract/request.ts';

/**
 * Long timeout, because a provider can take long to process a charge: a shorter one would only prevent the shopper from seeing the result.
 */
export const paymentRequestOptions = { timeout: 40_000 };

interface Answer {
  code: number;
  msg: string;
  data: { status: string } | null;
}

/** Result of a payment: an API response, a URL to redirect to, or an error message if the card data could not be sent. */
export type PaymentResult = { answer: Answer } | { go: string } | { stay: string };

export interface ProviderFormPayment {
  order_no: string;
  provider: ProviderName;
  account_id: string;
  /** Confirms the payment with the provider's SDK. @returns the error message for the shopper, '' on success */
  confirm(clientSecret: string, path: string): Promise<string>;
  /** Path of the result page, for banks that redirect the shopper away from the checkout. */
  path: string;
}

/**
 * Pays with the provider's SDK: the server starts the payment, the SDK confirms it, and the server checks the result (API-026, 064;
 * PAY-09).
 */
export async function payWithProviderForm(api: ApiClient, kit: ProviderFormPayment): Promise<PaymentResult> {
  const { order_no, provider, account_id } = kit;
  const started = await api(
    'POST /api/v3/payments/',
    { body: { order_no, provider, account_id } },
    paymentRequestOptions,
  );
  if (started.code !== 0 || !started.data) return { answer: { ...started, data: null } };
  const { client_secret, transaction_id = '' } = started.data;
  const refusal = await kit.confirm(client_secret, kit.path);
  const answer = await continuePayment(api, order_no, transaction_id);
  // If the SDK could not send the card data, the payment is still pending, and the SDK's message explains the reason.
  const isWaiting = answer.code === 0 && answer.data?.status !== 'paid';
  return refusal !== '' && isWaiting ? { stay: refusal } : { answer };
}

/** Requests that the server fetch the payment's result from the provider (API-064). */
export function continuePayment(api: ApiClient, order_no: string, transaction_id: string): Promise<Answer> {
  return api('POST /api/v1/payments/continue', { body: { order_no, transaction_id } }, paymentRequestOptions);
}
