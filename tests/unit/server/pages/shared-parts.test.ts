import { describe, expect, it, test } from 'vitest';
import { ReadCache } from '#server/cache/read-cache.ts';
import type { Caller } from '#server/core/caller.ts';
import type { PageApi } from '#server/core/page-dependencies.ts';
import type { Services } from '#server/core/services.ts';
import { createRenderContext } from '#server/pages/locals.ts';

const menuKey = 'GET /api/v1/test/getHeader';
const changesAt = 5_000;

/** Creates pages that each read their menu, `answers.menu`, from the API. */
function setUp() {
  const cache = new ReadCache({ now: () => 0, isCurrent: () => true, maxBytes: 1_000_000 });
  const services = { env: { SITE_URL: 'http://shop.test' }, now: () => 0 } as unknown as Services;
  const answers = { menu: 'Table' };
  const api = (async (_key, _input, dependencies) => {
    dependencies.tags.add('setting:header');
    dependencies.changesAt = changesAt;
    return { code: 0, msg: '', data: Object.freeze({ menu: answers.menu }) };
  }) as PageApi;
  let renders = 0;
  const page = (lang = '', parts: ReadCache | undefined = cache, caller?: Caller) => {
    const context = createRenderContext(services, api, caller, parts);
    Object.assign(context.locals, { lang });
    const read = async () => (await context.locals.api(menuKey)).data as unknown as { menu: string };
    const part = (source: { menu: string }, name = 'menu', only: readonly unknown[] = [source]) =>
      context.locals.part(name, only, async () => {
        renders += 1;
        return `${source.menu} ${lang} ${name}`;
      });
    return { ...context, services, api, read, part, html: async () => part(await read()) };
  };
  return { answers, cache, page, renders: () => renders };
}

describe('a part that pages share', () => {
  it('is rendered once, also for pages that wait for it', async () => {
    const { page, renders } = setUp();
    expect(await Promise.all([page().html(), page().html()])).toEqual(['Table  menu', 'Table  menu']);
    expect(await page().html()).toBe('Table  menu');
    expect(renders()).toBe(1);
  });

  it('is another one by language, by name and by each of its sources', async () => {
    const { page, renders } = setUp();
    await page().html();
    expect(await page('de').html()).toBe('Table de menu');
    const source = { menu: 'Table' };
    expect(await page().part(source, 'search')).toBe('Table  search');
    for (const sources of [[source, 1], [source, 2], [1, source], [null], []])
      await page().part(source, 'menu', sources);
    expect(renders()).toBe(8);
  });

  it('gives each page the tags and the next change of its sources', async () => {
    const { page } = setUp();
    await page().html();
    const { dependencies, part } = page();
    await part(Object.freeze({ menu: 'Table' }));
    expect([[...dependencies.tags], dependencies.changesAt]).toEqual([['setting:header'], changesAt]);
  });

  it('is forgotten with what it was made from', async () => {
    const { cache, page, renders } = setUp();
    await page().html();
    cache.forget(['product:1']);
    await page().html();
    expect(renders()).toBe(1);
    cache.forget(['setting:header']);
    await page().html();
    expect(renders()).toBe(2);
  });

  it('never comes from a page that read before a purge and rendered after it', async () => {
    const { answers, cache, page } = setUp();
    const late = page();
    const old = await late.read();
    answers.menu = 'Light';
    cache.forget(['setting:header']);
    expect(await late.part(old)).toBe('Table  menu');
    expect(await page().html()).toBe('Light  menu');
  });

  it('is rendered anew after a failure', async () => {
    const { page } = setUp();
    const { locals } = page();
    await expect(locals.part('menu', [], () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(await locals.part('menu', [], async () => 'fine')).toBe('fine');
  });

  it('is rendered by each page that has no cache to share it in, which leaves nothing there', async () => {
    const { cache, page, renders } = setUp();
    const alone = page('', null as never);
    await alone.html();
    await alone.html();
    expect([renders(), cache.size]).toEqual([2, 0]);
  });
});

it('a call that fails fails its page, whether or not the page shares parts', async () => {
  const { cache } = setUp();
  const services = { env: {}, now: () => 0 } as unknown as Services;
  const api = (async (_key, _input, dependencies) => {
    dependencies.failed = dependencies.unavailable = true;
    return { code: 90000, msg: '', data: null };
  }) as PageApi;
  for (const parts of [cache, undefined]) {
    const { locals, dependencies } = createRenderContext(services, api, undefined, parts);
    await locals.api(menuKey);
    expect(dependencies).toMatchObject({ failed: true, unavailable: true });
  }
});

test('the shop’s part of the 500 page comes from pages that are the same for everybody, never from previews or a visitor’s pages', () => {
  const { page } = setUp();
  const frame = {
    shopName: 'Marram',
    logo: null,
    sheet: '/theme-1.css',
    links: [],
    menuLabel: 'Menu',
    lang: 'en',
  };
  const context = page();
  expect(context.locals.errorFrame).toBeNull();
  context.locals.saveErrorFrame(frame);
  createRenderContext(context.services, context.api).locals.saveErrorFrame({ ...frame, shopName: 'Draft' });
  expect(page().locals.errorFrame).toEqual(frame);
});
