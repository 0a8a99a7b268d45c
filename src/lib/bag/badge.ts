/** The count on the bag icon, painted without a framework: by an inline script before the first paint, later by the store. */
import { mostPiecesOfLine } from '#lib/contract/bag-limits.ts';
import { badgeText } from './capacity.ts';

/**
 * Pieces in a stored bag, small enough for the inline script; agrees with decodeBag and countPieces.
 * @param text what stands under the bag's key
 */
export function countStored(text: string | null): number {
  let count = 0;
  try {
    const stored = JSON.parse(text || '0');
    for (const line of stored.lines ?? stored) {
      if (line?.id >= 1 && line.sku_id >= 1 && !line.extend_params?.is_gift) {
        count += Math.min(mostPiecesOfLine, Math.trunc(line.quantity >= 1 ? line.quantity : 1));
      }
    }
  } catch {
    // Not a bag: whoever reads it in earnest starts an empty one.
  }
  return count;
}

/** Writes the count into every `[data-bag-count]` and the name of its link. */
export function paintBadge(count: number, page: ParentNode): void {
  for (const badge of page.querySelectorAll<HTMLElement>('[data-bag-count]')) {
    badge.textContent = badgeText(count);
    badge.hidden = count === 0;
    const link = badge.closest<HTMLElement>('[data-bag-link]');
    if (!link) continue;
    link.dataset.label ??= link.getAttribute('aria-label') ?? '';
    link.setAttribute(
      'aria-label',
      count === 0 ? link.dataset.label : `${link.dataset.label}, ${badgeText(count)}`,
    );
  }
}
