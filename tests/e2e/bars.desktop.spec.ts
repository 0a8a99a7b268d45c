/** Announcement bars in the layout, with a stopped clock. unit/client/marketing/bars-on-page tests timing and counts. */
import type { Page } from '@playwright/test';
import type { z } from 'zod';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { popupSettings } from '#server/marketing/popups.ts';
import { writeSetting } from '#server/settings/store.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';
import { recordsIn } from './shopper.ts';
import { openStopped, pass, passUntil, stopClock, wakeUp } from './stopped-clock.ts';

const port = String(await freePort());
// All tests share one shop and change one setting at a time.
test.describe.configure({ mode: 'default', timeout: 60_000 });
test.use({
  baseURL: `http://localhost:${port}`,
  permissions: ['clipboard-read', 'clipboard-write'],
});

let data: DataFolder;
let shop: ShopProcess;
let db: Database;
let round = 0;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder, { PORT: port });
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

/** Writes the bars as `apply` does and waits until cached pages show them; the setting purges these. @returns ids */
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

test(
  'stand at the top, below the header and fixed at the bottom, at either width; some on phones only, some on computers only [ANN-01, ANN-02, ANN-03, ANN-04, ANN-05, ANN-06, ANN-07, ANN-09, ANN-13, ANN-14]',
  { tag: '@all' },
  async ({ page }, info) => {
    await set(
      bar(5, { position: 1, text: 'The autumn kiln is open' }),
      bar(5, { position: 1, layOut: 2, text: 'For computers' }),
      bar(5, { position: 1, layOut: 3, text: 'For phones' }),
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
    const main = (await page.locator('#main').boundingBox())!;
    await pass(page, 2900);
    await expect(bottom).toBeHidden();
    await passUntil(page, () => bottom.isVisible());
    // The bar shifts no layout.
    expect(await page.locator('#main').boundingBox()).toEqual(main);
    await page.clock.resume();
    for (const size of [page.viewportSize()!, { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const isWide = size.width > 1000;
      await expect(page.getByText('For computers')).toBeVisible({ visible: isWide });
      await expect(page.getByText('For phones')).toBeVisible({ visible: !isWide });
      const heading = (await page.locator('#header').boundingBox())!;
      const [above, below] = [(await top.boundingBox())!, (await header.boundingBox())!];
      expect(above.y + above.height).toBeLessThanOrEqual(heading.y);
      expect(Math.abs(below.y - heading.y - heading.height)).toBeLessThanOrEqual(1);
      await expectAccessible(page);
      const low = (await bottom.boundingBox())!;
      expect(Math.round(low.y + low.height)).toBe(size.height);
      await page.screenshot({ path: info.outputPath(`bars-${size.width}.png`) });
      // The end of the page remains visible above the bar.
      await page.evaluate(() =>
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
      );
      const end = (await page.locator('.footer').boundingBox())!;
      expect(end.y + end.height).toBeLessThanOrEqual((await bottom.boundingBox())!.y + 1);
      expect((await bottom.boundingBox())!.y).toBe(low.y);
    }
  },
);

test('with a delay, or when the mouse leaves, come over the page and move nothing [ANN-02, ANN-03, ANN-04, ANN-13]', async ({
  page,
}) => {
  await set(
    bar(5, { position: 1, text: 'Late at the top' }, { delay_time: 5 }),
    bar(5, { position: 2, text: 'Late below' }, { delay_time: 5 }),
    bar(5, { position: 2, text: 'Before you go' }, { trigger_type: 2 }),
    bar(5, { position: 3, text: 'Later at the bottom' }, { delay_time: 5 }),
  );
  await openStopped(page);
  const main = await page.locator('#main').boundingBox();
  const late = ['Late at the top', 'Late below', 'Later at the bottom'].map((text) => page.getByText(text));
  await pass(page, 4900);
  for (const each of late) await expect(each).toBeHidden();
  await passUntil(page, () => late[1]!.isVisible());
  for (const each of late) await expect(each).toBeVisible();
  const exit = page.getByText('Before you go');
  await expect(exit).toBeHidden();
  await page.evaluate(() =>
    document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 })),
  );
  await expect(exit).toBeVisible();
  expect(await page.locator('#main').boundingBox()).toEqual(main);
});

