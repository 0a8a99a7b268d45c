import type { SentGroup } from '../contract/wire-checkout-group.ts';
import { $quote } from './page-pricing.ts';
import { atQuotedPrices } from './quote.ts';
import { checkoutGroups } from './request.ts';
import { $bag } from './store.ts';

/** The bag as the shopper sees it: at the prices shown, without what cannot be had. */
export function checkoutsNow(): SentGroup[] {
  return checkoutGroups(atQuotedPrices($bag.get(), $quote.get()));
}
