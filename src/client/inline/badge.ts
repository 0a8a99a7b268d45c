/** Stands right after the bag link: the count is right before the first paint, in every tab and after the back button. */
import { countStored } from '../../lib/bag/capacity.ts';
import { paintBadge } from '../bag/badge.ts';

function paint(): void {
  let text: string | null = null;
  try {
    text = localStorage.getItem('cart');
  } catch {
    // Storage is forbidden: nothing was stored.
  }
  paintBadge(countStored(text), document);
}
paint();
addEventListener('storage', paint);
addEventListener('pageshow', (event) => event.persisted && paint());
