/**
 * Pages made of sections, changed by settings while the shop runs: layout, carousels and edit mode. The tests set the widths.
 * tests/components/sections.test.ts tests the HTML of each section.
 */
import { type Browser, test as httpTest, type Locator, type Page } from '@playwright/test';
import type { z } from 'zod';
import type { WireImage } from '#lib/contract/product.ts';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { writeSetting } from '#server/settings/store.ts';
import { type SettingKey, settingSchemas } from '#server/theme/settings.ts';
import { readThemeSetting } from '#server/theme/store.ts';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';
import { layoutShifts } from './layout-shifts.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';

// All tests share one shop and change one setting at a time; a failed test does not stop the others.
test.describe.configure({ mode: 'default', timeout: 90_000 });

type Models = z.input<typeof settingSchemas.models>;

let data: DataFolder;
let shop: ShopProcess;
let db: Database;
let demo: Models;
const ids = new Map<string, number>();
let round = 0;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder);
  db = await openDatabase(readEnv(shop.env));
  demo = await readThemeSetting(db.read, 'models');
  for (const row of await db.read.selectFrom('collections').select(['handle', 'id']).execute()) {
    ids.set(row.handle, row.id);
  }
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

function write<Key extends SettingKey>(key: Key, value: unknown): Promise<void> {
  const schema = settingSchemas[key] as z.ZodType;
  return db.transaction((trx) => writeSetting(trx, key, schema, value, Date.now()));
}

/** Writes the sections of pages as `apply` does and waits until the home page shows them. */
async function set(models: Models): Promise<void> {
  round += 1;
  const mark = `Round ${round} of ${process.pid}`;
  await write('models', { ...models, home: { ...models.home, richText900: { title: mark } } });
  await until(async () => (await textOf('/')).includes(mark));
}

async function textOf(path: string): Promise<string> {
  return (await fetch(shop.site + path)).text();
}

async function open(page: Page, path = '/', width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(shop.site + path);
}

/** Returns an image of the demo shop by a part of its alternative text. */
function picture(words: string): WireImage {
  const items = Object.values(demo.home ?? {}).flatMap(
    ({ items }) => (items ?? []) as { picture?: WireImage }[],
  );
  const found = items.find((item) => item.picture?.alt.includes(words))?.picture;
  if (!found) throw new Error(`The demo home has no picture of ${words}.`);
  return found;
}
const hero = () => picture('oak table in window light');
const slides = (count: number) =>
  [1, 2, 3].slice(0, count).map((number) => ({
    picture: hero(),
    title: `Slide ${number}`,
    link: `/pages/about?from=${number}`,
    link_text: `Open ${number}`,
  }));

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It is not shown.');
  return found;
}

const current = (page: Page) => page.locator('.banner .carousel-dots [aria-current]');

/** Stops the clock when the carousel has just started to wait. */
async function beginWait(page: Page, selector = '.banner'): Promise<void> {
  await scriptsReady(page);
  // The page's clock may already be ahead.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.locator(selector).evaluate((banner) => {
    banner.querySelector<HTMLElement>('[href$="-1"]')?.click();
    banner.dispatchEvent(new Event('scroll'));
  });
}

test('a banner is as high as its picture, or as its setting says at each width [HOME-10, HOME-11, HOME-12, HOME-13, HOME-14, HOME-15, HOME-16]', {
  tag: '@all',
}, async ({ page }) => {
  await set({
    home: {
      banner1: { items: slides(1) },
      banner2: { items: slides(1), height: 'large' },
      banner3: { items: slides(1), height: 'small' },
    },
  });
  const { width, height } = hero();
  await open(page);
  const heights = () =>
    page
      .locator('.banner')
      .evaluateAll((banners) => banners.map((banner) => banner.getBoundingClientRect().height));
  const ratio = (shown: number) => Math.round((shown * height) / width);
  for (const [wide, large, small] of [
    [1440, 300, 200],
    [1041, 300, 200],
  ] as const) {
    await page.setViewportSize({ width: wide, height: 900 });
    const [auto = 0, ...fixed] = await heights();
    expect(Math.abs(auto - ratio(wide))).toBeLessThanOrEqual(1);
    expect(fixed).toEqual([large, small]);
  }
  for (const wide of [1040, 390]) {
    await page.setViewportSize({ width: wide, height: 900 });
    const shown = await page
      .locator('.banner-picture img')
      .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().height));
    expect(Math.abs((shown[0] ?? 0) - ratio(wide))).toBeLessThanOrEqual(1);
    expect((await heights()).slice(1)).toEqual([200, 150]);
  }
});

