/**
 * Popups of types 1 to 4 with a stopped clock: how shoppers use them, and one case per trigger and frequency.
 * unit/{client/marketing/popups,lib/marketing/popup-decide} test all combinations and when they show.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { z } from 'zod';
import type { Popup } from '#lib/marketing/popup-content.ts';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { popupSettings } from '#server/marketing/popups.ts';
import { writeSetting } from '#server/settings/store.ts';
import { injections } from '../injected-texts.ts';
import { popup } from '../unit/islands/popups/popup-fixture.ts';
import { expect, expectAccessible, resize, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import {
  type DataFolder,
  demoFolder,
  endShops,
  type ShopProcess,
  startShop,
  temporaryFolder,
  until,
} from './shop-process.ts';
import { recordsIn } from './shopper.ts';
import { openStopped, pass, passUntil, wakeUp, watch } from './stopped-clock.ts';

const port = String(await freePort());
// All tests share one shop and change one setting at a time.
test.describe.configure({ mode: 'default', timeout: 60_000 });
test.use({
  baseURL: `http://localhost:${port}`,
  permissions: ['clipboard-read', 'clipboard-write'],
});

const source = join(import.meta.dirname, '../../shop');
let data: DataFolder;
let shop: ShopProcess;
let db: Database;
/** The demo's examples as the shop stored them. */
let demo: { type: number; json_config: { firstPage: { title: string } } }[];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder, { PORT: port });
  db = await openDatabase(readEnv(shop.env));
  expect(await (await fetch(shop.site)).text()).not.toContain('data-popups');
  await applyExamples();
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

/** Enables the demo's examples as a merchant does: with popups.json and `apply`. */
async function applyExamples(): Promise<void> {
  const folder = temporaryFolder();
  try {
    cpSync(source, folder.folder, { recursive: true });
    const file = join(folder.folder, 'popups.json');
    const { popups } = JSON.parse(readFileSync(file, 'utf8')) as { popups: object[] };
    writeFileSync(file, JSON.stringify(popups.map((one) => ({ ...one, enabled: true }))));
    const script = join(import.meta.dirname, '../../scripts/shop.ts');
    const { status, stderr } = spawnSync(process.execPath, [script, 'apply', folder.folder], {
      env: shop.env,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  } finally {
    folder.remove();
  }
  await until(async () => (await (await fetch(shop.site)).text()).includes('data-popups'));
  const [row] = recordsIn(data.folder).read<{ value: string }>(
    "select value from settings where key = 'popups'",
  );
  demo = JSON.parse(row!.value);
}

/** Writes the popups as `apply` does, and waits until pages use them. */
async function set(...popups: object[]): Promise<void> {
  const value = popups as z.input<typeof popupSettings>;
  await db.transaction((trx) => writeSetting(trx, 'popups', popupSettings, value, Date.now()));
  const isEvent = (one: object) => 'trigger_event_first' in one;
  const own = value.filter((one) => !isEvent(one)).map(({ id }) => id);
  await until(async () => {
    const [html, list] = await Promise.all(
      ['/', '/api/v1/normal-popups'].map(async (path) => (await fetch(shop.site + path)).text()),
    );
    const ids = (JSON.parse(list!).data as Popup[]).map(({ id }) => id);
    const [, lists = ''] = /data-popups="([^"]*)"/.exec(html!) ?? [];
    return (
      JSON.stringify(ids) === JSON.stringify(own) &&
      lists.includes('normal') === own.length > 0 &&
      lists.includes('event') === popups.some(isEvent)
    );
  });
}
const example = (type: number, more = {}) => ({ ...demo.find((one) => one.type === type)!, ...more });
/** One popup of each list, for a page that no test visits, so that pages request both lists. */
const bystanders = [
  { id: 901, type: 2, display_page: ['500'] },
  { id: 902, type: 2, display_page: ['500'], trigger_event_first: 'promotion' },
];
/** Responds to requests for both lists with these popups. */
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
const shown = async (page: Page) => {
  const dialog = dialogs(page);
  await passUntil(page, () => dialog.isVisible());
  return dialog;
};

