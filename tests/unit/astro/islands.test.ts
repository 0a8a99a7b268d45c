/** Islands around a slot: what is kept of them must be what Astro would write anew. */
import type { SSRResult } from 'astro';
import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderComponent } from '#server/astro/compiler-runtime.ts';
import { Markup } from '#server/astro/markup.ts';
import renderer from '#server/astro/react-renderer.ts';

let drawn = 0;
const Frame = ({ shop, children }: { shop: { name: string }; children?: ReactNode }) => {
  drawn += 1;
  return createElement('section', { title: shop.name }, children);
};

function newPage(templateDepth = 0): SSRResult {
  return {
    renderers: [{ name: renderer.name, clientEntrypoint: 'react.js', ssr: renderer }],
    clientDirectives: new Map([['load', 'wake()']]),
    styles: new Set(),
    scripts: new Set(),
    links: new Set(),
    inlinedScripts: new Map(),
    resolve: async (id: string) => `/built${id}`,
    _metadata: {
      hasHydrationScript: false,
      hasRenderedHead: false,
      hasDirectives: new Set(),
      renderedScripts: new Set(),
      rendererSpecificHydrationScripts: new Set(),
      extraHead: [],
      templateDepth,
      propagators: new Set(),
      pendingSlotEvaluations: [],
    },
  } as unknown as SSRResult;
}

async function write(page: SSRResult, shop: { name: string }, slot: string): Promise<string> {
  const props = {
    shop,
    'client:load': true,
    'client:component-hydration': 'load',
    'client:component-path': '/Frame.tsx',
    'client:component-export': 'default',
  };
  const slots = { default: () => new Markup(slot) };
  return String(await renderComponent(page, 'Frame', Frame as never, props, slots));
}

test('an island is drawn once while its props are the same, around each page’s own slot', async () => {
  const shop = { name: 'Marram' };
  const first = await write(newPage(), shop, '<p>$1 bowl</p>');
  const before = drawn;
  const second = await write(newPage(), shop, '<p>$& mug</p>');
  expect(drawn).toBe(before);
  expect(first).toContain('<section title="Marram"><astro-slot><p>$1 bowl</p></astro-slot></section>');
  expect(second).toBe(first.replace('$1 bowl', () => '$& mug'));
  const other = await write(newPage(), { name: 'Other' }, '<p>mug</p>');
  expect(other).toContain('<section title="Other"><astro-slot><p>mug</p></astro-slot></section>');
});

test('the second of a kind in a page, one in a template and one around nothing are drawn by themselves', async () => {
  const shop = { name: 'Marram' };
  const page = newPage();
  const first = await write(page, shop, '<p>a</p>');
  const again = await write(page, shop, '<p>a</p>');
  expect(again).not.toBe(first);
  expect(again).toContain('prefix="Frame-1"');
  const inTemplate = await write(newPage(1), shop, '<p>a</p>');
  expect(inTemplate).toContain('wake()');
  expect(await write(newPage(), shop, ' ')).toContain('<section title="Marram"></section>');
});
