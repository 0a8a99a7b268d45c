/** Popups of types 1 to 4, by a clock that stands: when they show, and what a shopper does with them. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import type { Popup } from '#lib/marketing/popup-content.ts';
import { injections } from '../injected-texts.ts';
import { popup } from '../unit/marketing/popup-fixture.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { ports } from './ports.ts';
import { endShops, type ShopProcess, startShop, temporaryFolder, until } from './shop-process.ts';
import { recordsIn } from './shopper.ts';
import { openStopped, pass, passUntil, stopClock, wakeUp } from './stopped-clock.ts';

// One shop, one file of popups at a time.
test.describe.configure({ mode: 'default', timeout: 60_000 });
// Both projects run this file at once, each with a shop of its own.
const portOf = (info: TestInfo) => ports.popups + (info.project.name === 'mobile' ? 2 : 0);
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no other fixture is asked for.
  baseURL: async ({}, use, info) => use(`http://localhost:${portOf(info)}`),
  permissions: ['clipboard-read', 'clipboard-write'],
});

const source = join(import.meta.dirname, '../../shop');
const demo = JSON.parse(readFileSync(join(source, 'popups.json'), 'utf8')) as Record<string, unknown>[];
let data: ReturnType<typeof temporaryFolder>;
let folder: ReturnType<typeof temporaryFolder>;
let shop: ShopProcess;

// biome-ignore lint/correctness/noEmptyPattern: as above.
test.beforeAll(async ({}, info) => {
  test.setTimeout(120_000);
  [data, folder] = [temporaryFolder(), temporaryFolder()];
  cpSync(source, folder.folder, { recursive: true });
  shop = await startShop(portOf(info), data.folder);
  expect(await (await fetch(shop.site)).text()).not.toContain('data-popups');
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
  folder?.remove();
});

/** Applies popups.json as a merchant does, and waits until pages know of it. */
async function apply(popups: object[]): Promise<void> {
  writeFileSync(join(folder.folder, 'popups.json'), JSON.stringify(popups));
  const script = join(import.meta.dirname, '../../scripts/shop.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, 'apply', folder.folder], {
    env: shop.env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const lists = (html: string) => /data-popups="([^"]*)"/.exec(html)?.[1] ?? '';
  const isEvent = (one: { trigger_event_first?: unknown }) => one.trigger_event_first !== undefined;
  await until(async () => {
    const found = lists(await (await fetch(shop.site)).text());
    return (
      found.includes('event') === popups.some(isEvent) &&
      found.includes('normal') === popups.some((one) => !isEvent(one))
    );
  });
}
const example = (type: number, more = {}) => ({
  ...demo.find((one) => one.type === type),
  enabled: true,
  ...more,
});
/** One of each list, on no page that is visited: pages ask for both lists. */
const bystanders = [
  { id: 901, type: 2, display_page: ['500'] },
  { id: 902, type: 2, display_page: ['500'], trigger_event_first: 'promotion' },
];
/** Answers both lists with these, whatever the shop has. */
async function serve(page: Page, popups: () => readonly Popup[]): Promise<void> {
  for (const [path, isEvent] of [
    ['popups', true],
    ['normal-popups', false],
  ] as const) {
    const url = new RegExp(`/api/v1/${path}(\\?|$)`);
    await page.route(url, (route) =>
      route.fulfill({
        json: {
          code: 0,
          msg: '',
          data: popups().filter((one) => (one.trigger_event_first !== undefined) === isEvent),
        },
      }),
    );
  }
}
const forget = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
const dialogs = (page: Page) => page.locator('dialog.popup[open]');
const exit = (page: Page) =>
  page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: -1 })));
const isMobile = (info: TestInfo) => info.project.name === 'mobile';
const shown = async (page: Page) => {
  const dialog = dialogs(page);
  await passUntil(page, () => dialog.isVisible());
  return dialog;
};

