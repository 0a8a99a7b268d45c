/** Converts amounts to and from Stripe's format: integers of the unit that Stripe treats as the currency's smallest. */
import { currencyDigits } from './minor.ts';

/** Number of decimals of Stripe's amounts where it is not two. ISK and UGX have two at Stripe for backwards compatibility. */
const digitsAtStripe: Readonly<Record<string, number>> = {
  ...{ BIF: 0, CLP: 0, DJF: 0, GNF: 0, JPY: 0, KMF: 0, KRW: 0, MGA: 0, PYG: 0, RWF: 0, VND: 0, VUV: 0 },
  ...{ XAF: 0, XOF: 0, XPF: 0 },
  ...{ BHD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3 },
};

/** Currencies that Stripe counts in hundredths although it accepts only whole units. */
const wholeOnly: ReadonlySet<string> = new Set(['ISK', 'UGX']);

const digitsOf = (currency: string) => digitsAtStripe[currency] ?? 2;

/**
 * Converts minor units to a Stripe amount: 1999 USD → 1999, 1999 JPY → 1999, 500000 KRW (2 decimals here, 0 at Stripe) → 5000.
 * @param minor integer minor units of the shop
 * @param currency ISO code in capitals
 * @throws RangeError for an invalid amount, or for a fraction that Stripe does not accept in this currency
 */
export function toStripeAmount(minor: number, currency: string): number {
  if (!Number.isSafeInteger(minor) || minor < 0) throw new RangeError(`${minor} is not an amount`);
  const amount = shifted(minor, digitsOf(currency) - currencyDigits(currency));
  if (amount === null || (wholeOnly.has(currency) && amount % 100 !== 0)) {
    throw new RangeError(`Stripe takes only whole ${currency}`);
  }
  return amount;
}

/** Converts a Stripe amount to minor units. @throws RangeError if the result is not a whole number */
export function fromStripeAmount(amount: number, currency: string): number {
  const minor = Number.isSafeInteger(amount) && amount >= 0 ? amount : null;
  const shop = minor === null ? null : shifted(minor, currencyDigits(currency) - digitsOf(currency));
  if (shop === null) throw new RangeError(`${amount} is not an amount of ${currency}`);
  return shop;
}

/** Moves the decimal point; null if the result is a fraction or too large to be exact. */
function shifted(amount: number, places: number): number | null {
  const moved = places < 0 ? amount / 10 ** -places : amount * 10 ** places;
  return Number.isSafeInteger(moved) ? moved : null;
}
