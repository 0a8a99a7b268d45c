/** The end of a product's page: what this device has looked at before, and buttons for the shelves. */
import { showViewed } from '#client/viewed/show-viewed.ts';

/** Both show themselves only where there is something to show or to move. */
export function defineLists(): void {
  showViewed();
  customElements.define('shelf-buttons', ShelfButtons);
}

/** `<shelf-buttons>` of components/CarouselButtons.astro, in the same section as its shelf. */
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
    // Also when the shelf itself is shown.
    new ResizeObserver(update).observe(shelf);
  }
}
