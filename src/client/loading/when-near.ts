/**
 * Calls `act` once when the element is in or near the viewport.
 * @param margin distance from the viewport, px; by default far enough to load a script on a slow connection during scrolling
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
