/** Access to clicks and changes made before the page's scripts ran; src/client/inline/deferred-scripts.ts records them. */

type Noted = [type: 'click' | 'change', target: WeakRef<Element>];

/**
 * Returns the targets of recorded early events within an element, in order. The caller must handle each target.
 * @param place includes the element itself and, for a form, associated fields outside it
 */
export function earlyTargets(type: Noted[0], place: Element): Element[] {
  const { earlyEvents = [] } = window as { earlyEvents?: Noted[] };
  return earlyEvents.flatMap(([of, noted]) => {
    const target = noted.deref() as HTMLInputElement | undefined;
    return of === type && target && (place.contains(target) || target.form === place) ? target : [];
  });
}
