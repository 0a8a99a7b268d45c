/** The interface of every payment provider (R72, R90). Amounts are integer minor units of `currency`. */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { Env } from './env.ts';

export type PaymentState =
  | 'created'
  | 'approved'
  | 'authorized'
  /** The provider has not decided yet; check again later. */
  | 'pending'
  | 'captured'
  | 'declined'
  | 'failed'
  | 'refunded'
  | 'expired';

export interface CreatePaymentRequest {
  orderNo: string;
  amount: number;
  currency: string;
  /** Idempotency key of this attempt: order_no + attempt. Sent as PayPal-Request-Id or its equivalent. */
  requestId: string;
  /**
   * `charge` charges `cardToken` at once (v1), `redirect` sends the shopper to the provider's page (v2), `kit` is confirmed by
   * the provider's browser SDK (v3), `express` is approved before the order exists, `lookup` checks whether the card of
   * `cardToken` needs a second step (API-047): no money moves before `capture`.
   */
  flow: 'charge' | 'redirect' | 'kit' | 'express' | 'lookup';
  /** Card token from the provider's frame; only for `charge` and `lookup`. */
  cardToken?: string;
  /** Reference of the card check in the browser; only for `lookup`. */
  checkRef?: string;
  /** URL to which the provider sends the shopper back. */
  returnUrl: string;
  cancelUrl: string;
  description: string;
  /** Capture at once, or authorize only (is_paypal_authorize, R60). */
  intent: 'capture' | 'authorize';
}

export interface ProviderPayment {
  /** The provider's payment id. */
  ref: string;
  state: PaymentState;
  amount: number;
  currency: string;
  /** Account that the provider will pay; compared with the configured one. */
  payee: string;
  /** The attempt's requestId, if the provider returns it; identifies an attempt whose response was lost. */
  requestId?: string;
  /** Approval only reserves the money; a later capture takes it. */
  isAuthorization?: boolean;
  captureRef?: string;
  /** URL of the shopper's next step, if any: the provider's page or the card's second step. */
  redirectUrl?: string;
  /** Client secret for the provider's browser SDK (v3). */
  clientSecret?: string;
  /** The provider's reason for a declined or failed payment. */
  reason?: string;
  payer?: { email?: string; name?: string; phone?: string; address?: Record<string, string> };
}

/** The order for which a card is checked before it is charged. */
export interface CardCheckOrder {
  orderNo: string;
  amount: number;
  currency: string;
}

/** Result of a simulated payment in the sandbox. */
export type SimulatedOutcome = 'success' | 'failure';

export interface WebhookEvent {
  eventId: string;
  type: string;
  /** Payment id; null for events we ignore. */
  ref: string | null;
  /** requestId of the attempt; '' when the provider does not send it. */
  requestId: string;
  /** Captured amount as the webhook states it, for merchants to read; the shop decides nothing by it. */
  taken?: { captureRef: string; amount: string };
}

/** Hosts that pages may load from, by directive of the Content-Security-Policy. */
export interface PaymentHosts {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
}

/** Resources that the checkout loads for a provider: its card form in a frame, or its browser SDK. */
export type PaymentBrowserResources =
  | { frame_url: string }
  | { kit: { script_url: string; environment: string; public_key: string } };

/** Every call has its own timeout and throws ProviderError when the provider is unreachable. */
export interface PaymentProvider {
  name: ProviderName;
  /** Name in messages to shoppers; unset, the messages name no brand. */
  brand?: string;
  /** No real money moves: our sandbox or the provider's test environment. */
  isTest?: boolean;
  /** Supports authorization only, for merchants who capture later (R60). */
  authorizes?: boolean;
  /** Rank among providers with a card form inside the checkout: only those with the highest rank are offered. */
  cardRank?: number;
  /** Public account data for the merchant's forms in a browser (API-057, API-063). */
  publicAccount?: { account_id: string; public_key: string };
  /** Returns the resources that the checkout loads for this flow, if any. */
  browserParts?(flow: string): PaymentBrowserResources | undefined;
  /** Hosts that pages load from; unset, none. */
  hosts?: Partial<PaymentHosts>;
  /** Configured account; a payment to any other payee is put on hold. */
  payee: string;
  /** Money moves only when the shop calls `capture`; unset, the provider may capture automatically once the shopper approved. */
  takesOnRequest?: boolean;
  /** Supported flows; unset, the provider itself rejects an unsupported one. */
  flows?: readonly CreatePaymentRequest['flow'][];
  /** Endpoint to which shoppers return, where that is not the result page. */
  returnPath?: string;
  /** Response that the provider expects once a webhook is stored; unset, 204. */
  acknowledges?: { status: 200; body: string };
  create(request: CreatePaymentRequest): Promise<ProviderPayment>;
  /** Changes the amount of an approved, uncaptured payment and sets its order number (express). */
  amend?(
    ref: string,
    change: { amount: number; currency: string; orderNo: string; requestId: string },
  ): Promise<void>;
  /** Reserves the money of an approved payment without capturing it. */
  authorize?(ref: string, requestId: string): Promise<ProviderPayment>;
  /** Captures an approved or authorized payment. Idempotent by requestId. */
  capture(ref: string, requestId: string): Promise<ProviderPayment>;
  status(ref: string): Promise<ProviderPayment>;
  /** Returns the token that starts a card check in the browser, for providers that have one (API-046). */
  cardCheckToken?(order: CardCheckOrder): string;
  /** Returns the payment of a `create` whose response was lost; null when there is none or it can no longer be captured. */
  find(requestId: string): Promise<ProviderPayment | null>;
  /** Refunds captured money. Idempotent by requestId. */
  refund(captureRef: string, amount: number, currency: string, requestId: string): Promise<{ ref: string }>;
  /**
   * Parses a webhook after verifying the signature over the raw body. @throws InvalidSignatureError, or ProviderError if it
   * cannot verify
   * @param sender key by which rate limits count the client
   */
  webhook(headers: Record<string, string>, rawBody: Uint8Array, sender: string): Promise<WebhookEvent>;
  /** Sandbox only: pays or fails as the shopper would on the provider's page. A finished payment does not change. */
  simulate?(ref: string, end: SimulatedOutcome): Promise<void>;
  /** Returns whether the account can take payments now. */
  available(): Promise<boolean>;
}

/** The provider did not respond, or sent an invalid response. The payment's state is unknown until the next status request. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

/** A webhook without a valid signature of the provider; answered with 400 and discarded. */
export class InvalidSignatureError extends Error {
  override name = 'InvalidSignatureError';
}

export interface ProviderDependencies {
  fetch: typeof fetch;
  now: () => number;
}

/** The sandbox's origins, for the shop's server and for browsers. */
export interface SandboxAddress {
  api: string;
  web: string;
}

/** Export of a folder of `payments/providers`, so that no other file has to name the provider. */
export interface ProviderDefinition {
  name: ProviderName;
  /** Headers with the signature of its webhooks. */
  signatureHeaders?: readonly string[];
  /** Returns whether a key or `production` is set for the provider. The sandbox then simulates no provider. */
  hasKeys(env: Env): boolean;
  /** Returns the real provider if its keys are set, otherwise the sandbox's simulation; null without either. */
  open(env: Env, outside: ProviderDependencies, sandbox: SandboxAddress | null): PaymentProvider | null;
  /** Returns the hosts that pages load from. @param web origin of its form or SDK; '' where the SDK's own loader has it */
  hosts?(web: string): Partial<PaymentHosts>;
}

/** Configured providers by name (R72). */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
