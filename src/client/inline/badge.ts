/** Inlined right after the bag link, so that its unit count is correct before first paint, in every tab and after back navigation. */
import { countStoredUnits } from '../../lib/bag/capacity.ts';
import { updateBagBadge } from '../bag/badge.ts';

function paint(): void {
  let text: string | null = null;
  try {
    text = localStorage.getItem('cart');
  } catch {
    // Storage is blocked: the bag counts as empty.
  }
  updateBagBadge(countStoredUnits(text), document);
}
paint();
addEventListener('storage', paint);
addEventListener('pageshow', (event) => event.persisted && paint());
