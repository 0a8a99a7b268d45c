/** Clicks and changes from before the page's scripts ran; src/client/inline/deferred-scripts.ts records them. */

type Noted = [type: 'click' | 'change', target: WeakRef<Element>];

/**
 * Returns the targets of early events within an element, in order. The caller handles each of them once.
 * @param place counts itself, and for a form also associated fields outside it
 */
export function earlyTargets(type: Noted[0], place: Element): Element[] {
  const { earlyEvents = [] } = window as { earlyEvents?: Noted[] };
  return earlyEvents.flatMap(([of, noted]) => {
    const target = noted.deref() as HTMLInputElement | undefined;
    return of === type && target && (place.contains(target) || target.form === place) ? target : [];
  });
}
