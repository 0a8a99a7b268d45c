/** What this device has looked at before. */
import { cardItems, fetchCards } from '#client/cards/fetch-cards.ts';
import { $viewed } from '#client/stores/viewed.ts';

/** Fills the page's list, where there is something to show. */
export function showViewed(): void {
  customElements.define('recently-viewed', RecentlyViewed);
}

/** `<recently-viewed>` of components/RecentlyViewed.astro. */
class RecentlyViewed extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const ids = $viewed.get().filter((id) => id !== Number(this.dataset.product));
    // A list that cannot be had stays away.
    const list = ids.length > 0 ? await fetchCards(`/cards?items=${ids}`).catch(() => null) : null;
    // What is seen is not moved: whoever comes back to the middle of a page goes on there.
    const place = this.closest('#viewed-place');
    if (!list?.cards.length || (place && place.getBoundingClientRect().top <= innerHeight)) return;
    this.querySelector('ul')!.innerHTML = cardItems(list.cards);
    this.hidden = false;
  }
}
