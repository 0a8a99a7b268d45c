/** The unit count on the bag icon, updated without a framework: by an inline script before first paint, then by the bag store. */
import { badgeText } from '#lib/bag/capacity.ts';

/** Writes the count into every `[data-bag-count]` and into the accessible name of its link. */
export function updateBagBadge(count: number, page: ParentNode): void {
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

/** Hides a product's card among the bestsellers below the bag while the product is in the bag. */
export function hideInBestsellers(product: number): void {
  const card = document.querySelector(`.bestsellers [data-product="${product}"]`);
  card?.closest('li')?.setAttribute('hidden', '');
}
