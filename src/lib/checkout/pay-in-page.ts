/** Payments that are made in the checkout itself, in more than one call. */
import type { CallApi } from '#lib/contract/call.ts';
import type { ProviderName } from '#lib/contract/provider-names.ts';

/** Settling a charge may take the provider a while; giving up early would only hide the result. */
export const paymentTimeout = { timeout: 40_000 };

interface Answer {
  code: number;
  msg: string;
  data: { status: string } | null;
}

/** An answer to be shown by its code, where the shopper has to go, or why the card could not be sent. */
export type PaymentResult = { answer: Answer } | { go: string } | { stay: string };

export interface KitPayment {
  order_no: string;
  provider: ProviderName;
  account_id: string;
  /** Has the kit pay. @returns why it did not, in words for the shopper; '' when it did */
  confirm(clientSecret: string, path: string): Promise<string>;
  /** The result page, for banks that lead away from here. */
  path: string;
}

/** The kit confirms what the shop has opened, then the shop looks for itself (API-026, 064; PAY-09). */
export async function payByKit(api: CallApi, kit: KitPayment): Promise<PaymentResult> {
  const { order_no, provider, account_id } = kit;
  const started = await api(
    'POST /api/v3/payments/',
    { body: { order_no, provider, account_id } },
    paymentTimeout,
  );
  if (started.code !== 0 || !started.data) return { answer: { ...started, data: null } };
  const { client_secret, transaction_id = '' } = started.data;
  const refusal = await kit.confirm(client_secret, kit.path);
  const answer = await goOn(api, order_no, transaction_id);
  // A card that could not even be sent leaves the payment waiting: the kit's words say why.
  const isWaiting = answer.code === 0 && answer.data?.status !== 'paid';
  return refusal !== '' && isWaiting ? { stay: refusal } : { answer };
}

/** Has the shop ask the provider what became of a payment (API-064). */
export function goOn(api: CallApi, order_no: string, transaction_id: string): Promise<Answer> {
  return api('POST /api/v1/payments/continue', { body: { order_no, transaction_id } }, paymentTimeout);
}