const frequencies = [1, 2, 3, 4, 5, 6] as const;
const triggers = [
  'at once',
  'after 5 s',
  'mouse leaves',
  'home',
  'home, 3 s later',
  'home, then detail',
] as const;
const displays = [1, 2, 3] as const;
const places = ['all', 'home', 'blogs'] as const;
const types = [1, 2, 3, 4] as const;
interface Case {
  type: (typeof types)[number];
  frequency: (typeof frequencies)[number];
  trigger: (typeof triggers)[number];
  display: (typeof displays)[number];
  place: (typeof places)[number];
}
/** Every pair of two values stands in some case. */
const pairwise: Case[] = frequencies.flatMap((frequency, row) =>
  triggers.map((trigger, column) => ({
    frequency,
    trigger,
    type: types[(row + column) % 4]!,
    display: displays[(row + 2 * column + Math.floor(row / 3)) % 3]!,
    place: places[(2 * row + column + Math.floor(column / 3)) % 3]!,
  })),
);
const triggerFields = {
  'at once': {},
  'after 5 s': { delay_time: 5 },
  'mouse leaves': { trigger_type: 2 },
  home: { trigger_event_first: 'index' },
  'home, 3 s later': { trigger_event_first: 'index', trigger_type: 2, delay_time: 3 },
  'home, then detail': { trigger_event_first: 'index', trigger_event_second: 'detail' },
} as const;
/** Views of the home page at which a popup shows that is due at each: the first, after a reload, a day later in a new session. */
const views: Record<Case['frequency'], [boolean, boolean, boolean]> = {
  1: [true, false, false],
  2: [true, false, true],
  3: [true, true, false],
  4: [true, false, true],
  5: [true, true, true],
  // It is closed each time.
  6: [true, false, false],
};

