/** Announcement bars, in the HTML of pages and by a clock that stands. */
import type { Page, TestInfo } from '@playwright/test';
import type { z } from 'zod';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { popupSettings } from '#server/marketing/popups.ts';
import { writeSetting } from '#server/settings/store.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { ports } from './ports.ts';
import { endShops, type ShopProcess, startShop, temporaryFolder, until } from './shop-process.ts';
import { recordsIn } from './shopper.ts';
import { openStopped, pass, passUntil, stopClock, wakeUp } from './stopped-clock.ts';

// One shop, one setting at a time.
test.describe.configure({ mode: 'default', timeout: 60_000 });
// Both projects run this file at once, each with a shop of its own.
const portOf = (info: TestInfo) => ports.bars + (info.project.name === 'mobile' ? 2 : 0);
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no other fixture is asked for.
  baseURL: async ({}, use, info) => use(`http://localhost:${portOf(info)}`),
  permissions: ['clipboard-read', 'clipboard-write'],
});

let data: ReturnType<typeof temporaryFolder>;
let shop: ShopProcess;
let db: Database;
let round = 0;

// biome-ignore lint/correctness/noEmptyPattern: as above.
test.beforeAll(async ({}, info) => {
  test.setTimeout(120_000);
  data = temporaryFolder();
  shop = await startShop(portOf(info), data.folder);
  db = await openDatabase(readEnv(shop.env));
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

type Bar = Extract<z.input<typeof popupSettings>[number], { type: 5 | 6 | 7 }>;
const bar = (
  type: Bar['type'],
  json_config: Bar['json_config'],
  more: Partial<Bar> = {},
): Omit<Bar, 'id'> => ({ type, json_config, display_frequency: 6, ...more });

/** Writes the bars as `apply` does and waits until pages that were kept show them: the setting purges them. @returns ids */
async function set(...bars: ReturnType<typeof bar>[]): Promise<number[]> {
  const ids = bars.map(() => {
    round += 1;
    return round;
  });
  const list = bars.map((one, at) => ({ ...one, id: ids[at]! }));
  await db.transaction((trx) => writeSetting(trx, 'popups', popupSettings, list, Date.now()));
  await until(async () => {
    const html = await (await fetch(shop.site)).text();
    return (
      [...html.matchAll(/data-bar="(\d+)"/g)].length === ids.length &&
      ids.every((id) => html.includes(`data-bar="${id}"`))
    );
  });
  return ids;
}

const at = (page: Page, place: 'at the top' | 'below the header' | 'at the bottom') =>
  page.getByRole('complementary', { name: new RegExp(`^News ${place}`) });
const remembered = (page: Page, id: number) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `popup_${id}`);
const isMobile = (info: TestInfo) => info.project.name === 'mobile';

test('stand at the top, below the header and fixed at the bottom, that one three seconds after load [ANN-01, ANN-02, ANN-03, ANN-04, ANN-05, ANN-09, ANN-13, ANN-14]', async ({
  page,
}, info) => {
  await set(
    bar(5, { position: 1, text: 'The autumn kiln is open' }),
    bar(5, { position: 2, text: 'Forty new pieces' }),
    bar(5, { position: 3, text: 'From Friday' }),
  );
  await openStopped(page);
  const [top, header, bottom] = [
    at(page, 'at the top'),
    at(page, 'below the header'),
    at(page, 'at the bottom'),
  ];
  await expect(top).toContainText('The autumn kiln is open');
  const heading = (await page.locator('#header').boundingBox())!;
  const [above, below] = [(await top.boundingBox())!, (await header.boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(heading.y);
  expect(Math.abs(below.y - heading.y - heading.height)).toBeLessThanOrEqual(1);
  const main = (await page.locator('#main').boundingBox())!;
  await pass(page, 2900);
  await expect(bottom).toBeHidden();
  await passUntil(page, () => bottom.isVisible());
  await page.clock.resume();
  await expectAccessible(page);
  const { height } = page.viewportSize()!;
  const low = (await bottom.boundingBox())!;
  expect(Math.round(low.y + low.height)).toBe(height);
  // Nothing has moved for it, and the page's end can be read above it.
  expect(await page.locator('#main').boundingBox()).toEqual(main);
  await page.screenshot({ path: info.outputPath('bars.png') });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const end = (await page.locator('.footer').boundingBox())!;
  expect(end.y + end.height).toBeLessThanOrEqual((await bottom.boundingBox())!.y + 1);
  expect((await bottom.boundingBox())!.y).toBe(low.y);
});

test('of layOut 2 is hidden on phones, of 3 on computers, and one that is hidden is not counted as shown [ANN-06, ANN-07]', async ({
  page,
}, info) => {
  const [pc, phone] = await set(
    bar(5, { position: 1, layOut: 2, text: 'For computers' }),
    bar(5, { position: 1, layOut: 3, text: 'For phones' }),
  );
  await openStopped(page);
  await expect(page.getByText('For computers')).toBeVisible({ visible: !isMobile(info) });
  await expect(page.getByText('For phones')).toBeVisible({ visible: isMobile(info) });
  const [seen, unseen] = isMobile(info) ? [phone!, pc!] : [pc!, phone!];
  await passUntil(page, async () => (await remembered(page, seen)) !== null);
  expect(await remembered(page, unseen)).toBeNull();
});

test('leads where its link says, wherever it is clicked [ANN-08]', async ({ page }) => {
  await set(bar(5, { position: 2, text: 'See the table', link: '/collections/table' }));
  await page.goto('/');
  const box = (await at(page, 'below the header').boundingBox())!;
  await page.mouse.click(box.x + 5, box.y + box.height / 2);
  await expect(page).toHaveURL(/\/collections\/table$/);
  // In the language of the page.
  await page.goto('/de/');
  await expect(page.getByRole('link', { name: 'See the table' })).toHaveAttribute(
    'href',
    '/de/collections/table',
  );
});

test('counts down to an instant by the shop’s clock, and over it says so [ANN-10, ANN-12]', async ({
  page,
}, info) => {
  await stopClock(page);
  // This device is an hour ahead of the shop.
  const device = Date.now() + 60_000;
  const endTime = device - 3_600_000 + 20_000;
  await page.route('**/api/v1/getSysTime', async (route) => {
    const now = await page.evaluate(() => Date.now());
    await route.fulfill({ json: { code: 0, msg: '', data: { current_time: now - 3_600_000 } } });
  });
  await set(bar(6, { position: 1, text: 'Ten percent off linen', countType: 1, endTime, code: 'LINEN10' }));
  await page.goto('/');
  await wakeUp(page);
  const timer = at(page, 'at the top').locator('[role=timer]');
  await expect(timer).toBeHidden();
  const before = (await page.locator('#header').boundingBox())!;
  await passUntil(page, () => timer.isVisible());
  await expect(timer).toHaveText(/^00\s*d\s*00\s*h\s*00\s*min\s*1\d\s*s$/);
  await page.screenshot({ path: info.outputPath('counts.png') });
  const seconds = async () => Number(await timer.locator('b').last().textContent());
  const first = await seconds();
  await page.clock.runFor(5000);
  expect(first - (await seconds())).toBe(5);
  await pass(page, 20_000);
  await expect(timer).toHaveText('The promotion is over');
  await expect(page.getByRole('button', { name: /LINEN10/ })).toHaveCount(0);
  expect((await page.locator('#header').boundingBox())!.height).toBe(before.height);
});

test('counts a duration from the shopper’s first view, also after a reload [ANN-12]', async ({ page }) => {
  await set(bar(6, { position: 1, text: 'Yours', countType: 2, duration: 2, durationUnit: 3 }));
  await openStopped(page);
  const timer = at(page, 'at the top').locator('[role=timer]');
  await passUntil(page, () => timer.isVisible());
  await expect(timer.locator('b').nth(1)).toHaveText(/0[12]/);
  await page.clock.fastForward(3_660_000);
  await page.reload();
  await wakeUp(page);
  await passUntil(page, () => timer.isVisible());
  await expect(timer.locator('b').nth(1)).toHaveText('00');
  await expect(timer.locator('b').nth(2)).toHaveText(/5[89]/);
});

test('gives its code to be copied, and says so for 1.2 s [ANN-10]', async ({ page }) => {
  await set(bar(6, { position: 2, text: 'Ten percent off', code: 'LINEN10' }));
  await openStopped(page);
  const copy = page.getByRole('button', { name: /LINEN10/ });
  await copy.click();
  await expect(copy).toContainText('Copied Successfully');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('LINEN10');
  await page.clock.runFor(1300);
  await expect(copy).toHaveText(/LINEN10\s*Copy$/);
  await page.clock.resume();
  await expectAccessible(page, '.bars-header');
});

for (const position of [1, 3] as const) {
  test(`takes an e-mail address at position ${position} and refuses one that is none [ANN-11]`, async ({
    page,
  }, info) => {
    await set(bar(7, { position, text: 'News from the workshop' }));
    await openStopped(page);
    const form = page.locator('.bars form');
    await passUntil(page, () => form.isVisible());
    await page.clock.resume();
    await form.getByLabel('Email').fill('nobody');
    await form.getByRole('button').click();
    await expect(form).toContainText('Please enter a valid email address');
    await expectAccessible(page, '.bars');
    await page.screenshot({ path: info.outputPath('form.png') });
    const email = `bar${position}@example.com`;
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button').click();
    await expect(form).toContainText('Thank you for subscribing!');
    const rows = recordsIn(data.folder).read<{ source_type: number }>(
      'select source_type from subscribers where email = ?',
      email,
    );
    expect(rows).toEqual([{ source_type: 1 }]);
  });
}

test('closes and gives its code by hand where its script cannot be had', async ({ page, trouble }) => {
  trouble.expect(/Failed to load resource/);
  await set(bar(6, { position: 2, text: 'Linen', code: 'LINEN10' }));
  await page.route(/_astro\/act-on-bar[^/]*\.js/, (route) => route.abort());
  await page.goto('/');
  const place = at(page, 'below the header');
  await place.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('LINEN10');
  await place.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('[data-bar]')).toHaveCount(0);
});

test('closed it is gone before the next page is painted, and stays away [ANN-01]', async ({ page }) => {
  const [id] = await set(bar(5, { position: 1, text: 'Read and done' }));
  await openStopped(page);
  await at(page, 'at the top').getByRole('button', { name: 'Close this bar' }).click();
  await expect(page.getByText('Read and done')).toHaveCount(0);
  expect(await remembered(page, id!)).toMatchObject({ closed: true });
  // It never was in a frame of the next page.
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    const look = () => {
      seen.push(document.querySelector('[data-bar]') !== null);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.clock.resume();
  await page.goto('/collections/table');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: boolean[] }).seen.length))
    .toBeGreaterThan(1);
  expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen.includes(true))).toBe(
    false,
  );
});

