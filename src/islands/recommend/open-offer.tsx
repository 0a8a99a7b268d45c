import type { Words } from '#lib/bag/shop-words.ts';
import { showDialog } from '../show-dialog.tsx';
import type { Offer } from './offer.ts';
import { RecommendDialog } from './RecommendDialog.tsx';

/** Opens the recommended-products modal. */
export function openOffer(offer: Offer, words: Words): void {
  showDialog((end) => <RecommendDialog offer={offer} words={words} onClose={end} />);
}
