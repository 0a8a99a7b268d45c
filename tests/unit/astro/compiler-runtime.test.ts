// @vitest-environment happy-dom
/** What compiled pages call: the HTML must be Astro’s own. */
import type { SSRResult } from 'astro';
import * as astro from 'astro/runtime/server/index.js';
import { describe, expect, test } from 'vitest';
import * as ours from '#server/astro/compiler-runtime.ts';
import { type Markup, template } from '#server/astro/markup.ts';
import { settleMarks } from '#server/astro/once-a-page.ts';

function newResult(): SSRResult {
  return {
    clientDirectives: new Map([['intent', 'wake()']]),
    renderers: [],
    styles: new Set(),
    scripts: new Set(),
    links: new Set(),
    inlinedScripts: new Map([['/own.ts', 'run()']]),
    resolve: async (id: string) => `/built${id}`,
    _metadata: {
      hasHydrationScript: false,
      hasRenderedHead: false,
      hasDirectives: new Set(),
      renderedScripts: new Set(),
      rendererSpecificHydrationScripts: new Set(),
      extraHead: [],
      templateDepth: 0,
      propagators: new Set(),
      pendingSlotEvaluations: [],
    },
  } as unknown as SSRResult;
}

/** The same template through both. */
async function both(value: unknown): Promise<[string, string]> {
  const parts = Object.assign(['<p>', '</p>'], { raw: ['<p>', '</p>'] });
  const result = newResult();
  let theirs = '';
  const destination = {
    write: (chunk: unknown) => {
      theirs += astro.chunkToString(result, chunk as never);
    },
  };
  await astro.renderTemplate(parts, value).render(destination as never);
  return [String(await template(parts, value)), theirs];
}

describe('what stands in braces', () => {
  const values: [string, unknown][] = [
    ['a text', 'plain'],
    ['markup in a text', `<script>alert("1")</script> & 'more'`],
    ['a number', 12.5],
    ['zero', 0],
    ['nothing', [null, undefined, false, '']],
    ['lists within lists', ['a', ['b', [1, '<']]]],
    ['a function', () => 'called'],
    ['HTML', astro.unescapeHTML('<b>as it is</b>')],
    ['what is still to come', Promise.resolve('<later>')],
    ['a list with what is still to come', ['a', Promise.resolve('b'), 'c', Promise.resolve(['d'])]],
    ['a text in another script', '陶器 Ω'],
  ];
  test.each(values)('%s', async (_name, value) => {
    const [own, theirs] = await both(value);
    expect(own).toBe(theirs);
  });

  test('typographic signs read the same, and leave the page one byte a character', async () => {
    expect(String(template(Object.assign(['', '']), '“so” – it’s €5 …'))).toBe(
      '&#8220;so&#8221; &#8211; it&#8217;s &#8364;5 &#8230;',
    );
  });
});

describe('attributes', () => {
  const cases: [unknown, string][] = [
    ['/a?b=1&c="2"', 'href'],
    ['', 'alt'],
    [null, 'class'],
    [undefined, 'href'],
    [true, 'hidden'],
    [false, 'hidden'],
    [true, 'disabled'],
    [false, 'aria-current'],
    [12, 'width'],
    [['a', { b: true }], 'class:list'],
    ['x', 'on"click'],
    ['x > y', 'data-note'],
    ['“x” & <y>', 'aria-label'],
    [true, 'aria-hidden'],
    [0, 'value'],
    [false, 'disabled'],
    ['until-found', 'hidden'],
    ['yes', 'checked'],
    [{ color: 'red' }, 'style'],
  ];
  test.each(cases)('%j as %s', (value, name) => {
    const own = String(ours.addAttribute(value, name));
    const parsed = (html: string) => {
      const element = document.createElement('div');
      element.innerHTML = `<a${html}></a>`;
      return [...element.firstElementChild!.attributes].map((one) => [one.name, one.value]);
    };
    expect(parsed(own)).toEqual(parsed(String(astro.addAttribute(value, name))));
  });
});

