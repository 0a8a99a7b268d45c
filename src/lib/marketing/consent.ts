/** Serialises and parses the shopper's consent to marketing, which expires (R122, TRK-19). */

export type Consent = 'yes' | 'no' | 'open';

/** Storage key of the consent; a value looks like `yes 1793534400000 meta google`. */
export const consentKey = 'consent';

/** Validity of a decision, ms: the shop asks again after a year. */
const holds = 365 * 86_400_000;

/** Returns the consent in its stored form. @param services the services that the consent dialog lists */
export function serialiseConsent(answer: 'yes' | 'no', services: readonly string[], now: number): string {
  return [answer, now, ...services].join(' ');
}

/**
 * Returns the current consent. Consent covers only the services that were listed at the time, so a new service requires a new consent.
 * @param stored text from browser storage
 * @returns `open` if there is no valid decision; in a shop that asks for consent, `open` permits nothing
 */
export function parseConsent(stored: string | null, services: readonly string[], now: number): Consent {
  const [answer, at, ...named] = (stored ?? '').split(' ');
  const age = now - Number(at);
  if (!(age >= 0 && age < holds)) return 'open';
  if (answer === 'no') return 'no';
  return answer === 'yes' && services.every((service) => named.includes(service)) ? 'yes' : 'open';
}
