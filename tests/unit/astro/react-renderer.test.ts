import { createElement, useId } from 'react';
import { describe, expect, it } from 'vitest';
import renderer from '#server/astro/react-renderer.ts';

const SignUp = () => {
  const id = useId();
  return createElement('label', { htmlFor: id }, createElement('input', { id }));
};

/** @param result the page, or a piece of pages */
async function write(result: object, slots: Record<string, string> = {}) {
  const { html, attrs } = await renderer.renderToStaticMarkup.call({ result }, SignUp, {}, slots, {
    displayName: 'SignUp',
  });
  return { prefix: attrs.prefix, id: /<input id="([^"]+)"/.exec(html)?.[1] ?? '', html };
}

describe('islands in a page', () => {
  it('of one kind have ids of their own, and say which for the browser', async () => {
    const page = {};
    const all = [await write(page), await write(page), await write(page)];
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    for (const { prefix, id, html } of all) {
      expect(id.startsWith(`_${prefix}R`)).toBe(true);
      expect(html).toContain(`for="${id}"`);
    }
  });

  it('have the same ids in the next page, with and without a slot', async () => {
    for (const slots of [{}, { default: '<p>Words</p>' }] as Record<string, string>[]) {
      const ids = async (page: object) => [(await write(page, slots)).id, (await write(page, slots)).id];
      const first = await ids({});
      expect(new Set(first).size).toBe(2);
      expect(await ids({})).toEqual(first);
    }
  });

  it('never share ids with those of a piece that is kept from page to page', async () => {
    const page = {};
    const piece = { ...page, keptAs: 'header home' };
    const all = [await write(piece), await write(page), await write(piece), await write(page)];
    expect(new Set(all.map(({ id }) => id)).size).toBe(4);
    expect(all[0]!.id).not.toMatch(/\s/);
    const again = { keptAs: 'header home' };
    expect((await write(again)).id).toBe(all[0]!.id);
  });
});
