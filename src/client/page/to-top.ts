/** The scroll-to-top button (NAV-28 to NAV-30). */

const duration = 500;

/** Returns whether the page is scrolled past 60 percent of the window's height (NAV-29). */
export function shouldShowToTop(scrollY: number, windowHeight: number): boolean {
  return scrollY > windowHeight * 0.6;
}

/** Returns the eased scroll position `elapsed` ms after the click; 0 after 500 ms (NAV-30). */
export function easedScrollTop(from: number, elapsed: number): number {
  const remaining = 1 - Math.min(1, elapsed / duration);
  return from * remaining ** 3;
}

/** Mounts the scroll-to-top button: displays it once the page is scrolled far enough, and scrolls to the top on a click. */
export function mountScrollToTop(): void {
  const button = document.getElementById('to-top');
  if (!button) return;
  const update = () => {
    button.hidden = !shouldShowToTop(window.scrollY, window.innerHeight);
  };
  addEventListener('scroll', update, { passive: true });
  update();
  button.addEventListener('click', () => {
    const from = window.scrollY;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const start = performance.now();
    const step = (now: number) => {
      const top = still ? 0 : easedScrollTop(from, now - start);
      scrollTo({ top, behavior: 'instant' });
      if (top > 0) requestAnimationFrame(step);
      else document.getElementById('main')?.focus({ preventScroll: true });
    };
    requestAnimationFrame(step);
  });
}