describe('scripts of parts', () => {
  const script = async (result: SSRResult) => String(await ours.renderScript(result, '/own.ts'));

  test('a page has a script once, where the first part stands that asks for it', async () => {
    const { settleMarks } = await import('#server/astro/once-a-page.ts');
    const result = newResult();
    const html = `<a>${await script(result)}</a><b>${await script(result)}</b>`;
    expect(settleMarks(result, html).join('')).toBe('<a><script type="module">run()</script></a><b></b>');
    // A part kept from another page brings its mark along.
    expect(settleMarks(newResult(), html).join('')).toContain('run()');
  });

  test('a text that reads like a mark does not take the script from where it belongs', async () => {
    const { settleMarks } = await import('#server/astro/once-a-page.ts');
    const result = newResult();
    const text = '<p title="\u0001script /own.ts\u0001"></p>';
    const html = settleMarks(result, `${text}<a>${await script(result)}</a>`).join('');
    expect(html).toBe(`${text}<a><script type="module">run()</script></a>`);
  });

  test('within a template each part has its own: there nothing runs', async () => {
    const result = newResult();
    ours.templateEnter(result);
    const html = (await script(result)) + (await script(result));
    ours.templateExit(result);
    expect(html.split('run()')).toHaveLength(3);
    expect(result._metadata.templateDepth).toBe(0);
  });

  test('texts that hold the sign of a mark stay as they are and bring no script that is not the page’s', async () => {
    const { settleMarks } = await import('#server/astro/once-a-page.ts');
    for (const text of ['\u0001', 'a\u0001b\u0001c', '\u0001script <b>\u0001', '\u0001directive x\u0001']) {
      const html = settleMarks(newResult(), `<p>${text}</p>`).join('');
      expect(html).not.toContain('<script');
      expect(html.startsWith('<p>') && html.endsWith('</p>')).toBe(true);
    }
    expect(settleMarks(newResult(), 'a\u0001b\u0001c').join('')).toBe('a\u0001b\u0001c');
  });
});

test('a component is handed its slots, not what is in them, and a fallback where it has none', () => {
  const result = newResult();
  let asked = 0;
  const slot = () => {
    asked += 1;
    return template(Object.assign(['<i>slot</i>']));
  };
  const shows = Object.assign(
    (_result: SSRResult, { show }: { show?: boolean }, slots: Record<string, () => unknown>) =>
      show ? ours.renderSlot(result, slots.default as never) : template(Object.assign(['nothing'])),
    { isAstroComponentFactory: true },
  );
  expect((ours.renderComponent(result, 'Shows', shows as never, {}, { default: slot }) as Markup).html).toBe(
    'nothing',
  );
  expect(asked).toBe(0);
  const shown = ours.renderComponent(result, 'Shows', shows as never, { show: true }, { default: slot });
  expect((shown as Markup).html).toBe('<i>slot</i>');
  expect((ours.renderSlot(result, undefined, slot as never) as Markup).html).toBe('<i>slot</i>');
});

test('a page of which two parts fail says the first failure, and nothing else comes of it', async () => {
  const late = async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    throw new Error(`part ${ms}`);
  };
  const orphans: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => void orphans.push(error));
  try {
    const component = Object.assign(() => late(15), { isAstroComponentFactory: true });
    ours.renderComponent(newResult(), 'Late', component as never, {});
    await expect(Promise.resolve(template(['', '', ''], late(5), late(10)))).rejects.toThrow('part 5');
    await expect(Promise.resolve(template(['', ''], [late(5), late(10)]))).rejects.toThrow('part 5');
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(orphans).toEqual([]);
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
});

test('a text that looks like a mark of the page is a text', () => {
  const text = '\u0001directive intent\u0001';
  const pieces = settleMarks(newResult(), `<p>${text}</p>`);
  expect(pieces.join('')).toBe(`<p>${text}</p>`);
});