test('pairs of type, frequency, trigger, form and page show when they are to [POP-04, POP-05, POP-12, POP-13, POP-14, POP-15, POP-17, POP-18, POP-19, POP-20, POP-21, POP-22, POP-61, POP-63, POP-41]', async ({
  page,
}, info) => {
  test.setTimeout(300_000);
  for (const [a, b] of [
    ['type', 'display'],
    ['type', 'place'],
    ['display', 'place'],
    ['frequency', 'display'],
    ['trigger', 'place'],
    ['frequency', 'place'],
    ['trigger', 'display'],
    ['frequency', 'type'],
    ['trigger', 'type'],
  ] as const) {
    const values = (name: keyof Case) => new Set(pairwise.map((one) => one[name])).size;
    const pairs = new Set(pairwise.map((one) => `${one[a]} ${one[b]}`));
    expect(pairs.size, `${a} × ${b}`).toBe(values(a) * values(b));
  }
  await apply(bystanders);
  let current: Popup | undefined;
  await serve(page, () => (current ? [current] : []));
  await openStopped(page);
  for (const { type, frequency, trigger, display, place } of pairwise) {
    const name = `type ${type}, frequency ${frequency}, ${trigger}, form ${display}, on ${place}`;
    await forget(page);
    current = popup(100, {
      ...{
        type,
        display_frequency: frequency,
        display_times: frequency === 3 ? 2 : 1,
        display_type: display,
      },
      ...{ display_page: place === 'all' ? 'all' : [place], json_config: { firstPage: { title: name } } },
      ...triggerFields[trigger],
    });
    const isByEvent = trigger.startsWith('home');
    const waitsForMouse = trigger === 'mouse leaves' || (isByEvent && type === 4);
    const never = place === 'blogs' || trigger === 'home, then detail' || (waitsForMouse && isMobile(info));
    // What never shows is looked for on one view.
    const wanted = never ? [false] : views[frequency];
    const seen: boolean[] = [];
    for (const view of wanted.keys()) {
      if (view === 2) {
        await page.evaluate(() => sessionStorage.clear());
        await page.clock.fastForward(86_400_000);
      }
      await page.reload();
      await wakeUp(page);
      await page.keyboard.press('Shift');
      const dialog = dialogs(page);
      await pass(page, 2500);
      // Nothing that waits is there yet; what happened on the first view is past on the next ones.
      if (waitsForMouse || trigger === 'after 5 s' || (trigger === 'home, 3 s later' && view === 0))
        expect(await dialog.count(), `${name}: too early`).toBe(0);
      await pass(page, 4000);
      if (waitsForMouse) {
        expect(await dialog.count(), `${name}: before the mouse leaves`).toBe(0);
        await exit(page);
        await pass(page, 100);
      }
      seen.push((await dialog.count()) === 1);
      if (seen[view]) {
        await expect(dialog).toContainText(name);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    }
    expect(seen, name).toEqual(wanted);
  }
});

test('a second event is awaited on a later page, and a checkout visited shows it on the next page [POP-34, POP-39, POP-41, POP-44]', async ({
  page,
}) => {
  await apply(bystanders);
  const waiting = popup(100, {
    trigger_event_first: 'index',
    trigger_event_second: 'detail',
    json_config: { firstPage: { title: 'Both' } },
  });
  await serve(page, () => [waiting]);
  await openStopped(page, '/products/tidal-mug');
  await pass(page, 4000);
  await expect(dialogs(page)).toHaveCount(0);
  for (const [path, count] of [
    ['/', 0],
    ['/cart', 0],
    ['/products/tidal-mug', 1],
  ] as const) {
    await page.goto(path);
    await wakeUp(page);
    await pass(page, 4000);
    await expect(dialogs(page), path).toHaveCount(count);
  }
});

for (const [type, open] of [
  [1, async (page: Page) => void (await pass(page, 41_000))],
  [2, async (page: Page) => void (await pass(page, 21_000))],
  [3, async (page: Page) => void (await pass(page, 16_000))],
  [4, exit],
] as const) {
  test(
    `the demo’s example of type ${type} is sound, keeps the focus and gives it back [POP-01, POP-02, POP-03, POP-08, POP-09]`,
    type === 4 ? { tag: '@desktop' } : {},
    async ({ page }, info) => {
      await apply([example(type), ...bystanders]);
      const path = type > 2 ? '/products/tidal-mug' : '/';
      await openStopped(page, path);
      if (type === 4) {
        await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).first().waitFor();
        await page.keyboard.press('Escape');
        await pass(page, 3000);
      }
      const before = page.locator('#header a').first();
      await before.focus();
      await page.keyboard.press('Shift');
      await open(page);
      const dialog = await shown(page);
      const { title } = (example(type) as unknown as { json_config: { firstPage: { title: string } } })
        .json_config.firstPage;
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      await passUntil(page, () =>
        dialog.evaluate((node) =>
          [...node.querySelectorAll('img')].every(
            ({ complete, naturalWidth }) => complete && naturalWidth > 0,
          ),
        ),
      );
      const usual = page.viewportSize()!;
      for (const { width, height } of [{ width: 320, height: 480 }, { width: 768, height: 1024 }, usual]) {
        await page.setViewportSize({ width, height });
        // Its entry moves it: measured on the way it lies a pixel outside a low window.
        await dialog.evaluate((node) =>
          Promise.all(node.getAnimations({ subtree: true }).map(({ finished }) => finished)),
        );
        const box = (await dialog.boundingBox())!;
        expect(
          Math.min(box.x, box.y, width - box.x - box.width, height - box.y - box.height),
        ).toBeGreaterThanOrEqual(-1);
        const close = (await dialog.locator('.popup-close').boundingBox())!;
        expect(Math.min(close.x, close.y, width - close.x - close.width)).toBeGreaterThanOrEqual(0);
        await page.screenshot({ path: info.outputPath(`type-${type}-${width}.png`) });
      }
      expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      // However often Tab is pressed, the focus does not leave it for the page.
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
        await page.keyboard.press(key);
        expect(
          await page.evaluate(
            () =>
              document.activeElement === document.body ||
              document.activeElement?.closest('dialog.popup') !== null,
          ),
        ).toBe(true);
      }
      await page.clock.resume();
      await expectAccessible(page, 'dialog.popup');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(before).toBeFocused();
    },
  );
}

