import { fetchCards, renderCardItems } from '#client/cards/fetch-cards.ts';
import { $viewedProductIds } from '#client/stores/viewed.ts';

/** Defines `<recently-viewed>`, which fills the page's list of products viewed on this device. */
export function defineRecentlyViewed(): void {
  customElements.define('recently-viewed', RecentlyViewed);
}

class RecentlyViewed extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const ids = $viewedProductIds.get().filter((id) => id !== Number(this.dataset.product));
    // A list that fails to load is not shown.
    const list = ids.length > 0 ? await fetchCards(`/cards?items=${ids}`).catch(() => null) : null;
    const place = this.parentElement;
    if (!list?.cards.length || !place) return;
    // Content in view must not move: a visitor who reaches the end before the cards arrive sees them on the next scroll down.
    const fill = () => {
      if (place.getBoundingClientRect().top <= innerHeight) return;
      observer.disconnect();
      this.querySelector('ul')!.innerHTML = renderCardItems(list.cards);
      this.hidden = false;
    };
    // The margin counts everything above the viewport as visible, so a jump to the top triggers it too.
    const observer = new IntersectionObserver(fill, { rootMargin: '999999px 0px 0px' });
    observer.observe(place);
  }
}
