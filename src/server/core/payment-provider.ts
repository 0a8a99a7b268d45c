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
   * Payment flow: `charge` charges `cardToken` at once (v1), `redirect` sends the shopper to the provider's page (v2), `kit` is confirmed
   * by the provider's browser SDK (v3), `express` is approved before the order exists, `lookup` checks whether the card of `cardToken`
   * needs a second step (API-047): no money moves before `capture`.
   */
  flow: 'charge' | 'redirect' | 'kit' | 'express' | 'lookup';
  /** Card token from the provider's frame; only for `charge` and `lookup`. */
  cardToken?: string;
  /** Reference of the card check in the browser; only for `lookup`. */
  checkRef?: string;
  /** URL to which the provider redirects the shopper. */
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
  /** Account that receives the money; compared with the configured account. */
  payee: string;
  /** The attempt's requestId, if the provider returns it; identifies an attempt whose response was lost. */
  requestId?: string;
  /** Whether approval only reserves the money, so that a later capture must charge it. */
  isAuthorization?: boolean;
  captureRef?: string;
  /** URL of the shopper's next step, if any: the provider's page or the second step of a card payment. */
  redirectUrl?: string;
  /** Client secret for the provider's browser SDK (v3). */
  clientSecret?: string;
  /** The provider's reason for a declined or failed payment. */
  reason?: string;
  payer?: { email?: string; name?: string; phone?: string; address?: Record<string, string> };
}

/** Order for which a card is checked before it is charged. */
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
  /** The provider's payment id; null for events that the shop ignores. */
  ref: string | null;
  /** requestId of the payment attempt; '' if the provider does not send it. */
  requestId: string;
  /** Captured amount as stated in the webhook, for the merchant's information only: the shop makes no decision based on it. */
  taken?: { captureRef: string; amount: string };
}

/** Hosts from which pages may load resources, by Content-Security-Policy directive. */
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

/** A payment provider. Every method has its own timeout and throws ProviderError if the provider is unreachable. */
export interface PaymentProvider {
  name: ProviderName;
  /** Brand name in messages to shoppers; if unset, the messages name no brand. */
  brand?: string;
  /** Whether no real money moves: our sandbox, or the provider's test environment. */
  isTest?: boolean;
  /** Whether the provider can authorize a payment without capturing it, for merchants who capture later (R60). */
  authorizes?: boolean;
  /** Rank among the providers with a card form inside the checkout. The checkout offers only the card form with the highest rank. */
  cardRank?: number;
  /** Public account data for payment forms in the browser (API-057, API-063). */
  publicAccount?: { account_id: string; public_key: string };
  /** Returns the resources that the checkout loads for a payment flow, if any. */
  browserParts?(flow: string): PaymentBrowserResources | undefined;
  /** Hosts from which pages load the provider's resources; if unset, there are none. */
  hosts?: Partial<PaymentHosts>;
  /** Configured account of the merchant; a payment to any other payee is put on hold. */
  payee: string;
  /**
   * Whether money moves only when the shop calls `capture`; if unset, the provider may capture automatically once the shopper has approved
   * the payment.
   */
  takesOnRequest?: boolean;
  /** Supported payment flows; if unset, the provider itself rejects an unsupported flow. */
  flows?: readonly CreatePaymentRequest['flow'][];
  /** Endpoint to which the provider redirects shoppers, if it is not the result page. */
  returnPath?: string;
  /** Response that the provider expects once a webhook is stored; if unset, status 204. */
  acknowledges?: { status: 200; body: string };
  create(request: CreatePaymentRequest): Promise<ProviderPayment>;
  /** Changes the amount of an approved but uncaptured payment and sets its order number (express). */
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
  /** Finds the payment of a `create` call whose response was lost; null if there is none or it can no longer be captured. */
  find(requestId: string): Promise<ProviderPayment | null>;
  /** Refunds captured money. Idempotent by requestId. */
  refund(captureRef: string, amount: number, currency: string, requestId: string): Promise<{ ref: string }>;
  /**
   * Parses a webhook after verifying the signature over the raw body.
   * @throws InvalidSignatureError, or ProviderError if it cannot verify the signature
   * @param sender rate-limit key of the client
   */
  webhook(headers: Record<string, string>, rawBody: Uint8Array, sender: string): Promise<WebhookEvent>;
  /** Sandbox only: completes or fails a payment, as the shopper would on the provider's page. A finished payment does not change. */
  simulate?(ref: string, end: SimulatedOutcome): Promise<void>;
  /** Returns whether the merchant's account can take payments now. */
  available(): Promise<boolean>;
}

/** The provider did not respond, or sent an invalid response. The payment's state is unknown until the next status request. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

/** Error for a webhook without a valid signature of the provider; the webhook is rejected with status 400. */
export class InvalidSignatureError extends Error {
  override name = 'InvalidSignatureError';
}

export interface ProviderDependencies {
  fetch: typeof fetch;
  now: () => number;
}

/** Origins of the sandbox: `api` for the shop's server, `web` for browsers. */
export interface SandboxAddress {
  api: string;
  web: string;
}

/** Provider definition that each folder of `payments/providers` exports, so that no other file has to name the provider. */
export interface ProviderDefinition {
  name: ProviderName;
  /** Request headers that contain the signature of the provider's webhooks. */
  signatureHeaders?: readonly string[];
  /**
   * Returns whether a key of the provider, or its environment `production`, is set. If so, the shop uses the sandbox only with
   * PAYMENTS=sandbox.
   */
  hasKeys(env: Env): boolean;
  /** Returns the real provider if its keys are set, otherwise the sandbox's simulation; null if neither is available. */
  open(env: Env, outside: ProviderDependencies, sandbox: SandboxAddress | null): PaymentProvider | null;
  /**
   * Returns the hosts from which pages load the provider's resources.
   * @param web origin of the card form or SDK; '' for the provider's default
   */
  hosts?(web: string): Partial<PaymentHosts>;
}

/** Configured payment providers by name (R72). */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