test('slides turn every three seconds, or as many as data-speed says, and after the last comes the first [HOME-17, HOME-18]', {
  tag: '@all',
}, async ({ page }) => {
  await set({ home: { banner1: { items: slides(2) }, banner2: { items: slides(2), speed: 5 } } });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await open(page);
  const [plain, slow] = [page.locator('.banner').first(), page.locator('.banner').nth(1)];
  for (const [banner, seconds] of [
    [plain, 3],
    [slow, 5],
  ] as const) {
    const id = (await banner.locator('.banner-slide').first().getAttribute('id')) ?? '';
    await beginWait(page, `.banner:has(#${id})`);
    const dots = banner.locator('.carousel-dots a');
    await page.clock.runFor(seconds * 1000 - 50);
    await expect(dots.first()).toHaveAttribute('aria-current', 'true');
    await page.clock.runFor(100);
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true');
    await expect.poll(async () => (await box(banner.locator('.banner-slide').nth(1))).x).toBeLessThan(2);
    await page.clock.runFor(seconds * 1000);
    await expect(dots.first()).toHaveAttribute('aria-current', 'true');
    await page.clock.resume();
  }
});

test('slides wait while somebody points at them, is in them or has stopped them, and for who wants no motion', {
  tag: '@all',
}, async ({ page }) => {
  await set({ home: { banner1: { items: slides(3) } } });
  await page.clock.install();
  await open(page);
  const banner = page.locator('.banner');
  await beginWait(page);
  const stays = async () => {
    await page.clock.runFor(20_000);
    await expect(current(page)).toHaveText('Show slide 1');
  };
  await banner.hover({ position: { x: 700, y: 100 } });
  await stays();
  await page.mouse.move(0, 0);
  await page.getByRole('link', { name: 'Open 1' }).focus();
  await stays();
  await banner.getByRole('button', { name: 'Pause slideshow' }).press('Enter');
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());
  await stays();
  await banner.getByRole('button', { name: 'Play slideshow' }).press('Enter');
  await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(3100);
  await expect(current(page)).toHaveText('Show slide 2');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.resume();
  await page.reload();
  await beginWait(page);
  await expect(banner.getByRole('button', { name: 'Play slideshow' })).toBeVisible();
  await stays();
  await banner.getByRole('button', { name: 'Next slide', exact: true }).click();
  await expect(current(page)).toHaveText('Show slide 2');
  await expect.poll(async () => (await box(page.locator('.banner-slide').nth(1))).x).toBe(0);
});

test('without scripts the slides are scrolled and reached by their numbers', { tag: '@all' }, async ({
  browser,
}) => {
  await set({ home: { banner1: { items: slides(3) } } });
  const page = await withoutScripts(browser);
  await page.goto(shop.site);
  await expect(page.locator('.banner').getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show slide 3' }).click();
  await expect.poll(async () => (await box(page.locator('.banner-slide').nth(2))).x).toBe(0);
  await expect(page.getByRole('link', { name: 'Open 3' })).toBeInViewport();
  await page.context().close();
});

async function withoutScripts(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1440, height: 900 },
  });
  return context.newPage();
}

