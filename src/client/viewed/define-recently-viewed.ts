import { fetchCards, renderCardItems } from '#client/cards/fetch-cards.ts';
import { $viewedProductIds } from '#client/stores/viewed.ts';

/** Defines `<recently-viewed>`, which renders a list of products viewed on this device. */
export function defineRecentlyViewed(): void {
  customElements.define('recently-viewed', RecentlyViewed);
}

class RecentlyViewed extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const ids = $viewedProductIds.get().filter((id) => id !== Number(this.dataset.product));
    // If the list fails to load, nothing is displayed.
    const list = ids.length > 0 ? await fetchCards(`/cards?items=${ids}`).catch(() => null) : null;
    const place = this.parentElement;
    if (!list?.cards.length || !place) return;
    // Insert cards only while the list is below the viewport, so that visible content does not move. A shopper who reaches the end
    // of the page before the cards have loaded sees them on the next scroll down.
    const fill = () => {
      if (place.getBoundingClientRect().top <= innerHeight) return;
      observer.disconnect();
      this.querySelector('ul')!.innerHTML = renderCardItems(list.cards);
      this.hidden = false;
    };
    // The margin counts everything above the viewport as visible, so that a jump to the top also triggers the observer.
    const observer = new IntersectionObserver(fill, { rootMargin: '999999px 0px 0px' });
    observer.observe(place);
  }
}
