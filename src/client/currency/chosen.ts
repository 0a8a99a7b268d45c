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
  addEventListener('currency', read);
  return () => removeEventListener('currency', read);
});
