/** The quote of this page's bag, and what is shown of both. */
import { atom, computed } from 'nanostores';
import { api } from '../contract/client.ts';
import { remove } from './changes.ts';
import { createPricing } from './pricing.ts';
import { checkoutGroups } from './request.ts';
import { linesToDrop, showBag } from './shown-bag.ts';
import { $bag, changeBag } from './store.ts';

/** Titles of lines that left the bag by themselves; said once, in the bag. */
export const $dropped = atom<string[]>([]);

const pricing = createPricing({
  $bag,
  calls: {
    price: (wanted) => api('POST /api/v1/cart/variant/price', { body: wanted }),
    inventory: (wanted) => api('POST /api/v1/cart/variant/inventory', { body: wanted }),
    discount: (bag) => api('POST /api/v2/cart/discount', { body: { checkouts: checkoutGroups(bag) } }),
  },
  isVisible: () => document.visibilityState === 'visible',
  onQuote(quote) {
    const lines = linesToDrop(quote);
    for (const line of lines) changeBag(remove(line));
    if (lines.length > 0) $dropped.set(lines.map((line) => line.title));
  },
});

export const { $quote, $state: $pricingState, refresh: priceBag } = pricing;

export const $shown = computed([$bag, $quote, $pricingState], (bag, quote, state) =>
  showBag(bag, quote, state, pricing.prices),
);

if (typeof window !== 'undefined') {
  const priceIfOpen = () => void ($quote.get() || $pricingState.get() === 'failed' ? priceBag() : undefined);
  addEventListener('online', priceIfOpen);
  addEventListener('pageshow', (event) => event.persisted && priceIfOpen());
  document.addEventListener('visibilitychange', () => {
    const isStale = $quote.get()?.bag !== $bag.get();
    if (document.visibilityState === 'visible' && isStale) priceIfOpen();
  });
}