test.describe('every section', () => {
  const id = (handle: string) => ids.get(handle) ?? 0;
  const columns = async (items: Locator) => {
    const places = await items.evaluateAll((all) =>
      all.map((item) => Math.round(item.getBoundingClientRect().top)),
    );
    return places.filter((top) => top === places[0]).length;
  };

  test('of products has oneRowsNum in a row, or rows to leaf through [HOME-06, HOME-09, HOME-19]', {
    tag: '@all',
  }, async ({ page }) => {
    await set({
      home: {
        featuredCollection1: { collectionId: id('everything'), one_rows_num: 3, rows_num: 2, title: 'Grid' },
        featured_collection_2: {
          collection_id: id('everything'),
          rowsNum: 3,
          layout: 'carousel',
          title: 'Leaf',
        },
      },
    });
    await open(page);
    const grid = page.getByRole('region', { name: 'Grid' }).locator('li:has(> .card)');
    await expect(grid).toHaveCount(6);
    expect(await columns(grid)).toBe(3);

    const leaf = page.getByRole('region', { name: 'Leaf' });
    const cards = leaf.locator('li:has(> .card)');
    await expect(cards).toHaveCount(12);
    const rows = async () =>
      new Set(
        await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top))),
      ).size;
    expect(await rows()).toBe(2);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await rows()).toBe(2);
    await page.setViewportSize({ width: 1440, height: 900 });
    await scriptsReady(page);
    await leaf.getByRole('button', { name: 'Next slide', exact: true }).click();
    await expect.poll(async () => (await box(cards.last())).x).toBeLessThan(1440);
  });

  test('of what was looked at before comes from below the window, and costs nobody anything who looked at nothing', {
    tag: '@all',
  }, async ({ page }) => {
    const filler = Object.fromEntries(
      [1, 2, 3, 4].map((at) => [`imageText${at}`, { picture: hero(), title: `Filler ${at}`, text: 'Words' }]),
    );
    await set({
      home: {
        ...filler,
        recentlyViewed5: { title: 'Seen by you' },
        richText6: { title: 'After', paragraphs: ['One.'] },
      },
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open(page);
    await scriptsReady(page);
    await page.getByRole('heading', { name: 'After' }).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /viewed|\/cards/.test(url))).toEqual([]);
    await expect(page.getByRole('region', { name: 'Seen by you' })).toHaveCount(0);
    await page.evaluate(() => localStorage.setItem('recently_viewed', '[1]'));
    await open(page);
    await scriptsReady(page);
    await page.evaluate(() => scrollTo({ top: innerHeight, behavior: 'instant' }));
    const viewed = page.getByRole('region', { name: 'Seen by you' });
    await expect(viewed.getByRole('heading', { level: 3 })).toHaveText(['Tidal mug']);
    expect((await viewed.boundingBox())!.y).toBeGreaterThan(900);
    await viewed.scrollIntoViewIfNeeded();
    expect(await layoutShifts(page)).toBe(0);
  });

  /** Every section that the demo's home page lacks, and the animated ones. */
  const manySections = (): Models => {
    const { titleSwitch7, quotes8, blog9 } = demo.home ?? {};
    const { multiColumn1, questions2 } = demo.about ?? {};
    return {
      home: {
        collections1: {
          items: ['wood', 'table', 'light'].map((handle, at) => ({
            collection_id: id(handle),
            ...(at === 0 && { picture: hero() }),
          })),
          shape: 'upright',
        },
        titleSwitch2: titleSwitch7!,
        imageText3: { picture: hero(), title: 'Beside it', text: 'Words', side: 'end' },
        richText4: { title: 'Told', paragraphs: ['One.', 'Two.'], facts: [{ title: 'Fact', text: 'True' }] },
        multiColumn5: multiColumn1!,
        quotes6: quotes8!,
        blog7: { ...blog9, count: 2 },
        trust8: { title: 'Promised' },
        questions9: questions2!,
        video10: { title: 'The kiln', video: '/films/kiln.mp4', poster: hero() },
        subscribe11: { title: 'A letter' },
      },
    };
  };

  test('fits every window and has targets of 24 px; titles switch between pictures of which two are seen [HOME-08, HOME-20]', {
    tag: '@all',
  }, async ({ page }) => {
    await set(manySections());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open(page);
    await expect(page.locator('.tile img').first()).toHaveCSS('aspect-ratio', '4 / 5');

    const switcher = page.locator('.switch');
    const seen = async () => {
      const frame = await box(switcher.locator('.switch-slides'));
      const boxes = await switcher
        .locator('.switch-slide')
        .evaluateAll((all) => all.map((slide) => slide.getBoundingClientRect()));
      return boxes.filter(({ left, right }) => left >= frame.x - 2 && right <= frame.x + frame.width + 2)
        .length;
    };
    expect(await seen()).toBe(2);
    await scriptsReady(page);
    await switcher.getByRole('link', { name: 'Linen', exact: true }).click();
    await expect(switcher.getByRole('heading', { name: 'Linen' })).toBeInViewport({ ratio: 1 });
    await expect(switcher.locator('[aria-current]')).toHaveText('Linen');
    await expect.poll(seen).toBe(2);
    await expect(switcher.getByRole('heading', { name: 'Stoneware' })).not.toBeInViewport();

    await page.getByText('Is it dishwasher safe?').click();
    await expect(page.getByText('Wood is not: wipe it')).toBeVisible();
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
      expect(await smallTargets(page), `${width} px`).toEqual([]);
    }
    expect(asked).not.toContain('/films/kiln.mp4');
  });

  test('is accessible', { tag: '@all' }, async ({ page }) => {
    await set(manySections());
    for (const width of [1440, 390]) {
      await open(page, '/', width);
      await expectAccessible(page, 'main');
    }
  });
});

