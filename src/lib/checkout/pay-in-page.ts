/** Payments within the checkout page that need more than one request. */

import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { ApiClient } from '#lib/contract/request.ts';

/** A provider may take long to settle a charge; a shorter timeout would only hide the result. */
export const paymentRequestOptions = { timeout: 40_000 };

interface Answer {
  code: number;
  msg: string;
  data: { status: string } | null;
}

/** A response to handle by its code, a URL to go to, or the message for a card that could not be sent. */
export type PaymentResult = { answer: Answer } | { go: string } | { stay: string };

export interface ProviderFormPayment {
  order_no: string;
  provider: ProviderName;
  account_id: string;
  /** Confirms the payment in the provider's kit. @returns the error message for the shopper, '' on success */
  confirm(clientSecret: string, path: string): Promise<string>;
  /** Path of the result page, for banks that redirect away from the checkout. */
  path: string;
}

/** Pays with the provider's kit: the shop starts the payment, the kit confirms it, the shop checks it (API-026, 064; PAY-09). */
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
  // If the card could not even be sent, the payment still waits: the kit's message explains why.
  const isWaiting = answer.code === 0 && answer.data?.status !== 'paid';
  return refusal !== '' && isWaiting ? { stay: refusal } : { answer };
}

/** Makes the shop fetch the payment's result from the provider (API-064). */
export function continuePayment(api: ApiClient, order_no: string, transaction_id: string): Promise<Answer> {
  return api('POST /api/v1/payments/continue', { body: { order_no, transaction_id } }, paymentRequestOptions);
}
