/** The shopper's consent to marketing, and its expiry (R122, TRK-19). */

export type Consent = 'yes' | 'no' | 'open';

/** Storage key; a value looks like `yes 1793534400000 meta google`. */
export const consentKey = 'consent';

/** The shop asks again after a year, ms. */
const holds = 365 * 86_400_000;

/** Returns the consent as it is stored. @param services the services that the consent dialog named */
export function serialiseConsent(answer: 'yes' | 'no', services: readonly string[], now: number): string {
  return [answer, now, ...services].join(' ');
}

/**
 * Returns the current consent. A yes covers only the services named then, so a new service needs a new consent.
 * @param stored text of the storage
 * @returns `open` if the shopper has not decided; if the shop asks for consent, that allows nothing
 */
export function parseConsent(stored: string | null, services: readonly string[], now: number): Consent {
  const [answer, at, ...named] = (stored ?? '').split(' ');
  const age = now - Number(at);
  if (!(age >= 0 && age < holds)) return 'open';
  if (answer === 'no') return 'no';
  return answer === 'yes' && services.every((service) => named.includes(service)) ? 'yes' : 'open';
}
