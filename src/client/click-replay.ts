/** What was clicked or chosen before the page's scripts were there; src/client/inline/deferred-scripts.ts notes it. */

type Noted = [type: string, target: Element];

const noted = (): Noted[] => (window as { earlyEvents?: Noted[] }).earlyEvents ?? [];

/** Whether an element that fits the selector, or something in one, had such an event, which nobody has taken. */
export function wasEarly(type: 'click' | 'change', selector: string): boolean {
  return noted().some(([of, target]) => of === type && target instanceof Element && target.closest(selector));
}

/**
 * Elements that had such an event before the caller began to listen, in order. Each is returned once: the caller acts on it.
 * @param place the element, or one around them
 */
export function takeEarly(type: 'click' | 'change', place: Element): Element[] {
  const all = noted();
  const belongs = (field: Element) => place.contains(field) || (field as HTMLInputElement).form === place;
  const taken = all.filter(([of, target]) => of === type && belongs(target));
  for (const entry of taken) all.splice(all.indexOf(entry), 1);
  return taken.map(([, target]) => target);
}