test('is counted when it has been there for two seconds, and comes no more often than its frequency says [ANN-01]', async ({
  page,
}) => {
  const [id] = await set(bar(5, { position: 1, text: 'Once' }, { display_frequency: 1 }));
  await openStopped(page);
  await expect(page.getByText('Once', { exact: true })).toBeVisible();
  await pass(page, 1900);
  expect(await remembered(page, id!)).toBeNull();
  await passUntil(page, async () => (await remembered(page, id!))?.count === 1);
  expect(await page.evaluate((key) => sessionStorage.getItem(key), `popup_s_${id}`)).toBe('1');
  await page.reload();
  await expect(page.locator('#main')).toBeVisible();
  await expect(page.locator('[data-bar]')).toHaveCount(0);
});

test('with a delay comes over the page when it is due, and moves nothing [ANN-03, ANN-04, ANN-13]', async ({
  page,
}) => {
  await set(
    bar(5, { position: 1, text: 'Late at the top' }, { delay_time: 5 }),
    bar(5, { position: 2, text: 'Late below' }, { delay_time: 5 }),
    bar(5, { position: 3, text: 'Later at the bottom' }, { delay_time: 5 }),
  );
  await openStopped(page);
  const main = await page.locator('#main').boundingBox();
  await pass(page, 4900);
  for (const text of ['Late at the top', 'Late below', 'Later at the bottom'])
    await expect(page.getByText(text)).toBeHidden();
  await passUntil(page, () => page.getByText('Late below').isVisible());
  await expect(page.getByText('Late at the top')).toBeVisible();
  await expect(page.getByText('Later at the bottom')).toBeVisible();
  expect(await page.locator('#main').boundingBox()).toEqual(main);
});

