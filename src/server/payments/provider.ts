/** The one interface of every payment provider (design 7, R72, R90). Amounts are integer minor units of `currency`. */

export type PaymentState =
  | 'created'
  | 'approved'
  | 'authorized'
  | 'captured'
  | 'declined'
  | 'failed'
  | 'refunded'
  | 'expired';

export interface CreateRequest {
  orderNo: string;
  amount: number;
  currency: string;
  /** Idempotency key of this attempt: order_no + attempt. Sent as PayPal-Request-Id or its like. */
  requestId: string;
  /** Where the provider sends the shopper back to. */
  returnUrl: string;
  cancelUrl: string;
  description: string;
  /** capture at once, or authorise only (is_paypal_authorize, R60). */
  intent: 'capture' | 'authorize';
}

export interface ProviderPayment {
  /** The provider's own id of the payment. */
  ref: string;
  state: PaymentState;
  amount: number;
  currency: string;
  /** Whom the provider will pay; compared with the configured account. */
  payee: string;
  captureRef?: string;
  /** Where the shopper must go next, if anywhere. */
  redirectUrl?: string;
  /** Secret of the provider's browser kit (v3). */
  clientSecret?: string;
  /** The provider's reason, for a declined or failed payment. */
  reason?: string;
  payer?: { email?: string; name?: string; phone?: string; address?: Record<string, string> };
}

export interface WebhookEvent {
  eventId: string;
  type: string;
  /** The payment it is about, null for events we ignore. */
  ref: string | null;
}

export interface PaymentProvider {
  name: string;
  create(request: CreateRequest): Promise<ProviderPayment>;
  /** Takes the money of an approved payment; repeating with the same requestId takes it once. */
  capture(ref: string, requestId: string): Promise<ProviderPayment>;
  status(ref: string): Promise<ProviderPayment>;
  refund(captureRef: string, amount: number, currency: string, requestId: string): Promise<{ ref: string }>;
  /** Verifies the signature over the raw body; throws when it does not hold. */
  webhook(headers: Record<string, string>, rawBody: Uint8Array): Promise<WebhookEvent>;
  /** Whether the account can take payments now. */
  available(): Promise<boolean>;
}

/** Providers by name (R72); a name that is not configured is absent. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
