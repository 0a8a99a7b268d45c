/** The end of a product page: recently viewed products, and buttons for the product rows. */
import { showViewed } from '#client/viewed/show-viewed.ts';

/** Defines both elements, which stay hidden if they have nothing to show or scroll. */
export function defineLists(): void {
  showViewed();
  customElements.define('shelf-buttons', ShelfButtons);
}

/** `<shelf-buttons>` of components/CarouselButtons.astro, in the same section as its product row. */
class ShelfButtons extends HTMLElement {
  connectedCallback(): void {
    const shelf = this.closest('.section')?.querySelector('.shelf');
    if (!shelf) return;
    const sign = getComputedStyle(shelf).direction === 'rtl' ? -1 : 1;
    const [back, on] = this.children as unknown as [HTMLButtonElement, HTMLButtonElement];
    const move = (by: 1 | -1) =>
      shelf.scrollBy({
        left: sign * by * shelf.clientWidth * 0.9,
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
      });
    const update = () => {
      this.hidden = shelf.scrollWidth <= shelf.clientWidth;
      const at = Math.abs(shelf.scrollLeft);
      back.disabled = at < 2;
      on.disabled = at > shelf.scrollWidth - shelf.clientWidth - 2;
    };
    back.addEventListener('click', () => move(-1));
    on.addEventListener('click', () => move(1));
    shelf.addEventListener('scroll', update, { passive: true });
    // Also fires when a hidden row is shown.
    new ResizeObserver(update).observe(shelf);
  }
}
