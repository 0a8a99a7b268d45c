/** The currency the shopper chose. Static prices are rewritten without it, before any store is there: client/currency/mount-prices.ts. */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** Its code, which the shop may not have any more; undefined before any choice. */
export const $currency = persistentAtom<string | undefined>('currency', undefined);

/** The same, for prices that are read anew each time; null before any choice. */
export function chosenCurrency(): string | null {
  return $currency.get() ?? null;
}
