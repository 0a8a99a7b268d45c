/** What has to be said of a payment gateway so that one adapter can speak to many of its kind (R72). Data only. */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { CreateRequest, PaymentHosts, PaymentState } from '../../../core/payment-provider.ts';

/** What a request can carry, in the shop's words. */
export interface Values {
  requestId: string;
  orderNo: string;
  /** Already in the gateway's own form of amounts. */
  amount: string | number;
  currency: string;
  returnUrl: string;
  cancelUrl: string;
  /** Where its webhooks go. */
  noticeUrl: string;
  description: string;
  ref: string;
  captureRef: string;
  cardToken: string;
  /** What the check of the card in the browser handed out. */
  checkRef: string;
  account: string;
  clientId: string;
}

/** The gateway's name of a field, and what goes into it: a value, or always the same. */
export type Fields = Readonly<Record<string, keyof Values | { is: string | number | boolean }>>;

/** A call; `{ref}` in its path is the payment’s id. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  fields: Fields;
}

/** How a request or a webhook shows who sent it. The secret is the account's. */
export type Signature =
  /** A header with the hex HMAC-SHA256 of the time in another header, followed by the body as it was sent. */
  | { kind: 'header'; header: string; time: string; unit: 'milliseconds' | 'seconds' }
  /** A field with SHA-256 of the secret and all other fields sorted by name, `name=value` joined by `&`, in capitals. */
  | { kind: 'sorted-fields'; field: string }
  /** A field with SHA-256 of the values of some fields, one after the other, and the secret. */
  | { kind: 'listed-fields'; field: string; request: readonly string[]; event: readonly string[] };

/** A bearer token that is fetched with the account's keys and kept until it ends. */
export interface Login {
  path: string;
  /** Headers of the keys. */
  idHeader: string;
  secretHeader: string;
}

/** Where an answer or an event says what; steps into an object are written with dots. */
export interface PaymentPlaces {
  ref: string;
  requestId: string;
  state: string;
  amount: string;
  currency: string;
  /** Whom it will pay; left out where the gateway does not say, and nothing can be compared. */
  payee?: string;
  /** What refunds name. */
  captureRef: string;
  /** Where the shopper has to go: the gateway's page, the bank's second step. */
  pageUrl?: string;
  clientSecret?: string;
  reason?: string;
}

export interface EventPlaces {
  /** Left out where events have none: then it is the digest of the body. */
  id?: string;
  type: string;
  /** Only events whose type begins so are about a payment. */
  about?: string;
  ref: string;
  requestId: string;
  state: string;
  amount: string;
  currency: string;
}

export interface GatewayDescription {
  name: ProviderName;
  /** 1234 USD as the number 1234, the number 12.34 or the text `12.34`. */
  amounts: 'minor' | 'decimal' | 'text';
  signature: Signature;
  /** Its requests carry a token instead of a signature. */
  login?: Login;
  /** Fields of every call, beside which the call's own are JSON in one text field, as in its answers and events. */
  envelope?: { field: string; common: Fields };
  /** A field of the answer that must be one of these; else the gateway refused. */
  accepted?: { at: string; is: readonly string[] };
  /**
   * The calls that begin a payment, by flow: `redirect` leads to its own page, `kit` opens what its kit in the browser confirms, `charge` takes
   * the money of its card form's token, `lookup` asks whether the card needs a second step: nothing is taken before `capture`.
   */
  create: Partial<Record<CreateRequest['flow'], Call>>;
  /** Takes what was begun; left out where the gateway does when the shopper agrees, and there is nothing left to do but to look. */
  capture?: Call;
  /**
   * A payment by the id of the request that made it: only where a lost answer may have taken money. Nobody has agreed at a page, or
   * with a secret, that was never learned.
   */
  find?: Call;
  status: Call;
  refund: Call;
  /** The check of the card in the browser begins with a token the shop signs. */
  hasCardCheck?: boolean;
  /** Path of its card form in a frame, or of its kit's script. */
  form?: string;
  kit?: string;
  /** Its kit sends the shopper back by this row of the contract instead of the result page. */
  returnPath?: string;
  /** Where the refund's id is in its answer. */
  refundId: string;
  /** Where the answer says what becomes of the refund, and the words for sent or on its way; left out where it says nothing. */
  refundSent?: { at: string; is: readonly string[] };
  payment: PaymentPlaces;
  event: EventPlaces;
  /** Its states in the shop's words. One that is not listed counts as not decided yet. */
  states: Readonly<Record<string, PaymentState>>;
  /** Where a payment that waits says that the last try was refused. */
  refused?: { at: string; is: readonly string[] };
  /** What pages load from it. @param web origin of its form or kit */
  hosts?(web: string): Partial<PaymentHosts>;
  /** What it wants to hear when a webhook is stored; left out, 204 will do. */
  acknowledges?: { status: 200; body: string };
}
