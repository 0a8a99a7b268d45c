/** Why a payment was refused, as far as the provider's words tell, and so what the shopper is advised to do. Pure. */
import * as codes from '../contract/codes.ts';

export type PaymentErrorKind =
  /** The bank gave no reason that helps. */
  | 'declined'
  | 'funds'
  | 'expired'
  | 'code'
  /** The bank could not tell that it is the card's holder. */
  | 'holder'
  /** Another card or another way to pay is needed. */
  | 'method'
  | 'paypal'
  /** The account does not take this amount. */
  | 'limit'
  /** The provider did not answer, or is switched off. */
  | 'unavailable';

/** Providers say it in sentences and in codes (`insufficient_funds`); the first that fits holds. */
const signs: readonly (readonly [PaymentErrorKind, RegExp])[] = [
  ['funds', /insufficient|not enough|withdrawal limit|deckung|guthaben/i],
  // Of the card: a session may be over too.
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
 * @param code of the refusal (R50)
 * @param reason the provider's, in its own words or as its code
 */
export function paymentErrorKind(code: number, reason: string): PaymentErrorKind {
  if (code === codes.accountUnavailable) return 'unavailable';
  return signs.find(([, sign]) => sign.test(reason))?.[0] ?? 'declined';
}
