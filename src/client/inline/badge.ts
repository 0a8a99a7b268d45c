/** Runs right after the bag link: the count is correct before first paint, in every tab and after the back button. */
import { countStored } from '../../lib/bag/capacity.ts';
import { paintBadge } from '../bag/badge.ts';

function paint(): void {
  let text: string | null = null;
  try {
    text = localStorage.getItem('cart');
  } catch {
    // Storage is blocked: the bag counts as empty.
  }
  paintBadge(countStored(text), document);
}
paint();
addEventListener('storage', paint);
addEventListener('pageshow', (event) => event.persisted && paint());
