/**
 * Islands around a slot. What Astro and React write around it is the same while the island's props are the same objects, and
 * the shop's data are until they are purged (decision 0085); so it is kept, and only the slot is written for each page.
 */
import type { SSRResult } from 'astro';
import { type IslandPlace, isFirst, prefixFor } from './island-ids.ts';
import { Markup } from './markup.ts';

type Props = Record<string, unknown>;

/** Stands where the slot's HTML goes. The same in every process: Astro names an island by a hash of its HTML. */
const slotMark = new Markup('\u0001slot\u0001');

const written = new WeakMap<object, { props: Props; before: string; after: string }>();

/** Whether what surrounds a slot here may be kept: the first island of its name in a page, not within a template element. */
export function mayKeep(result: SSRResult, name: string): boolean {
  return isFirst(result as IslandPlace, name) && result._metadata.templateDepth === 0;
}

/**
 * @param slot HTML that is not empty
 * @param write has Astro write the island around another slot, of which it is given the HTML
 */
export function aroundSlot(
  result: SSRResult,
  name: string,
  component: object,
  props: Props,
  slot: Markup,
  write: (slot: Markup) => Promise<Markup>,
): Markup | Promise<Markup> {
  const known = written.get(component);
  if (known && isSame(known.props, props)) {
    prefixFor(result as IslandPlace, name);
    return new Markup(known.before + slot.html + known.after);
  }
  return write(slotMark).then(({ html }) => {
    const [before = '', after = ''] = html.split(slotMark.html);
    written.set(component, { props: { ...props }, before, after });
    return new Markup(before + slot.html + after);
  });
}

/** Whether both have the same values, by identity. */
function isSame(left: Props, right: Props): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length && names.every((name) => Object.is(left[name], right[name]))
  );
}
