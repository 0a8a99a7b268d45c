/**
 * Writes islands into pages. Astro's own renderer for React runs every component twice, once to see whether it is React's
 * at all; ours knows, and keeps what an island writes around its slot while its props are the same objects: the shop's
 * data are, until they are purged (decision 0085). In the browser islands wake as Astro has it.
 */
import { randomUUID } from 'node:crypto';
import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

type Props = Record<string, unknown>;
type Island = FunctionComponent<Props & { children?: ReactNode }>;

/** Stands where the slot's HTML goes, which React is never shown. No text can hold it: it is another in every process. */
const slotMark = `\u0001${randomUUID()}`;

const written = new WeakMap<Island, { props: Props; html: string }>();

/** The page an island is written into, or the piece of pages (components/kept.ts). */
interface Result {
  keptAs?: string;
}

/** How many islands of a kind a page or piece has so far. */
const counts = new WeakMap<Result, Map<string, number>>();

const ssr = {
  name: '@astrojs/react',
  supportsAstroStaticSlot: true,

  check: (component: unknown): boolean => typeof component === 'function',

  async renderToStaticMarkup(
    this: { result: Result },
    Component: Island,
    props: Props,
    { default: slot, ...others }: Record<string, unknown>,
    metadata?: { displayName?: string },
  ): Promise<{ html: string; attrs: { prefix: string } }> {
    const named = Object.keys(others)[0];
    if (named !== undefined)
      throw new Error(`Islands have one slot, without a name; "${named}" has no place.`);
    const content = slot === undefined || slot === null ? '' : String(slot);
    const hasContent = content.trim() !== '';
    const name = metadata?.displayName ?? '';
    const prefix = prefixFor(this.result, name);
    const known = written.get(Component);
    // Its ids have the name of the first of its kind in a page.
    const mayKeep = hasContent && prefix === name;
    const same = mayKeep && known !== undefined && isSame(known.props, props);
    const html = same ? known.html : write(Component, props, hasContent, prefix);
    if (mayKeep && !same) written.set(Component, { props: { ...props }, html });
    return { html: html.replace(slotMark, () => content), attrs: { prefix } };
  },
};

/** What the ids of an island begin with, in the browser too: no other of its page has the same. */
function prefixFor(result: Result, name: string): string {
  const counted = counts.get(result) ?? new Map<string, number>();
  const count = counted.get(name) ?? 0;
  counts.set(result, counted.set(name, count + 1));
  const nth = count === 0 ? name : `${name}-${count}`;
  return result.keptAs === undefined ? nth : `${result.keptAs.replace(/\W+/g, '-')}-${nth}`;
}

function write(Component: Island, props: Props, hasContent: boolean, prefix: string): string {
  const children = hasContent ? createElement('astro-slot', null, slotMark) : undefined;
  return renderToString(createElement(Component, { ...props, ...(children && { children }) }), {
    identifierPrefix: prefix,
  });
}

/** Whether both have the same values, by identity. */
function isSame(left: Props, right: Props): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length && names.every((name) => Object.is(left[name], right[name]))
  );
}

export default ssr;
