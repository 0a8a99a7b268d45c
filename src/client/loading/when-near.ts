/**
 * Calls `act` once when the element is in or near the viewport.
 * @param margin distance from the viewport, px; the default leaves a slow connection time to load a script during scrolling
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
