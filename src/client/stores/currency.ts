/**
 * The shopper's currency choice. client/currency/mount-prices.ts converts server-rendered prices without this store, before any
 * store loads.
 */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** Chosen currency code, which the shop may no longer offer; undefined before any choice. */
export const $currency = persistentAtom<string | undefined>('currency', undefined);

/** Returns the chosen currency code; null before any choice. */
export function chosenCurrency(): string | null {
  return $currency.get() ?? null;
}
