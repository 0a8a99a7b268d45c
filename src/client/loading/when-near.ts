/**
 * Calls once when the element is in view or about to be.
 * @param margin px before it comes into view; the usual is enough for a script on a slow line while a page is scrolled
 */
export function whenNear(element: Element, act: () => void, margin = 900): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: `${margin}px` },
  );
  observer.observe(element);
}
