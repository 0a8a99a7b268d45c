/** What was clicked or chosen before the page's scripts were there; src/client/inline/deferred-scripts.ts notes it. */

type Noted = [type: 'click' | 'change', target: WeakRef<Element>];

/**
 * Returns the targets of such events within an element, in order: the caller does, once, what it would have done on each.
 * @param place the element itself counts, and a form's fields outside it
 */
export function earlyTargets(type: Noted[0], place: Element): Element[] {
  const { earlyEvents = [] } = window as { earlyEvents?: Noted[] };
  const targets = earlyEvents.flatMap(([of, target]) => (of === type && target.deref()) || []);
  return targets.filter((target) => place.contains(target) || (target as HTMLInputElement).form === place);
}
