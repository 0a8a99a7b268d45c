/** The currency somebody chose, for islands; static prices are rewritten by mount-prices.ts, which also says so here. */
import { atom, onMount } from 'nanostores';

/** Its code; null while it is the one the shop shows first. Read anew with every price. */
export function chosenCurrency(): string | null {
  return document.documentElement.dataset.chosen ?? null;
}

export const $chosenCurrency = atom<string | null>(null);

onMount($chosenCurrency, () => {
  // The server has no shopper.
  if (typeof document === 'undefined') return;
  const read = () => $chosenCurrency.set(chosenCurrency());
  read();
  // A store is left a second after its last reader: by then there may be no window to take a listener off.
  const listening = new AbortController();
  addEventListener('currency', read, { signal: listening.signal });
  return () => listening.abort();
});
