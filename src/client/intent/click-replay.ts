/** What was clicked or chosen before the page's scripts were there; src/client/inline/deferred-scripts.ts notes it. */

type Noted = [type: 'click' | 'change', target: WeakRef<Element>];

/**
 * Returns the targets of such events within an element, in order: the caller does, once, what it would have done on each.
 * @param place the element itself counts, and a form's fields outside it
 */
export function earlyTargets(type: Noted[0], place: Element): Element[] {
  const { earlyEvents = [] } = window as { earlyEvents?: Noted[] };
  return earlyEvents.flatMap(([of, noted]) => {
    const target = noted.deref() as HTMLInputElement | undefined;
    return of === type && target && (place.contains(target) || target.form === place) ? target : [];
  });
}
