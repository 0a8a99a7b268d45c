/** Types that describe a payment gateway as data, so that one adapter supports many similar gateways (R72). */
import type { ProviderName } from '#lib/contract/provider-names.ts';
import type { CreatePaymentRequest, PaymentHosts, PaymentState } from '../../../core/payment-provider.ts';

/** The shop's values that can be inserted into a gateway's request. */
export interface GatewayValues {
  requestId: string;
  orderNo: string;
  /** Amount, already in the gateway's format. */
  amount: string | number;
  currency: string;
  returnUrl: string;
  cancelUrl: string;
  /** URL to which the gateway sends its webhooks. */
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

/** Maps the gateway's field names to the shop's values or to constants. */
export type GatewayFields = Readonly<Record<string, keyof GatewayValues | { is: string | number | boolean }>>;

/** Description of a request; `{ref}` in the path is replaced with the gateway's payment id. */
export interface GatewayRequest {
  method: 'GET' | 'POST';
  path: string;
  fields: GatewayFields;
}

/** How requests and webhooks are signed. The secret is the one of the shop's account. */
export type GatewaySignature =
  /** A header contains the hex HMAC-SHA256 of the timestamp, which is in another header, followed by the raw body. */
  | { kind: 'header'; header: string; time: string; unit: 'milliseconds' | 'seconds' }
  /** A field contains the upper-case SHA-256 of the secret and all other fields, sorted by name, as `name=value` joined by `&`. */
  | { kind: 'sorted-fields'; field: string }
  /** A field contains the SHA-256 of the concatenated values of the listed fields, followed by the secret. */
  | { kind: 'listed-fields'; field: string; request: readonly string[]; event: readonly string[] };

/** Request that exchanges the account's keys for a bearer token, which is cached until it expires. */
export interface GatewayLogin {
  path: string;
  idHeader: string;
  secretHeader: string;
}

/** Paths of the fields in a gateway's response; dots separate nested keys. */
export interface PaymentFieldPaths {
  ref: string;
  requestId: string;
  state: string;
  amount: string;
  currency: string;
  /** Path of the payee; undefined if the gateway does not report the payee, so that the shop cannot check it. */
  payee?: string;
  /** Path of the id that refund requests refer to. */
  captureRef: string;
  /** Path of the URL to which the shopper must go: the gateway's payment page or the bank's confirmation page. */
  pageUrl?: string;
  clientSecret?: string;
  reason?: string;
}

export interface EventFieldPaths {
  /** Path of the event id. If undefined, events have no id, and the SHA-256 of the body is used instead. */
  id?: string;
  type: string;
  /** Prefix of the event types that concern a payment; undefined if all events do. */
  about?: string;
  ref: string;
  requestId: string;
  state: string;
  amount: string;
  currency: string;
}

export interface GatewayDescription {
  name: ProviderName;
  /** Format of amounts: $12.34 is the number 1234 (`minor`), the number 12.34 (`decimal`) or the string `12.34` (`text`). */
  amounts: 'minor' | 'decimal' | 'text';
  signature: GatewaySignature;
  /** If set, requests carry a bearer token instead of a signature. */
  login?: GatewayLogin;
  /**
   * Envelope of requests, responses and events: the common fields of all requests, and the field that contains the actual content as JSON.
   */
  envelope?: { field: string; common: GatewayFields };
  /** Response field that must have one of these values; any other value means that the gateway rejected the request. */
  accepted?: { at: string; is: readonly string[] };
  /**
   * Requests that create a payment, by flow. `redirect` opens the gateway's payment page, `kit` is confirmed by the gateway's browser SDK,
   * `charge` charges a token from the gateway's card form, and `lookup` checks whether the card needs confirmation by the bank, without
   * charging it.
   */
  create: Partial<Record<CreatePaymentRequest['flow'], GatewayRequest>>;
  /** Captures a created payment; undefined if the gateway captures when the shopper confirms, so that the shop only fetches the status. */
  capture?: GatewayRequest;
  /**
   * Finds a payment by its request id. Needed only if a payment may have captured money although the response with its id was lost. A
   * payment page or client secret that never reached the shop cannot be used by a shopper, so those payments need no search.
   */
  find?: GatewayRequest;
  status: GatewayRequest;
  refund: GatewayRequest;
  /** Whether the card check in the browser starts with a token that the shop signs. */
  hasCardCheck?: boolean;
  /** Paths of the gateway's card form, which pages embed in a frame (`form`), and of its browser SDK (`kit`). */
  form?: string;
  kit?: string;
  /** If set, the gateway's browser SDK sends the shopper back to this endpoint instead of the result page. */
  returnPath?: string;
  /** Path of the refund id in the response to a refund request. */
  refundId: string;
  /** Path of the refund status in the response, and the values that mean sent or in progress; undefined if the response has no status. */
  refundSent?: { at: string; is: readonly string[] };
  payment: PaymentFieldPaths;
  event: EventFieldPaths;
  /** Maps the gateway's payment states to the shop's. A state that is not listed counts as pending. */
  states: Readonly<Record<string, PaymentState>>;
  /** Path of the latest attempt's status in a payment that is still open, and the values that mean that the attempt was declined. */
  refused?: { at: string; is: readonly string[] };
  /** Returns the hosts from which pages load the gateway's form or SDK. @param web origin of the form or SDK */
  hosts?(web: string): Partial<PaymentHosts>;
  /** Response that the gateway expects after a webhook was stored; undefined for an empty 204 response. */
  acknowledges?: { status: 200; body: string };
}
