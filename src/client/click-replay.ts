/** What was clicked or chosen before the page's scripts were there; src/client/inline/deferred-scripts.ts notes it. */

type Noted = [type: string, target: Element];

/**
 * Elements that had such an event before the caller began to listen, in order. Each is returned once: the caller acts on it.
 * @param place the element, or one around them
 */
export function takeEarly(type: 'click' | 'change', place: Element): Element[] {
  const noted = (window as { earlyEvents?: Noted[] }).earlyEvents ?? [];
  const belongs = (field: Element) => place.contains(field) || (field as HTMLInputElement).form === place;
  const taken = noted.filter(([of, target]) => of === type && belongs(target));
  for (const entry of taken) noted.splice(noted.indexOf(entry), 1);
  return taken.map(([, target]) => target);
}
