/** What a shopper has answered to marketing, and how long that holds (R122, TRK-19). */

export type Consent = 'yes' | 'no' | 'open';

/** Key of the answer in the browser's storage: `yes 1793534400000 meta google`. */
export const consentKey = 'consent';

/** After a year the question is put again, ms. */
const holds = 365 * 86_400_000;

/** The answer as it is stored. @param services those that were named when it was given */
export function writeConsent(answer: 'yes' | 'no', services: readonly string[], now: number): string {
  return [answer, now, ...services].join(' ');
}

/**
 * What holds now. A yes is one to the services there were, so another service is asked for again; a no stays one.
 * @param stored text of the storage
 * @returns `open` while nobody has answered; where the shop asks, that allows nothing
 */
export function readConsent(stored: string | null, services: readonly string[], now: number): Consent {
  const [answer, at, ...named] = (stored ?? '').split(' ');
  const age = now - Number(at);
  if (!(age >= 0 && age < holds)) return 'open';
  if (answer === 'no') return 'no';
  return answer === 'yes' && services.every((service) => named.includes(service)) ? 'yes' : 'open';
}
