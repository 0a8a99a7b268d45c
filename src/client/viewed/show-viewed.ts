/** Products that were viewed on this device. */
import { cardItems, fetchCards } from '#client/cards/fetch-cards.ts';
import { $viewed } from '#client/stores/viewed.ts';

/** Fills the page's list, where there are any. */
export function showViewed(): void {
  customElements.define('recently-viewed', RecentlyViewed);
}

/** `<recently-viewed>` of components/RecentlyViewed.astro. */
class RecentlyViewed extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const ids = $viewed.get().filter((id) => id !== Number(this.dataset.product));
    // A list that cannot be fetched is not shown.
    const list = ids.length > 0 ? await fetchCards(`/cards?items=${ids}`).catch(() => null) : null;
    // Nothing in view may move: a shopper may have come back to the middle of the page.
    const place = this.closest('#viewed-place');
    if (!list?.cards.length || (place && place.getBoundingClientRect().top <= innerHeight)) return;
    this.querySelector('ul')!.innerHTML = cardItems(list.cards);
    this.hidden = false;
  }
}
