/** The country this browser last had something sent to: pages for which no address is known speak for it (R63). */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** ISO 3166 alpha-2, undefined before any address; the shop may no longer ship there. */
export const $lastCountry = persistentAtom<string | undefined>('country', undefined);

/** @param code of a country the shopper chose, '' for none */
export function rememberCountry(code: string): void {
  if (/^[A-Z]{2}$/.test(code)) $lastCountry.set(code);
}
