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

const pieces = new WeakMap<object, Map<string, { page: object; html: Html }>>();

export const Kept = createComponent((result, props, slots) => {
  const { of, name, page = of } = props as Props;
  const slot = slots.default;
  if (!Object.isFrozen(of) || !Object.isFrozen(page)) return renderTemplate`${renderSlot(result, slot)}`;
  const own = pieces.get(of);
  const found = own?.get(name);
  if (found?.page === page) return renderTemplate`${found.html}`;
  return renderSlotToString(result, slot).then((html) => {
    const map = own ?? new Map();
    pieces.set(of, map.set(name, { page, html }));
    return renderTemplate`${html}`;
  });
}) as unknown as (props: Props & { children: unknown }) => unknown;
