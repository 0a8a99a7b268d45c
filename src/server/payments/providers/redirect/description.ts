/** Describes a payment gateway as data, so that one adapter supports many similar gateways (R72). */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { CreatePaymentRequest, PaymentHosts, PaymentState } from '../../../core/payment-provider.ts';

/** Values that a request can contain, by the shop's names. */
export interface GatewayValues {
  requestId: string;
  orderNo: string;
  /** Already in the gateway's format. */
  amount: string | number;
  currency: string;
  returnUrl: string;
  cancelUrl: string;
  /** URL for its webhooks. */
  noticeUrl: string;
  description: string;
  ref: string;
  captureRef: string;
  cardToken: string;
  /** Reference that the card check in the browser returns. */
  checkRef: string;
  account: string;
  clientId: string;
}

/** The gateway's field names, each with a value of the shop or a constant. */
export type GatewayFields = Readonly<Record<string, keyof GatewayValues | { is: string | number | boolean }>>;

/** A request; `{ref}` in its path is replaced with the payment’s id. */
export interface GatewayRequest {
  method: 'GET' | 'POST';
  path: string;
  fields: GatewayFields;
}

/** How a request or a webhook proves its sender. The secret is the account's. */
export type GatewaySignature =
  /** A header with the hex HMAC-SHA256 of another header's time followed by the raw body. */
  | { kind: 'header'; header: string; time: string; unit: 'milliseconds' | 'seconds' }
  /** A field with the SHA-256 of the secret and all other fields sorted by name, `name=value` joined by `&`, in upper case. */
  | { kind: 'sorted-fields'; field: string }
  /** A field with the SHA-256 of the listed fields' values, concatenated, and the secret. */
  | { kind: 'listed-fields'; field: string; request: readonly string[]; event: readonly string[] };

/** A bearer token, requested with the account's keys and cached until it expires. */
export interface GatewayLogin {
  path: string;
  idHeader: string;
  secretHeader: string;
}

/** Paths of the values in a response; dots separate the steps into an object. */
export interface PaymentFieldPaths {
  ref: string;
  requestId: string;
  state: string;
  amount: string;
  currency: string;
  /** The payee; undefined if the gateway does not report it, so that it cannot be checked. */
  payee?: string;
  /** Id to which refunds refer. */
  captureRef: string;
  /** URL to which the shopper must go: the gateway's page or the bank's second step. */
  pageUrl?: string;
  clientSecret?: string;
  reason?: string;
}

export interface EventFieldPaths {
  /** Undefined if events have no id: then it is the SHA-256 of the body. */
  id?: string;
  type: string;
  /** If set, only events whose type starts with this are about a payment. */
  about?: string;
  ref: string;
  requestId: string;
  state: string;
  amount: string;
  currency: string;
}

export interface GatewayDescription {
  name: ProviderName;
  /** 1234 USD as the number 1234, the number 12.34 or the string `12.34`. */
  amounts: 'minor' | 'decimal' | 'text';
  signature: GatewaySignature;
  /** If set, requests carry a bearer token instead of a signature. */
  login?: GatewayLogin;
  /** Fields common to all requests, and the field that holds the request's own fields as JSON, as in responses and events. */
  envelope?: { field: string; common: GatewayFields };
  /** A response field that must have one of these values; otherwise the gateway rejected the request. */
  accepted?: { at: string; is: readonly string[] };
  /**
   * Requests that create a payment, by flow: `redirect` opens the gateway's page, `kit` is confirmed by its browser script,
   * `charge` charges the token of its card form, `lookup` checks if the card needs a second step and takes no money.
   */
  create: Partial<Record<CreatePaymentRequest['flow'], GatewayRequest>>;
  /** Captures a created payment; undefined if the gateway captures when the shopper agrees. The shop then fetches the status. */
  capture?: GatewayRequest;
  /**
   * Finds a payment by its request id. Only needed where a lost response may have captured money: a shopper cannot agree on a
   * page, or with a secret, that the shop never received.
   */
  find?: GatewayRequest;
  status: GatewayRequest;
  refund: GatewayRequest;
  /** The card check in the browser starts with a token that the shop signs. */
  hasCardCheck?: boolean;
  /** Path of its card form in a frame, and of its script. */
  form?: string;
  kit?: string;
  /** If set, its script sends the shopper back to this endpoint instead of the result page. */
  returnPath?: string;
  /** Path of the refund's id in the response. */
  refundId: string;
  /** Path of the refund's state in the response, and the states for sent or in progress; undefined if there is none. */
  refundSent?: { at: string; is: readonly string[] };
  payment: PaymentFieldPaths;
  event: EventFieldPaths;
  /** The gateway's states in the shop's terms. A state that is not listed counts as pending. */
  states: Readonly<Record<string, PaymentState>>;
  /** Path at which a waiting payment reports that its last try was declined, and the values for it. */
  refused?: { at: string; is: readonly string[] };
  /** Returns the hosts from which pages load its parts. @param web origin of its form or script */
  hosts?(web: string): Partial<PaymentHosts>;
  /** Response that it expects once a webhook is stored; undefined for 204. */
  acknowledges?: { status: 200; body: string };
}