test('on exit intent comes when the mouse reaches the top of the window [ANN-02]', {
  tag: '@desktop',
}, async ({ page }) => {
  await set(
    bar(5, { position: 2, text: 'Before you go' }, { trigger_type: 2 }),
    bar(5, { position: 1, text: 'By now it would be there' }, { delay_time: 3 }),
  );
  await openStopped(page);
  await passUntil(page, () => page.getByText('By now it would be there').isVisible());
  await expect(page.getByText('Before you go')).toBeHidden();
  const leave = (clientY: number) =>
    page.evaluate(
      (y) => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: y })),
      clientY,
    );
  await leave(300);
  await expect(page.getByText('Before you go')).toBeHidden();
  await leave(-1);
  await expect(page.getByText('Before you go')).toBeVisible();
});

test('is not on the hidden pages, nor on others than its own, in the editor or in a frame [ANN-15]', async ({
  page,
}) => {
  await set(bar(5, { position: 1, text: 'Only here' }, { display_page: ['home', 'login'] }));
  const has = async (path: string) => (await (await page.request.get(path)).text()).includes('data-bar=');
  const paths = ['/', '/login', '/register', '/reset-pwd', '/forbidden', '/pay/result', '/cart'];
  const found = [];
  for (const path of paths) found.push([path, await has(path)]);
  expect(found).toEqual(paths.map((path) => [path, path === '/']));
  await page.goto('/?edit=true');
  await expect(page.locator('[data-bar]')).toHaveCount(0);
  await page.goto('/pages/about');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  });
  await expect(page.frames()[1]!.locator('[data-bar]')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByText('Only here')).toBeVisible();
});