/** Returns controls smaller than 24 px that are not inside a sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('main :is(a, button, summary, input)').evaluateAll((all) =>
    all
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const inSentence = getComputedStyle(element).display === 'inline' && element.closest('p, li, h3');
        return width > 1 && (width < 24 || height < 24) && !inSentence && !element.closest('.card, .tile');
      })
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

// Over HTTP only: opens no page.
httpTest(
  'a changed setting changes the pages that show it, and no other [HOME-21]',
  { tag: '@all' },
  async () => {
    await set(demo);
    const pages = {
      home: '/',
      about: '/pages/about',
      shipping: '/pages/shipping',
      product: '/products/tidal-mug',
      collection: '/collections/table',
      list: '/collections',
      blog: '/blogs',
      article: '/blogs/how-a-mug-is-made',
    };
    type Name = keyof typeof pages;
    const every = Object.keys(pages) as Name[];
    const tags = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(pages).map(async ([name, path]) => [
            name,
            (await fetch(shop.site + path)).headers.get('etag'),
          ]),
        ),
      ) as Record<Name, string>;
    const mark = { richText900: { title: `Round ${round} of ${process.pid}` } };
    const home = { ...demo.home, ...mark };
    const models = { ...demo, home };
    const section = { richText1: { title: 'Below' } };
    const contents = (title: string) =>
      JSON.stringify([{ title, visible: true, items: [{ title: 'Kept', content: 'Promise' }] }]);
    /** A new value of a setting, or of some of its fields. */
    const changes: [SettingKey, { to: unknown } | { fields: object }, Name[]][] = [
      ['models', { to: { ...models, home: { ...home, blog8: { count: 1 } } } }, ['home']],
      ['models', { to: { ...models, about: { ...demo.about, ...section } } }, ['about']],
      ['models', { to: { ...models, shipping: section } }, ['shipping']],
      ['models', { to: { ...models, detail: section } }, ['product']],
      ['models', { to: { ...models, collections: section } }, ['collection']],
      ['shop', { fields: { tagline: 'Otherwise' } }, ['home']],
      ['tokens', { to: { 'color-accent': '#1f3f5c' } }, every],
      ['header', { fields: { logoAlt: 'Otherwise' } }, every],
      ['footer', { fields: { copyRightText: '© Otherwise' } }, every],
      ['trust', { fields: { contents: contents('Otherwise') } }, ['product']],
      ['countries', { to: ['DE'] }, []],
    ];
    for (const [key, change, shown] of changes) {
      const before = await readThemeSetting(db.read, key);
      const old = await tags();
      await write(key, 'to' in change ? change.to : { ...before, ...change.fields });
      const changedNow = async () => {
        const now = await tags();
        return every.filter((name) => now[name] !== old[name]);
      };
      await until(async () => (await changedNow()).length >= shown.length);
      expect(await changedNow(), key).toEqual(shown);
      await write(key, before);
      await until(async () => (await changedNow()).length === 0);
    }
  },
);

