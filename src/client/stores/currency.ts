/** The shopper's currency choice. client/currency/mount-prices.ts converts static prices without it, before any store loads. */
import { persistentAtom } from '@nanostores/persistent';
import './engine.ts';

/** Currency code, which the shop may no longer offer; undefined before any choice. */
export const $currency = persistentAtom<string | undefined>('currency', undefined);

/** Returns the chosen code; null before any choice. */
export function chosenCurrency(): string | null {
  return $currency.get() ?? null;
}