/** Every trigger, type, form and frequency; `views` of the home page: first, after a reload, a day later in a new session. */
const cases = [
  { type: 1, frequency: 1, form: 1, name: 'at once', fields: {}, views: [true, false] },
  {
    type: 2,
    frequency: 2,
    form: 2,
    name: 'after 5 s',
    fields: { delay_time: 5 },
    views: [true, false, true],
  },
  { type: 3, frequency: 3, form: 3, name: 'mouse', fields: { trigger_type: 2 }, views: [true, true, false] },
  {
    ...{ type: 4, frequency: 4, form: 1, name: 'home, mouse' },
    ...{ fields: { trigger_event_first: 'index' }, views: [true, false] },
  },
  {
    ...{ type: 1, frequency: 5, form: 2, name: 'home, 3 s later' },
    ...{ fields: { trigger_event_first: 'index', trigger_type: 2, delay_time: 3 }, views: [true, true] },
  },
  // The test closes the popup each time.
  { type: 2, frequency: 6, form: 3, name: 'until closed', fields: {}, views: [true, false] },
] as const;

test('one of each type, frequency, trigger and form shows when it is to [POP-05, POP-12, POP-13, POP-14, POP-15, POP-17, POP-18, POP-19, POP-20, POP-21, POP-22, POP-61, POP-63]', {
  tag: '@all',
}, async ({ page }) => {
  await set(...bystanders);
  let current: Popup | undefined;
  await serve(page, () => (current ? [current] : []));
  await openStopped(page);
  for (const { type, frequency, form, name, fields, views } of cases) {
    await forget(page);
    current = popup(100, {
      ...{ type, display_frequency: frequency, display_times: frequency === 3 ? 2 : 1, display_type: form },
      ...{ display_page: ['home'], json_config: { firstPage: { title: name } }, ...fields },
    });
    const waitsForMouse = name.endsWith('mouse');
    const seen: boolean[] = [];
    for (const view of views.keys()) {
      if (view === 2) {
        await page.evaluate(() => sessionStorage.clear());
        await page.clock.fastForward(86_400_000);
      }
      await page.reload();
      await wakeUp(page);
      await page.keyboard.press('Shift');
      const dialog = dialogs(page);
      // Nothing shows before its delay. On later views the home event is in the past, so its delay is over.
      if (name === 'after 5 s' || (name === 'home, 3 s later' && view === 0)) {
        await pass(page, 2500);
        expect(await dialog.count(), `${name}: too early`).toBe(0);
      }
      await pass(page, 6500);
      if (waitsForMouse) {
        expect(await dialog.count(), `${name}: before the mouse leaves`).toBe(0);
        // The list of popups may still be loading: a real mouse leaves again.
        if (views[view]) {
          await passUntil(page, async () => {
            await exit(page);
            return dialog.isVisible();
          });
        } else {
          await exit(page);
          await pass(page, 100);
        }
      }
      seen.push((await dialog.count()) === 1);
      if (seen[view]) {
        await expect(dialog).toContainText(name);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    }
    expect(seen, name).toEqual([...views]);
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
    type === 1 ? {} : { tag: '@all' },
    async ({ page }, info) => {
      await set(example(type), ...bystanders);
      const path = type > 2 ? '/products/tidal-mug' : '/';
      await openStopped(page, path);
      if (type === 4) {
        await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).first().waitFor();
        await page.keyboard.press('Escape');
        await pass(page, 3000);
      }
      const before = page.locator('#header a').first();
      await before.focus();
      await page.keyboard.press('Shift');
      await open(page);
      const dialog = await shown(page);
      const { title } = example(type).json_config.firstPage;
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
        await resize(page, width, height);
        // Wait for the entry animation: during it, the dialog is a pixel outside a low window.
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
      // Tab never moves the focus out of the dialog.
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

test(
  'subscribes: a wrong address is told and not sent, a failure is said, a code follows thanks [POP-45, POP-46, POP-47, POP-48, POP-49, POP-50]',
  { tag: '@all' },
  async ({ page }, info) => {
    await set(example(1, { delay_time: 0 }), ...bystanders);
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
      answer = () =>
        route.fulfill({ json: { code: 10429, msg: 'Too many tries, later please', data: null } });
    });
    const email = 'popup@example.com';
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
    expect(recordsIn(data.folder).read('select source_type from subscribers where email = ?', email)).toEqual(
      [{ source_type: 1 }],
    );
    await dialog.getByRole('button', { name: 'Continue shopping' }).click();
    await expect(dialog).toHaveCount(0);
  },
);

const code = (firstPage: object, more = {}) =>
  popup(100, {
    type: 3,
    json_config: { firstPage: { activityType: 4, activityText: 'LINEN15', title: 'Linen', ...firstPage } },
    ...more,
  });

test(
  'gives a code to copy while it holds, says so for 1.2 s, and counts down until the offer is over [POP-16, POP-51, POP-52, POP-53, POP-54, POP-55, POP-56, POP-57, POP-58]',
  { tag: '@all' },
  async ({ page }, info) => {
    await set(...bystanders);
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

    // A code that the shop no longer has, and no code.
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
  },
);

test('what a modal says is said in it, though a popup stands in the corner', { tag: '@all' }, async ({
  page,
}) => {
  await set(...bystanders);
  let served: Popup[] = [];
  await serve(page, () => served);
  await page.goto('/products/tidal-mug');
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).first().waitFor();
  served = [popup(100, { display_type: 2, json_config: { firstPage: { title: 'Corner' } } })];
  await page.goto('/products/tidal-mug');
  await expect(page.getByRole('dialog', { name: 'Corner' })).toBeVisible();
  await page.evaluate(() => document.querySelector<HTMLElement>('#header [data-bag-link]')?.click());
  const bag = page.locator('dialog.bag');
  await bag.getByRole('button', { name: 'Delete' }).first().click();
  await expect(bag.locator('#live')).toContainText('removed');
});

test('an open filter sheet of a phone stays open: a popup waits until it is closed', { tag: '@all' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await set(...bystanders);
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

test('an activity leads to its page, and its popup is not there after the way back [POP-59]', {
  tag: '@all',
}, async ({ page }) => {
  const firstPage = { activityUrl: 'lay-the-table', activityText: 'Lay the table', title: 'Table' };
  await set(example(2, { delay_time: 0, json_config: { firstPage } }), ...bystanders);
  await openStopped(page);
  await shown(page);
  const link = page.getByRole('dialog', { name: 'Table' }).getByRole('link', { name: 'Lay the table' });
  await expect(link).toHaveAttribute('href', '/promotions/lay-the-table');
  await link.click();
  await expect(page).toHaveURL(/\/promotions\/lay-the-table$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await wakeUp(page);
  await pass(page, 15_000);
  await expect(dialogs(page)).toHaveCount(0);
});

test('a reload and a second tab repeat nothing, and of two that are due one shows at a time [POP-18, POP-23, POP-26]', {
  tag: '@all',
}, async ({ page, context }) => {
  const two = [1, 2].map((id) => ({
    ...{ id, type: 2, display_frequency: 2, json_config: { firstPage: { title: `Note ${id}` } } },
  }));
  await set(...two, ...bystanders);
  await openStopped(page);
  const at = (tab: Page, id: number) => tab.getByRole('dialog', { name: `Note ${id}` });
  await passUntil(page, () => at(page, 1).isVisible());
  await expect(dialogs(page)).toHaveCount(1);
  const second = await context.newPage();
  watch(second);
  await second.goto('/');
  await wakeUp(second);
  // The other tab shows the first popup, so this one shows the second.
  await passUntil(second, () => at(second, 2).isVisible());
  await expect(dialogs(second)).toHaveCount(1);
  for (const tab of [page, second]) {
    await tab.bringToFront();
    await tab.keyboard.press('Escape');
    await expect(dialogs(tab)).toHaveCount(0);
    await tab.reload();
    await wakeUp(tab);
    await pass(tab, 5000);
    await expect(dialogs(tab)).toHaveCount(0);
  }
  expect(
    await page.evaluate(() => ['popup_s_1', 'popup_s_2'].map((key) => sessionStorage.getItem(key))),
  ).toEqual(['1', '1']);
});

test('known injections in a popup’s own HTML, words, codes and links are inert [POP-09, POP-10]', async ({
  page,
  trouble,
}) => {
  // The texts may name images that do not exist.
  trouble.expect(/404.*\/x\)/);
  const hits: string[] = [];
  await page.exposeFunction('atollHit', () => hits.push('ran'));
  await page.exposeFunction('alert', () => hits.push('alert'));
  const plain = { ...{ type: 3, display_frequency: 5, delay_time: 0, heading: 'Plain' } };
  const html = injections.map((text, at) => ({
    ...{ ...plain, id: 1000 + at, display_page: ['500'] },
    html_content: `<h2>HTML ${at}</h2><p>${text}</p><a href="${text}">a</a>`,
  }));
  // As many as fit into the text fields of a popup.
  const lines = injections.join(' ');
  const words = Array.from({ length: Math.ceil(lines.length / 1900) }, (_, at) => {
    const text = `Words ${at}: ${lines.slice(1900 * at, 1900 * (at + 1))}`;
    const firstPage = { activityType: 4, activityText: text.slice(0, 100), title: text.slice(0, 120), text };
    const secondPage = { title: text.slice(0, 120), text, code: text.slice(0, 64) };
    return { ...plain, id: 2000 + at, heading: text.slice(0, 120), json_config: { firstPage, secondPage } };
  });
  const mixed = {
    ...plain,
    id: 3000,
    html_content: `<h2>Own words</h2><p>${injections.filter((text) => !/^(?:<!--|<iframe|<math)/.test(text)).join('</p><p>')}</p>`,
  };
  await set(...words, mixed, ...html, ...bystanders);
  await openStopped(page);
  for (const text of [...words.keys()].map((at) => `Words ${at}:`).concat('Own words')) {
    const dialog = dialogs(page).filter({ has: page.getByText(text) });
    await passUntil(page, () => dialog.isVisible());
    expect(await page.evaluate(breaksIn, [await dialog.innerHTML()]), text).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  // The shop's own response, parsed with the browser's parser.
  const { data: sent } = await (await page.request.get('/api/v1/normal-popups')).json();
  const own = (sent as Popup[]).filter(({ id }) => id >= 1000 && id < 2000);
  expect(own).toHaveLength(injections.length);
  expect(
    await page.evaluate(
      breaksIn,
      own.map(({ html_content }) => html_content),
    ),
  ).toEqual([]);
  await pass(page, 3000);
  expect(hits).toEqual([]);
  await expect(dialogs(page)).toHaveCount(0);
});

/** Finds texts that became markup, with Chromium's parser and without running it. */
function breaksIn(documents: string[]): string[] {
  const breaking = 'script, iframe, object, embed, base, meta, link, style, x-hit, form[action], math';
  return documents.flatMap((html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    const attributes = [...body.querySelectorAll('*')].filter((one) =>
      [...one.attributes].some(({ name }) => name === 'hit' || (name.startsWith('on') && name.length > 2)),
    );
    const addresses = [...body.querySelectorAll('a[href], [src]')].filter((one) => {
      const { href } = new URL(one.getAttribute('href') ?? one.getAttribute('src') ?? '', location.href);
      return !/^(https?:\/\/localhost|https:\/\/(?!hit\.example))/.test(href);
    });
    return [...body.querySelectorAll(breaking), ...attributes, ...addresses].map((one) => one.outerHTML);
  });
}