test.describe('edit mode', () => {
  test('shows the settings it is told by its own origin, and saves nothing [EDIT-01, EDIT-05, EDIT-06, HDR-29]', async ({
    page,
  }) => {
    await set({ home: { richText1: { title: 'As stored' } } });
    const stored = await db.read.selectFrom('settings').selectAll().orderBy('key').execute();
    await page.addInitScript(() => {
      addEventListener('message', ({ data }) => {
        if (data.type === 'atoll:ready') Object.assign(globalThis, { isReady: true });
      });
    });
    await open(page, '/?edit=true');
    // In the editor the notice stays in the header on every page.
    await expect(page.locator('.header > .notice')).toBeVisible();
    await expect(page.locator('.top > .notice')).toHaveCount(0);
    await page.waitForFunction(() => 'isReady' in globalThis);
    const said = () => page.evaluate(() => (globalThis as unknown as { said?: unknown }).said);
    const tell = (settings: object) =>
      page.evaluate((drafts) => {
        Object.assign(globalThis, { said: undefined });
        addEventListener('message', ({ data }) => {
          if (data.type === 'atoll:previewed') Object.assign(globalThis, { said: data.problem });
        });
        postMessage({ type: 'atoll:preview', settings: drafts }, location.origin);
      }, settings);
    const banner = { items: slides(2) };
    await tell({
      models: { home: { banner1: banner, richText2: { title: 'As drafted' } } },
      tokens: { 'color-accent': '#123456' },
    });
    await expect(page.getByRole('heading', { name: 'As drafted' })).toBeVisible();
    await expect(page.locator('.banner .button').first()).toHaveCSS('background-color', 'rgb(18, 52, 86)');
    expect(await said()).toBe('');
    await page.locator('.banner').getByRole('button', { name: 'Next slide', exact: true }).click();
    await expect(current(page)).toHaveText('Show slide 2');

    await tell({ models: { home: { richText1: 3 } } });
    await expect.poll(said).toContain('models.home.richText1');
    expect(await db.read.selectFrom('settings').selectAll().orderBy('key').execute()).toEqual(stored);
    expect(await textOf('/')).toContain('As stored');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'As stored' })).toBeVisible();
  });

  test('takes nothing from other origins, and neither does the shop without it', { tag: '@all' }, async ({
    page,
    request,
  }) => {
    await set({ home: { richText1: { title: 'As stored' } } });
    const drafts = { models: { home: { richText1: { title: 'Put upon' } } } };
    await open(page);
    await scriptsReady(page);
    await page.evaluate((settings) => postMessage({ type: 'atoll:preview', settings }, '*'), drafts);
    await expect(page.getByRole('heading', { name: 'As stored' })).toBeVisible();
    const answer = await request.post(`${shop.site}/edit/preview`, {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      data: { path: '/', settings: drafts },
    });
    expect(await answer.json()).toMatchObject({ code: 10403, data: null });
  });
});
