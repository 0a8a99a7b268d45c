/** Prices the page's bag, and creates the view model from the bag and its prices. */
import { atom, computed } from 'nanostores';
import { api } from '#client/api/api.ts';
import { getVisitorLocation } from '#client/delivery/visitor-location.ts';
import { type BagPricing, withDisplayedPrices } from '#lib/bag/bag-pricing.ts';
import { createBagViewModel, linesToDrop } from '#lib/bag/bag-view-model.ts';
import { toCheckoutGroups } from '#lib/bag/checkout-groups.ts';
import { createPricingStore } from '#lib/bag/pricing.ts';
import type { CheckoutGroupInput } from '#lib/contract/wire-checkout-group.ts';
import type { AutomaticChanges } from './apply-pricing.ts';
import { $bag } from './store.ts';

export const $automaticChanges = atom<AutomaticChanges | null>(null);

const pricing = createPricingStore({
  $bag,
  calls: {
    price: (variants) => api('POST /api/v1/cart/variant/price', { body: variants }),
    inventory: (variants) => api('POST /api/v1/cart/variant/inventory', { body: variants }),
    discount: (bag) =>
      api('POST /api/v2/cart/discount', {
        body: { checkouts: toCheckoutGroups(bag), ...getVisitorLocation() },
      }),
  },
  isVisible: () => document.visibilityState === 'visible',
  onQuote: (quote) => void applyPricingIfNeeded(quote),
});

export const { $quote, $state: $pricingState, refresh: priceBag } = pricing;

export const $displayedBag = computed([$bag, $quote, $pricingState], (bag, quote, state) =>
  createBagViewModel(bag, quote, state, pricing.prices),
);

/** Returns the bag as displayed to the shopper: with the displayed prices and without unavailable lines. */
export function currentCheckoutGroups(): CheckoutGroupInput[] {
  return toCheckoutGroups(withDisplayedPrices($bag.get(), $quote.get()));
}

/** Returns whether a pricing response changes the bag. Most do not, so the script that applies the changes is loaded only when needed. */
function hasConsequences(quote: BagPricing): boolean {
  const { bag, coupon, gifts, autoFillCoupon } = quote;
  const isCouponInvalid = bag.isCouponFilled && bag.coupon !== '' && coupon === '';
  return gifts.length > 0 || autoFillCoupon !== '' || isCouponInvalid || linesToDrop(quote).length > 0;
}

/** Applies the bag changes that a pricing response requires. Applying the same response again has no effect. */
export async function applyPricingIfNeeded(quote: BagPricing): Promise<void> {
  if (!hasConsequences(quote)) return;
  try {
    const { applyPricing: followQuote } = await import('./apply-pricing.ts');
    const news = followQuote(quote);
    if (news) $automaticChanges.set(news);
  } catch {
    // If the script fails to load, the bag is unchanged; the next pricing response tries again.
  }
}

if (typeof window !== 'undefined') {
  // Does nothing if the bag has never been priced. The state may be 'updating' although no request is pending: hidden tabs do not price a
  // changed bag.
  const priceIfOpen = () => void ($quote.get() || $pricingState.get() !== 'idle' ? priceBag() : undefined);
  addEventListener('online', priceIfOpen);
  addEventListener('pageshow', (event) => event.persisted && priceIfOpen());
  document.addEventListener('visibilitychange', () => {
    const isStale = $quote.get()?.bag !== $bag.get();
    if (document.visibilityState === 'visible' && isStale) priceIfOpen();
  });
}