test('has the merchant’s colours, and his words stay words [ANN-02]', async ({ page }) => {
  const bad = '"><img src=x onerror="document.title=1"></script><script>document.title=2</script>';
  await set(
    bar(6, {
      ...{ position: 1, text: bad, code: bad.slice(0, 64) },
      ...{ bgColor: '#7a2f1d', fontColor: '#fff8f0' },
    }),
  );
  await page.goto('/');
  const first = page.locator('[data-bar]').first();
  await expect(first).toHaveCSS('background-color', 'rgb(122, 47, 29)');
  await expect(first).toHaveCSS('color', 'rgb(255, 248, 240)');
  await expect(first).toContainText(bad);
  await expect(page.locator('.bars').locator('img, script')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^[12]$/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all of them stand in the page with words, link, end and code [ANN-01, ANN-05, ANN-08, ANN-10]', async ({
    page,
  }) => {
    await set(
      bar(6, {
        position: 1,
        text: 'Linen',
        link: '/collections/linen',
        countType: 1,
        endTime: Date.UTC(2036, 0, 2, 12),
        code: 'LINEN10',
      }),
      bar(7, { position: 2, text: 'News' }, { delay_time: 5 }),
      bar(5, { position: 3, text: 'Below' }),
    );
    await page.goto('/');
    const top = at(page, 'at the top');
    await expect(top.getByRole('link', { name: 'Linen' })).toBeVisible();
    await expect(top).toContainText('Until January 2, 2036');
    await expect(top.getByText('LINEN10').locator('visible=true')).toHaveCount(1);
    await expect(page.getByText('News', { exact: true })).toBeVisible();
    await expect(at(page, 'at the bottom')).toHaveCSS('position', 'static');
    for (const button of await page.locator('.bars button').all()) await expect(button).toBeHidden();
  });
});
