/** Classifies a payment error by the provider's message, to choose the advice for the shopper. Pure. */
import * as codes from '../contract/codes.ts';

export type PaymentErrorKind =
  /** The bank gave no useful reason. */
  | 'declined'
  | 'funds'
  | 'expired'
  | 'code'
  /** The bank could not authenticate the cardholder. */
  | 'holder'
  /** The shopper needs another card or payment method. */
  | 'method'
  | 'paypal'
  /** The merchant's payment account does not accept this amount. */
  | 'limit'
  /** The provider did not respond or is disabled. */
  | 'unavailable';

/** Patterns that identify each error; providers send sentences or codes (`insufficient_funds`). The first match wins. */
const signs: readonly (readonly [PaymentErrorKind, RegExp])[] = [
  ['funds', /insufficient|not enough|withdrawal limit|deckung|guthaben/i],
  // The pattern requires the word "card", because a session can expire too.
  ['expired', /expired.?card|(?:card|karte).{0,24}(?:expired|abgelaufen)/i],
  ['code', /security.?code|cvc|cvv|card verification|prüf(?:nummer|ziffer|code)/i],
  ['holder', /authenticat|3.?d.?s(?:ecure)?(?![a-z])|bank refused|authentifizier/i],
  ['paypal', /paypal/i],
  [
    'method',
    /not.?support|not.?allowed|not.?permitted|restricted|(?:lost|stolen).?card|card.{0,24}(?:lost|stolen)|invalid.?account|pick.?up/i,
  ],
  ['unavailable', /(?:not|never|n.t|nicht) (?:be )?(?:answer|reach|available|geantwortet)|unavailable/i],
];

/**
 * Classifies a payment error.
 * @param code code of the error response (R50)
 * @param reason the provider's message or code
 */
export function classifyPaymentError(code: number, reason: string): PaymentErrorKind {
  if (code === codes.accountUnavailable) return 'unavailable';
  return signs.find(([, sign]) => sign.test(reason))?.[0] ?? 'declined';
}
