/** The one interface of every payment provider (R72, R90). Amounts are integer minor units of `currency`. */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { Env } from './env.ts';

export type PaymentState =
  | 'created'
  | 'approved'
  | 'authorized'
  /** The provider is still deciding; ask again later. */
  | 'pending'
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
  /**
   * `charge` takes the money of `cardToken` at once (v1), `redirect` sends the shopper to the provider's page (v2),
   * `kit` is confirmed by the provider's kit in the browser (v3), `express` is approved before there is an order,
   * `lookup` asks whether the card of `cardToken` needs a second step (API-047): nothing is taken before `capture`.
   */
  flow: 'charge' | 'redirect' | 'kit' | 'express' | 'lookup';
  /** What the provider's frame handed out for the card; only for `charge` and `lookup`. */
  cardToken?: string;
  /** What the card's check in the browser handed out; only for `lookup`. */
  checkRef?: string;
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
  /** The attempt's requestId, if the provider gives it back; finds an attempt whose answer was lost. */
  requestId?: string;
  /** The payment reserves money on approval, which is captured later. */
  isAuthorization?: boolean;
  captureRef?: string;
  /** Where the shopper must go next, if anywhere: the provider's page or the card's second step. */
  redirectUrl?: string;
  /** Secret of the provider's browser kit (v3). */
  clientSecret?: string;
  /** The provider's reason, for a declined or failed payment. */
  reason?: string;
  payer?: { email?: string; name?: string; phone?: string; address?: Record<string, string> };
}

/** What a card is checked for before it is charged. */
export interface CardCheckOrder {
  orderNo: string;
  amount: number;
  currency: string;
}

/** How a shopper of the sandbox ends a payment. */
export type SimulatedEnd = 'success' | 'failure';

export interface WebhookEvent {
  eventId: string;
  type: string;
  /** The payment it is about, null for events we ignore. */
  ref: string | null;
  /** The attempt it is about, '' when the provider does not say. */
  requestId: string;
  /** What it says was captured, for a merchant to read: nothing in the shop is decided by it. */
  taken?: { captureRef: string; amount: string };
}

/** Hosts that pages may load from, by directive of their security policy. */
export interface PaymentHosts {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
}

/** What the checkout loads of a provider: its card form in a frame, or its kit. */
export type BrowserParts =
  | { frame_url: string }
  | { kit: { script_url: string; environment: string; public_key: string } };

/** Every call has a timeout of its own and throws ProviderError when the provider cannot be asked. */
export interface PaymentProvider {
  name: ProviderName;
  /** Its name in messages to shoppers; unset, it is one payment method among others. */
  brand?: string;
  /** No money moves: the sandbox plays it, or it is the provider's own trial. */
  isTest?: boolean;
  /** Paying may only reserve the money, where the merchant wants that (R60). */
  authorizes?: boolean;
  /** Of the providers with a card form that is typed in the checkout, only those of the highest rank are offered. */
  cardRank?: number;
  /** What the merchant's forms in a browser may know of the account (API-057, API-063). */
  publicAccount?: { account_id: string; public_key: string };
  /** What the checkout loads for a method of this flow, if anything. */
  browserParts?(flow: string): BrowserParts | undefined;
  /** What pages load from it; unset, nothing. */
  hosts?: Partial<PaymentHosts>;
  /** The account the shop wants paid; a payment to another payee is put on hold. */
  payee: string;
  /** Money moves only when the shop calls `capture`; unset, the provider may take it by itself once the shopper agreed. */
  takesOnRequest?: boolean;
  /** The ways in which it can be paid; unset, it is asked and says itself. */
  flows?: readonly CreateRequest['flow'][];
  /** The contract's row by which its shoppers come back, where that is not the result page. */
  returnPath?: string;
  /** What it wants to hear once a webhook is stored; unset, 204 will do. */
  acknowledges?: { status: 200; body: string };
  create(request: CreateRequest): Promise<ProviderPayment>;
  /** Changes what an approved, uncaptured payment will take, and names its order (express). */
  amend?(
    ref: string,
    change: { amount: number; currency: string; orderNo: string; requestId: string },
  ): Promise<void>;
  /** Reserves the money of an approved payment without taking it. */
  authorize?(ref: string, requestId: string): Promise<ProviderPayment>;
  /** Takes the money of an approved or authorised payment; repeating with the same requestId takes it once. */
  capture(ref: string, requestId: string): Promise<ProviderPayment>;
  status(ref: string): Promise<ProviderPayment>;
  /** The token with which the check of a card begins in the browser, where there is one (API-046). */
  cardCheckToken?(order: CardCheckOrder): string;
  /** The payment an earlier create made, when its answer was lost; null when there is none or it can take no money. */
  find(requestId: string): Promise<ProviderPayment | null>;
  /** Sends captured money back; repeating with the same requestId sends it once. */
  refund(captureRef: string, amount: number, currency: string, requestId: string): Promise<{ ref: string }>;
  /**
   * Verifies the signature over the raw body; throws when it does not hold.
   * @param sender whom rate limits count as one client
   */
  webhook(headers: Record<string, string>, rawBody: Uint8Array, sender: string): Promise<WebhookEvent>;
  /** Only where the sandbox plays the provider: does what the shopper would do on the provider's page. An ended payment stays as it is. */
  simulate?(ref: string, end: SimulatedEnd): Promise<void>;
  /** Whether the account can take payments now. */
  available(): Promise<boolean>;
}

/** The provider did not answer, or not as it should. What it did is unknown until it is asked again. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

/** A webhook that the provider did not sign; answered 400 and forgotten. */
export class InvalidSignatureError extends Error {
  override name = 'InvalidSignatureError';
}

/** The process's own fetch and clock. */
export interface Outside {
  fetch: typeof fetch;
  now: () => number;
}

/** Where the sandbox answers the shop's server, and browsers. */
export interface SandboxAddress {
  api: string;
  web: string;
}

/** What a folder of `payments/providers` exports for a provider, so that nothing else has to name it. */
export interface ProviderDefinition {
  name: ProviderName;
  /** Headers in which it signs its webhooks. */
  signatureHeaders?: readonly string[];
  /** Whether real money is meant: a key of it is set, or the word production. The sandbox then plays no provider. */
  hasKeys(env: Env): boolean;
  /** Opens the provider itself where its keys are set, else the sandbox that plays it; null where neither is there. */
  open(env: Env, outside: Outside, sandbox: SandboxAddress | null): PaymentProvider | null;
  /** What pages load from it. @param web origin of its form or kit; '' where the kit's own loader knows it */
  hosts?(web: string): Partial<PaymentHosts>;
}

/** Providers by name (R72); a name that is not configured is absent. */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>;
