/** The sticky state (R21, HDR-31 to HDR-34): from 15 px beyond the header's height, told by a mark of exactly that height. */

/** @param mark reaches from the top of the page as far down as the page may be scrolled before the header sticks */
export function mountSticky(header: HTMLElement, mark: Element): void {
  let isFirst = true;
  new IntersectionObserver(([entry]) => {
    const top = header.getBoundingClientRect().top;
    header.classList.toggle('header-stuck', !entry?.isIntersecting);
    const from = Math.max(top - header.getBoundingClientRect().top, -header.offsetHeight);
    if (!isFirst && from !== 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      header.animate({ translate: [`0 ${from}px`, '0 0'] }, { duration: 200, easing: 'ease-out' });
    }
    isFirst = false;
  }).observe(mark);
}
