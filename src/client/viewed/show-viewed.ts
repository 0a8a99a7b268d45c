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
    const place = this.parentElement;
    if (!list?.cards.length || !place) return;
    // Nothing in view may move: who is at the end of the page before the cards are finds them on the next way down.
    const fill = () => {
      if (place.getBoundingClientRect().top <= innerHeight) return;
      observer.disconnect();
      this.querySelector('ul')!.innerHTML = cardItems(list.cards);
      this.hidden = false;
    };
    // The margin counts what is above the window as in it: a jump to the top leaves it too.
    const observer = new IntersectionObserver(fill, { rootMargin: '999999px 0px 0px' });
    observer.observe(place);
  }
}