test('subscribes: a wrong address is told and not sent, a failure is said, a code follows thanks [POP-45, POP-46, POP-47, POP-48, POP-49, POP-50]', async ({
  page,
}, info) => {
  await apply([example(1, { delay_time: 0 }), ...bystanders]);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/customer/subscribe')) sent.push(request.postDataJSON());
  });
  await openStopped(page, '/?utm_source=letter&utm_term=kiln');
  const dialog = await shown(page);
  await page.clock.resume();
  const field = dialog.getByLabel('Email');
  const button = dialog.getByRole('button', { name: 'Subscribe' });
  await field.fill('nobody');
  await button.click();
  await expect(dialog).toContainText('Please enter a valid email address');
  await expect(field).toBeFocused();
  await expectAccessible(page, 'dialog.popup');
  expect(sent).toEqual([]);

  let answer: (() => Promise<void>) | undefined;
  await page.route('**/customer/subscribe', (route) => {
    answer = () => route.fulfill({ json: { code: 10429, msg: 'Too many tries, later please', data: null } });
  });
  const email = `popup-${info.project.name}@example.com`;
  await field.fill(email);
  await button.click();
  await expect.poll(() => answer).toBeTruthy();
  const loading = dialog.locator('button[type=submit]');
  await expect(loading).toHaveAttribute('aria-busy', 'true');
  await loading.click({ force: true });
  await field.press('Enter');
  await answer?.();
  await expect(dialog).toContainText('Too many tries, later please');
  expect(sent).toHaveLength(1);

  await page.unroute('**/customer/subscribe');
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Welcome aboard' })).toBeVisible();
  await expect(dialog).toContainText('LINEN15');
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expectAccessible(page, 'dialog.popup');
  await page.screenshot({ path: info.outputPath('second.png') });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({ email, source_type: 1, utm_term: 'kiln' });
  expect(recordsIn(data.folder).read('select source_type from subscribers where email = ?', email)).toEqual([
    { source_type: 1 },
  ]);
  await dialog.getByRole('button', { name: 'Continue shopping' }).click();
  await expect(dialog).toHaveCount(0);
});

const code = (firstPage: object, more = {}) =>
  popup(100, {
    type: 3,
    json_config: { firstPage: { activityType: 4, activityText: 'LINEN15', title: 'Linen', ...firstPage } },
    ...more,
  });

test('gives a code to copy while it holds, says so for 1.2 s, and counts down until the offer is over [POP-16, POP-51, POP-52, POP-53, POP-54, POP-55, POP-56, POP-57, POP-58]', async ({
  page,
}, info) => {
  await apply(bystanders);
  let current = code({ countType: 2, duration: 2, durationUnit: 2 });
  await serve(page, () => [current]);
  await openStopped(page);
  const dialog = await shown(page);
  const copy = dialog.getByRole('button', { name: 'Copy' });
  await passUntil(page, () => copy.isVisible());
  await copy.click();
  const toast = page.locator('.toast', { hasText: 'Copied Successfully' });
  await expect(toast).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('LINEN15');
  await page.clock.runFor(1000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);

  const timer = dialog.locator('[role=timer]');
  await expect(timer).toHaveAttribute('data-status', '2');
  const seconds = async () => {
    const [minutes, rest] = (await timer.locator('b').allTextContents()).slice(-2).map(Number);
    return 60 * minutes! + rest!;
  };
  const first = await seconds();
  expect(first).toBeGreaterThan(100);
  await page.clock.runFor(1000);
  expect(await seconds()).toBe(first - 1);
  await page.clock.runFor(5000);
  expect(await seconds()).toBe(first - 6);
  await page.clock.runFor(120_000);
  await expect(dialog.locator('[data-status="3"]')).toHaveText('The promotion is over');
  await expect(copy).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('over.png') });

  // A code that the shop does not know any more, and none at all.
  for (const activityText of ['GONE', '']) {
    await forget(page);
    current = code({ activityText });
    const checked = activityText && page.waitForResponse('**/promotion/code/check?*');
    await page.reload();
    await wakeUp(page);
    await shown(page);
    if (checked) expect(await (await checked).json()).toMatchObject({ data: null });
    await expect(copy, activityText).toHaveCount(0);
    await expect(dialog.locator('code')).toHaveText(activityText ? [activityText] : []);
  }
});

