/**
 * Keeps the HTML of a piece that is the same on many pages: the header, the footer, a product's card (decision 0085).
 *
 *     <Kept of={card} page={page} name="card"><Card product={card} /></Kept>
 *
 * A piece belongs to the objects it was made from. They come frozen from the server's read cache and are replaced when
 * they are purged, and their pieces go with them; so there is nothing to purge here. What is not frozen is not kept.
 */
import {
  createComponent,
  renderSlot,
  renderSlotToString,
  renderTemplate,
} from 'astro/runtime/server/index.js';

interface Props {
  /** What the piece shows. */
  of: object;
  /** What else it shows: the shop's own data (page-data.ts), where `of` is something else. */
  page?: object;
  /** The piece, with everything it depends on besides: the same name is the same HTML. */
  name: string;
}

type Html = Awaited<ReturnType<typeof renderSlotToString>>;

/** By what they show, then by the shop's data, which each language has of its own, then by name. */
const pieces = new WeakMap<object, WeakMap<object, Map<string, Html>>>();

export const Kept = createComponent((result, props, slots) => {
  const { of, name, page = of } = props as Props;
  const slot = slots.default;
  if (!Object.isFrozen(of) || !Object.isFrozen(page)) return renderTemplate`${renderSlot(result, slot)}`;
  const found = pieces.get(of)?.get(page)?.get(name);
  if (found !== undefined) return renderTemplate`${found}`;
  // Islands number their ids by page (react-renderer.ts); a piece that goes from page to page has names of its own.
  const own = { ...result, keptAs: name, islands: undefined };
  return renderSlotToString(own, slot).then((html) => {
    const pages = pieces.get(of) ?? new WeakMap<object, Map<string, Html>>();
    const named = pages.get(page) ?? new Map<string, Html>();
    // V8 holds a text as the parts it was put together from until somebody looks into it. Each page would walk through them again.
    String(html).indexOf('\0');
    pieces.set(of, pages.set(page, named.set(name, html)));
    return renderTemplate`${html}`;
  });
}) as unknown as (props: Props & { children: unknown }) => unknown;
