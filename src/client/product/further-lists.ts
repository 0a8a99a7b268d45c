/** Custom elements at the end of a product page: recently viewed products, and scroll buttons for the product rows. */
import { defineRecentlyViewed } from '#client/viewed/define-recently-viewed.ts';

/** Defines `<recently-viewed>` and `<shelf-buttons>`, which stay hidden if they have nothing to display or scroll. */
export function defineProductListElements(): void {
  defineRecentlyViewed();
  customElements.define('shelf-buttons', CarouselButtons);
}

/** `<shelf-buttons>`, rendered by components/CarouselButtons.astro in the same section as its product row. */
class CarouselButtons extends HTMLElement {
  connectedCallback(): void {
    const productRow = this.closest('.section')?.querySelector('.shelf');
    if (!productRow) return;
    const sign = getComputedStyle(productRow).direction === 'rtl' ? -1 : 1;
    const [back, on] = this.children as unknown as [HTMLButtonElement, HTMLButtonElement];
    const move = (by: 1 | -1) =>
      productRow.scrollBy({
        left: sign * by * productRow.clientWidth * 0.9,
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
      });
    const update = () => {
      this.hidden = productRow.scrollWidth <= productRow.clientWidth;
      const at = Math.abs(productRow.scrollLeft);
      back.disabled = at < 2;
      on.disabled = at > productRow.scrollWidth - productRow.clientWidth - 2;
    };
    back.addEventListener('click', () => move(-1));
    on.addEventListener('click', () => move(1));
    productRow.addEventListener('scroll', update, { passive: true });
    // The observer also fires when a hidden product row becomes visible.
    new ResizeObserver(update).observe(productRow);
  }
}
