import { createRoot } from 'react-dom/client';
import type { Words } from '#lib/bag/shop-words.ts';
import type { Offer } from './offer.ts';
import { RecommendDialog } from './RecommendDialog.tsx';

/** Opens the recommended-products modal; it leaves nothing behind when it is closed. */
export function openOffer(offer: Offer, words: Words): void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(<RecommendDialog offer={offer} words={words} onClose={close} />);
}