test('what a modal says is said in it, though a popup stands in the corner', {
  tag: '@desktop',
}, async ({ page }) => {
  await apply(bystanders);
  let served: Popup[] = [];
  await serve(page, () => served);
  await page.goto('/products/tidal-mug');
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).first().waitFor();
  served = [popup(100, { display_type: 2, json_config: { firstPage: { title: 'Corner' } } })];
  await page.goto('/products/tidal-mug');
  await expect(page.getByRole('dialog', { name: 'Corner' })).toBeVisible();
  await page.evaluate(() => document.querySelector<HTMLElement>('#header [data-bag-link]')?.click());
  const bag = page.locator('dialog.bag');
  await bag.getByRole('button', { name: 'Remove' }).first().click();
  await expect(bag.locator('#live')).toContainText('removed');
});

test('an open filter sheet stays open: a popup waits until it is closed', { tag: '@mobile' }, async ({
  page,
}) => {
  await apply(bystanders);
  await serve(page, () => [popup(100, { delay_time: 4, json_config: { firstPage: { title: 'Later' } } })]);
  await openStopped(page, '/collections/table');
  await page.getByRole('button', { name: /^Filter/ }).click();
  const sheet = page.locator('#filters');
  await expect(sheet).toBeVisible();
  await pass(page, 10_000);
  await expect(sheet).toBeVisible();
  await expect(dialogs(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await shown(page);
});

test('an activity leads to its page, and its popup is not there after the way back [POP-59]', async ({
  page,
}) => {
  await apply([
    example(2, {
      delay_time: 0,
      json_config: {
        firstPage: { activityUrl: 'lay-the-table', activityText: 'Lay the table', title: 'Table' },
      },
    }),
    ...bystanders,
  ]);
  await page.goto('/');
  const link = page.getByRole('dialog', { name: 'Table' }).getByRole('link', { name: 'Lay the table' });
  await expect(link).toHaveAttribute('href', '/promotions/lay-the-table');
  await link.click();
  await expect(page).toHaveURL(/\/promotions\/lay-the-table$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  // It would be there after two seconds.
  await page.waitForTimeout(3000);
  await expect(dialogs(page)).toHaveCount(0);
});

test('a reload and a second tab repeat nothing, and of two that are due one shows at a time [POP-18, POP-23, POP-26]', async ({
  page,
  context,
}) => {
  const two = [1, 2].map((id) =>
    example(2, {
      id,
      display_frequency: 2,
      delay_time: 0,
      heading: `Note ${id}`,
      json_config: { firstPage: { title: `Note ${id}` } },
    }),
  );
  await apply([...two, ...bystanders]);
  await page.goto('/');
  const at = (tab: Page, id: number) => tab.getByRole('dialog', { name: `Note ${id}` });
  await expect(at(page, 1)).toBeVisible();
  await expect(dialogs(page)).toHaveCount(1);
  const second = await context.newPage();
  await second.goto('/');
  // The first is shown in the other tab: here the second is next.
  await expect(at(second, 2)).toBeVisible();
  await expect(dialogs(second)).toHaveCount(1);
  for (const tab of [page, second]) {
    await tab.bringToFront();
    await tab.keyboard.press('Escape');
    await expect(dialogs(tab)).toHaveCount(0);
    await tab.reload();
  }
  await page.waitForTimeout(3500);
  for (const tab of [page, second]) await expect(dialogs(tab)).toHaveCount(0);
  expect(
    await page.evaluate(() => ['popup_s_1', 'popup_s_2'].map((key) => sessionStorage.getItem(key))),
  ).toEqual(['1', '1']);
});

test('lists that fail leave the page unharmed and unspoken of; hidden pages, editor and frames have none [POP-27, POP-28, POP-29, POP-30, POP-31, POP-32, POP-33, POP-60]', async ({
  page,
  trouble,
}) => {
  trouble.expect(/Failed to load resource/);
  await apply([example(2, { delay_time: 0, display_page: 'all' }), ...bystanders]);
  await stopClock(page);
  for (const path of ['/login', '/register', '/reset-pwd', '/pay/result', '/?edit=true']) {
    await page.goto(path);
    await page.keyboard.press('Shift');
    await wakeUp(page);
    await pass(page, 5000);
    await expect(dialogs(page), path).toHaveCount(0);
  }
  await page.route('**/api/v1/normal-popups', (route) => route.abort());
  await page.goto('/pages/about');
  await wakeUp(page);
  const before = await page.locator('body').innerText();
  await pass(page, 5000);
  expect(await page.locator('body').innerText()).toBe(before);
  await page.unroute('**/api/v1/normal-popups');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/';
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  });
  await pass(page, 5000);
  await expect(page.frames()[1]!.locator('dialog.popup')).toHaveCount(0);
});

test('known injections in a popup’s own HTML, words, codes and links are inert [POP-09, POP-10]', {
  tag: '@desktop',
}, async ({ page, trouble }) => {
  test.setTimeout(180_000);
  // Pictures may be named that are not there.
  trouble.expect(/404.*\/x\)/);
  const hits: string[] = [];
  await page.exposeFunction('atollHit', () => hits.push('ran'));
  await page.exposeFunction('alert', () => hits.push('alert'));
  const of = (text: string) => ({
    activityType: 4,
    activityText: text.slice(0, 100),
    title: text.slice(0, 120),
    text,
    buttonText: text.slice(0, 60),
  });
  const spoiled = injections.flatMap((text, at) => [
    example(3, {
      id: 1000 + 2 * at,
      ...forced,
      heading: text.slice(0, 120),
      html_content: '',
      json_config: {
        firstPage: of(text),
        secondPage: { title: text.slice(0, 120), text, code: text.slice(0, 64) },
      },
    }),
    example(2, {
      id: 1001 + 2 * at,
      ...forced,
      heading: `HTML ${at}`,
      html_content: `<h2>HTML ${at}</h2><p>${text}</p><a href="${text}">a</a>`,
      json_config: {},
    }),
  ]);
  await apply(spoiled);
  await page.goto('/');
  const total = injections.length * 2;
  for (let count = 1; count <= total; count += 1) {
    const dialog = dialogs(page);
    await expect(dialog, `${count} of ${total}`).toHaveCount(1);
    const found = await dialog.evaluate((node) => ({
      elements: node.querySelectorAll(
        'script, iframe, object, embed, base, meta, link, style, x-hit, form[action], math',
      ).length,
      attributes: [...node.querySelectorAll('*')].flatMap((one) =>
        [...one.attributes]
          .filter(({ name }) => name === 'hit' || (name.startsWith('on') && name.length > 2))
          .map(({ name }) => name),
      ),
      addresses: [...node.querySelectorAll('a[href], [src]')]
        .map((one) => (one as HTMLAnchorElement).href || (one as HTMLImageElement).src)
        .filter((address) => !/^(https?:\/\/localhost|https:\/\/(?!hit\.example))/.test(address)),
    }));
    expect(found, await dialog.innerHTML()).toEqual({ elements: 0, attributes: [], addresses: [] });
    await dialog.locator('.popup-close').click();
  }
  await page.waitForTimeout(500);
  expect(hits).toEqual([]);
  await expect(dialogs(page)).toHaveCount(0);
});
const forced = {
  delay_time: 0,
  display_frequency: 5,
  display_page: 'all',
  display_type: 1,
  trigger_event_first: undefined,
  trigger_type: 1,
};