test('have the merchant’s colours, his words stay words, a link is followed wherever it is clicked; close and give their code by hand where their script cannot be had [ANN-02, ANN-08]', {
  tag: '@all',
}, async ({ page, trouble }) => {
  trouble.expect(/Failed to load resource/);
  const bad = '"><img src=x onerror="document.title=1"></script><script>document.title=2</script>';
  await set(
    bar(6, {
      ...{ position: 1, text: bad, code: bad.slice(0, 64) },
      ...{ bgColor: '#7a2f1d', fontColor: '#fff8f0' },
    }),
    bar(5, { position: 2, text: 'See the table', link: '/collections/table' }),
  );
  await page.route(/_astro\/handle-bar-click[^/]*\.js/, (route) => route.abort());
  await page.goto('/de/');
  const top = page.locator('.bars-top');
  const first = top.locator('[data-bar]');
  await expect(first).toHaveCSS('background-color', 'rgb(122, 47, 29)');
  await expect(first).toHaveCSS('color', 'rgb(255, 248, 240)');
  await expect(first).toContainText(bad);
  await expect(page.locator('.bars').locator('img, script')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^[12]$/);

  await top.locator('[data-copy]').click();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(bad.slice(0, 64));
  await top.locator('[data-close]').click();
  await expect(first).toHaveCount(0);

  // The link leads to the page's language.
  const box = (await page.locator('.bars-header').boundingBox())!;
  await page.mouse.click(box.x + 5, box.y + box.height / 2);
  await expect(page).toHaveURL(/\/de\/collections\/table$/);
});

test(
  'counts down to an instant by the shop’s clock, gives its code to be copied while it holds, and over it says so [ANN-10, ANN-12, POP-57]',
  { tag: '@all' },
  async ({ page }, info) => {
    await stopClock(page);
    // The device's clock is an hour ahead of the shop's.
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
    const copy = page.getByRole('button', { name: /LINEN10/ });
    await copy.click();
    const toast = page.locator('.toast');
    await expect(toast).toHaveText('Copied Successfully');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('LINEN10');
    await page.clock.runFor(1500);
    await expect(toast).toHaveCount(0);
    await pass(page, 20_000);
    await expect(timer).toHaveText('The promotion is over');
    await expect(copy).toHaveCount(0);
    expect((await page.locator('#header').boundingBox())!.height).toBe(before.height);
  },
);

test(
  'take an e-mail address, at the top and at the bottom, and refuse one that is none [ANN-11]',
  { tag: '@all' },
  async ({ page }, info) => {
    await set(
      bar(7, { position: 1, text: 'News from the workshop' }),
      bar(7, { position: 3, text: 'News from the kiln' }),
    );
    await openStopped(page);
    const forms = (['at the top', 'at the bottom'] as const).map((place) => at(page, place).locator('form'));
    for (const form of forms) await passUntil(page, () => form.isVisible());
    await page.clock.resume();
    for (const [index, form] of forms.entries()) {
      await form.getByLabel('Email').fill('nobody');
      await form.getByRole('button').click();
      await expect(form).toContainText('Please enter a valid email address');
      if (index === 0) {
        await expectAccessible(page, '.bars');
        await page.screenshot({ path: info.outputPath('form.png') });
      }
      const email = `bar${index}@example.com`;
      await form.getByLabel('Email').fill(email);
      await form.getByRole('button').click();
      await expect(form).toContainText('Thank you for subscribing!');
      const rows = recordsIn(data.folder).read<{ source_type: number }>(
        'select source_type from subscribers where email = ?',
        email,
      );
      expect(rows).toEqual([{ source_type: 1 }]);
    }
  },
);

test('are counted when they have been there for two seconds; closed, or shown as often as they may, they are gone before the next page is painted [ANN-01, ANN-15]', {
  tag: '@all',
}, async ({ page }) => {
  const [closed, once] = await set(
    bar(5, { position: 1, text: 'Read and done' }),
    bar(5, { position: 1, text: 'Once' }, { display_frequency: 1 }),
  );
  await openStopped(page);
  await pass(page, 1900);
  expect(await remembered(page, once!)).toBeNull();
  await passUntil(page, async () => (await remembered(page, once!))?.count === 1);
  await at(page, 'at the top').getByRole('button', { name: 'Close this bar' }).first().click();
  await expect(page.getByText('Read and done')).toHaveCount(0);
  await expect(page.getByText('Once', { exact: true })).toBeVisible();
  expect(await remembered(page, closed!)).toMatchObject({ closed: true });
  // Closed bars appear in no frame of the next page.
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
  // Pages without pop-ups get no bars in their HTML.
  const has = async (path: string) => (await (await page.request.get(path)).text()).includes('data-bar=');
  expect(await Promise.all(['/cart', '/login', '/pay/result'].map(has))).toEqual([true, false, false]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all of them stand in the page with words, link, end and code [ANN-01, ANN-05, ANN-08, ANN-10]', {
    tag: '@all',
  }, async ({ page }) => {
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
