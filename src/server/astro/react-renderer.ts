/**
 * Writes islands into pages. Astro's own renderer for React runs every component twice, once to see whether it is React's
 * at all; ours knows (decision 0085). In the browser islands wake as Astro has it.
 */
import { randomUUID } from 'node:crypto';
import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { type IslandPlace, prefixFor } from './island-ids.ts';

type Props = Record<string, unknown>;
type Island = FunctionComponent<Props & { children?: ReactNode }>;

/** Stands where the slot's HTML goes, which React is never shown. No text can hold it: it is another in every process. */
const slotMark = `\u0001${randomUUID()}`;

const ssr = {
  name: '@astrojs/react',
  supportsAstroStaticSlot: true,

  check: (component: unknown): boolean => typeof component === 'function',

  async renderToStaticMarkup(
    this: { result: IslandPlace },
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
    const html = write(Component, props, hasContent, prefix);
    return { html: html.replace(slotMark, () => content), attrs: { prefix } };
  },
};

function write(Component: Island, props: Props, hasContent: boolean, prefix: string): string {
  const children = hasContent ? createElement('astro-slot', null, slotMark) : undefined;
  return renderToString(createElement(Component, { ...props, ...(children && { children }) }), {
    identifierPrefix: prefix,
  });
}

export default ssr;
