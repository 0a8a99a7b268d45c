/**
 * Header, footer and purchase notices, changed by settings while the shop runs: layout and behaviour. tests/components tests the
 * HTML for each setting. The tests set the widths.
 */
import type { Locator, Page } from '@playwright/test';
import type { z } from 'zod';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { purchaseSettings } from '#server/marketing/purchases.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readThemeSetting } from '#server/theme/store.ts';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';

// All tests share one shop and change one setting at a time; a failed test does not stop the others.
test.describe.configure({ mode: 'default', timeout: 60_000 });

type Header = z.input<typeof settingSchemas.header>;
type Footer = z.input<typeof settingSchemas.footer>;

let data: DataFolder;
let shop: ShopProcess;
let db: Database;
let round = 0;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder);
  db = await openDatabase(readEnv(shop.env));
  for (const key of keys) initial.set(key, await readThemeSetting(db.read, key));
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

const keys = ['header', 'footer', 'shop', 'menus', 'tokens'] as const;
type Key = (typeof keys)[number];
const initial = new Map<Key, object>();

/** Writes settings as `apply` does, the others as in the demo shop, and waits until the pages show them. */
async function set(settings: Partial<Record<Key, object>>): Promise<void> {
  round += 1;
  const mark = `round ${round} of ${process.pid}`;
  await db.transaction(async (trx) => {
    for (const key of keys) {
      const [first, change] = [initial.get(key), settings[key] ?? {}];
      const value = Array.isArray(first)
        ? (settings[key] ?? first)
        : { ...first, ...change, ...(key === 'shop' && { tagline: mark }) };
      await writeSetting(trx, key, settingSchemas[key] as z.ZodType, value, Date.now());
    }
  });
  await until(async () => (await (await fetch(`${shop.site}/`)).text()).includes(mark));
}
const setHeader = (header: Header) => set({ header });

async function open(page: Page, path = '/', width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(shop.site + path);
}

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It is not shown.');
  return { ...found, centre: found.x + found.width / 2, right: found.x + found.width };
}

const logo = (page: Page) => page.locator('.header .logo');
const menuRow = (page: Page) => page.locator('.header .menu');

test('headerStyle 1: logo left, menu beside it; notice and badges in the colours of the settings [HDR-01, HDR-27, HDR-39, MENU-11, MENU-15]', {
  tag: '@all',
}, async ({ page }) => {
  const badge = { popperColor: '#9a4326', textColor: '#ffffff' };
  await setHeader({
    headerStyle: 1,
    ...{ showNotice: true, onlyHomepage: true, bgColor: '#112233', fontColor: '#ffeedd' },
    menuCustom: {
      Wood: { ...badge, popperText: 'Sale', shapeType: 1 },
      Linen: { ...badge, popperText: 'New', shapeType: 2 },
    },
  });
  await open(page);
  const [mark, menu] = [await box(logo(page)), await box(menuRow(page))];
  expect(mark.x).toBeLessThan(100);
  expect(menu.x).toBeGreaterThan(mark.right);
  expect(menu.y).toBeLessThan(mark.y + mark.height);
  const notice = page.locator('.notice');
  await expect(notice).toHaveCSS('background-color', 'rgb(17, 34, 51)');
  await expect(notice).toHaveCSS('color', 'rgb(255, 238, 221)');
  const [square, round] = ['Sale', 'New'].map((text) => page.locator('.menu-badge', { hasText: text }));
  await expect(square!).toBeVisible();
  await expect(square!).toHaveCSS('background-color', 'rgb(154, 67, 38)');
  await expect(square!).toHaveCSS('color', 'rgb(255, 255, 255)');
  await expect(square!).toHaveCSS('border-radius', '0px');
  await expect(round!).toHaveCSS('border-radius', '10px');
});

test('headerStyle 2: logo in the centre, menu in a row below; each height sets its part, each width its logo [HDR-02, HDR-05, HDR-06, HDR-39]', {
  tag: '@all',
}, async ({ page }) => {
  const heights = { headerHeight: 100, menuHeight: 56, headerMobileHeight: 72 };
  await setHeader({ isNewHeader: false, headerStyle: 2, ...heights, logoWidth: 140, logoMobileWidth: 88 });
  await open(page);
  const [mark, menu] = [await box(logo(page)), await box(menuRow(page))];
  expect(Math.abs(mark.centre - 720)).toBeLessThan(10);
  expect(menu.y).toBeGreaterThanOrEqual(mark.y + mark.height);
  expect(Math.abs(menu.centre - 720)).toBeLessThan(10);
  const shownLogo = logo(page).locator('img:visible');
  expect((await box(page.locator('.header'))).height).toBe(156);
  expect((await box(page.locator('.menu-nav'))).height).toBe(56);
  expect((await box(shownLogo)).width).toBe(140);
  await page.setViewportSize({ width: 1040, height: 900 });
  await expect.poll(async () => (await box(page.locator('.header'))).height).toBe(72);
  expect((await box(shownLogo)).width).toBe(88);
});

test('isNewHeader: menu left, logo in the centre, tools right, whatever headerStyle says; the search icon reveals the field [HDR-03, HDR-39, SRCH-05, SRCH-22]', {
  tag: '@all',
}, async ({ page }) => {
  await setHeader({ headerStyle: 2, isNewHeader: true, searchStyle: 2 });
  await open(page);
  const [mark, menu] = [await box(logo(page)), await box(menuRow(page))];
  const tools = await box(page.locator('.header-tools'));
  expect(menu.right).toBeLessThan(mark.x);
  expect(tools.x).toBeGreaterThan(mark.right);
  expect(menu.y).toBeLessThan(mark.y + mark.height);
  await expect(page.locator('#search')).toBeHidden();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.locator('#search').getByRole('searchbox')).toBeFocused();
});

test('the layout is a desktop’s above 1040 px and shows that logo [HDR-09, HDR-36]', { tag: '@all' }, async ({
  page,
}) => {
  await setHeader({
    headerStyle: 1,
    headerHeight: 80,
    menuHeight: 48,
    headerMobileHeight: 60,
    logoMobileUrl: '/favicon.svg',
    logoMobileAlt: 'Small',
  });
  await open(page, '/', 1041);
  await expect(page.locator('.menu')).toBeVisible();
  await expect(logo(page).locator('img:visible')).toHaveAttribute('src', '/logo.svg');
  await page.setViewportSize({ width: 1040, height: 900 });
  await expect(page.locator('.menu')).toBeHidden();
  await expect(logo(page).locator('img:visible')).toHaveAttribute('src', '/favicon.svg');
});

test('the header sticks 15 px beyond its height, changes ground and logo, and lets go again [HDR-10, HDR-31, HDR-32, HDR-33]', async ({
  page,
}) => {
  await setHeader({ isFixedHeader: true, logoUrl: '/logo.svg', logoWhiteUrl: '/favicon.svg' });
  for (const [width, height] of [
    [1440, 80],
    [390, 60],
  ] as const) {
    await open(page, '/', width);
    const header = page.locator('.header');
    const ground = () => header.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await ground();
    await page.evaluate((top) => scrollTo(0, top), height + 15);
    await expect(header).not.toHaveClass(/header-stuck/);
    expect((await box(header)).y).toBeLessThan(0);
    await page.evaluate((top) => scrollTo(0, top), height + 16);
    await expect(header).toHaveClass(/header-stuck/);
    await expect.poll(ground).not.toBe(before);
    await expect.poll(async () => (await box(header)).y).toBe(0);
    await expect(page.locator('.logo-white')).toHaveCSS('opacity', '1');
    await page.evaluate((top) => scrollTo(0, top), height + 15);
    await expect(header).not.toHaveClass(/header-stuck/);
    await expect(page.locator('.logo-white')).toHaveCSS('opacity', '0');
  }
});

test('sticking moves nothing, and a header that is not fixed never sticks [HDR-34]', { tag: '@all' }, async ({
  page,
}) => {
  await setHeader({ isFixedHeader: true, logoWhiteUrl: '/favicon.svg' });
  await open(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { shifts: seen });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        seen.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
  });
  // Not by mouse wheel: a busy browser drops wheel events.
  await page.evaluate(() => scrollTo(0, 600));
  await expect(page.locator('.header-stuck')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator('.header-stuck')).toHaveCount(0);
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
  await setHeader({ isFixedHeader: false, logoWhiteUrl: '' });
  await open(page);
  await page.evaluate(() => scrollTo(0, 600));
  await expect(page.locator('.header')).not.toBeInViewport();
  await expect(page.locator('.header-stuck')).toHaveCount(0);
});

test('headerType 2 lies over the first banner until it sticks [HDR-04]', { tag: '@all' }, async ({
  page,
}) => {
  await setHeader({ headerType: 2, isFixedHeader: true });
  for (const width of [1440, 390]) {
    await open(page, '/', width);
    const [header, banner] = [await box(page.locator('.header')), await box(page.locator('.banner').first())];
    expect(banner.y).toBe(header.y);
    await page.evaluate(() => scrollTo(0, 300));
    await expect(page.locator('.header-stuck')).toBeVisible();
    await expect(page.locator('.header-stuck')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
  await open(page, '/collections');
  const [header, main] = [await box(page.locator('.header')), await box(page.locator('main'))];
  expect(main.y).toBeGreaterThanOrEqual(header.y + header.height);
});

test('isColumnsShow lays the second level out in columns with the third open; else it is a list [MENU-21, MENU-16, MENU-17]', {
  tag: '@all',
}, async ({ page }) => {
  await setHeader({ headerType: 1, isColumnsShow: true });
  await open(page);
  const summary = page.locator('.menu > li > details > summary', { hasText: 'Table' });
  await summary.click();
  const heads = page.locator('.menu details[open] .menu-sub summary');
  await expect(heads).toHaveCount(3);
  const tops = await heads.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await expect(page.getByRole('link', { name: 'Tidal mug' }).first()).toBeVisible();
  await setHeader({ isColumnsShow: false });
  await open(page);
  await summary.click();
  const inList = await heads.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  expect(new Set(inList).size).toBe(3);
  const third = page.locator('#menu').getByRole('link', { name: 'Tidal mug' });
  await expect(third).toBeHidden();
  await heads.first().click();
  await expect(third).toBeVisible();
});

test('isMask dims the page while a menu or the search panel is open [HDR-35]', { tag: '@all' }, async ({
  page,
}) => {
  const shade = () => page.locator('.header').evaluate((element) => getComputedStyle(element).boxShadow);
  const backdrop = () =>
    page.locator('#search').evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor);
  for (const isMask of [true, false]) {
    await setHeader({ isMask });
    await open(page);
    const closed = await shade();
    await page.locator('.menu summary').first().click();
    if (isMask) await expect.poll(shade).not.toBe(closed);
    else expect(await shade()).toBe(closed);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    if (isMask) expect(await backdrop()).not.toMatch(/, 0\)$|transparent/);
    else expect(await backdrop()).toMatch(/, 0\)$|transparent|0\.1/);
  }
});

test('mobileMenuType 1 drills down: a level takes the place of the one above [MENU-14, MENU-16, HDR-04]', {
  tag: '@all',
}, async ({ page }) => {
  await setHeader({ mobileMenuType: 1 });
  await open(page, '/', 390);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('#menu');
  await expect.poll(() => box(menu)).toMatchObject({ x: 0, y: 0, width: 390, height: 900 });
  await menu.locator('summary', { hasText: 'Table' }).click();
  await expect(menu.getByRole('link', { name: 'All of Table' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Linen' })).toBeHidden();
  // Deeper levels are already expanded inside the second one.
  await expect(menu.getByRole('link', { name: 'Tidal mug' })).toBeVisible();
  const back = menu.locator('summary', { hasText: 'Table' });
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(back).toBeFocused();
  await expect(menu.getByRole('link', { name: 'Linen' })).toBeVisible();
});

test('mobileMenuType 2 unfolds in place [MENU-18]', { tag: '@all' }, async ({ page }) => {
  await setHeader({ mobileMenuType: 2 });
  await open(page, '/', 390);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('#menu');
  await menu.locator('summary', { hasText: 'Table' }).click();
  await menu.locator('summary', { hasText: 'Mugs' }).click();
  await expect(menu.getByRole('link', { name: 'Tidal mug' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Linen' })).toBeVisible();
  const [above, inside, below] = [
    await box(menu.locator('summary', { hasText: 'Table' })),
    await box(menu.getByRole('link', { name: 'Tidal mug' })),
    await box(menu.getByRole('link', { name: 'Linen' })),
  ];
  expect(above.y).toBeLessThan(inside.y);
  expect(inside.y).toBeLessThan(below.y);
});

test('searchStyle and searchMobileStyle 1 keep the field open, each at its width [SRCH-21, SRCH-22]', {
  tag: '@all',
}, async ({ page }) => {
  const field = page.locator('.header').getByRole('searchbox');
  await setHeader({ searchStyle: 1, searchMobileStyle: 2 });
  await open(page);
  await expect(field).toBeVisible();
  await expect(field).not.toBeFocused();
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(field).toBeHidden();
  await setHeader({ searchStyle: 2, searchMobileStyle: 1 });
  await open(page);
  await expect(field).toBeHidden();
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(field).toBeVisible();
  await scriptsReady(page);
  await field.fill('lamp');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?type=product&oid=[\w-]+&q=lamp$/);
});

/** Enables accounts and stubs a valid login. */
async function withAccounts(page: Page): Promise<void> {
  await set({ shop: { hasAccounts: true } });
  await page.route('**/api/v1/customer/verify', (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: { login: true, email: 'ada@example.com' } } }),
  );
}
const logIn = (page: Page) => page.evaluate(() => localStorage.setItem('frontToken', 'a-token'));
const accountPlaces = { 1440: '.dropdown:not(.picker)', 390: '.menu-foot' } as const;

/** Opens the account links at this width. */
async function openAccount(page: Page, width: 1440 | 390): Promise<Locator> {
  await open(page, '/', width);
  const place = page.locator(accountPlaces[width]);
  if (width === 1440) await place.locator('summary').click();
  else await page.getByRole('button', { name: 'Menu', exact: true }).click();
  return place;
}

test('account links follow the login, in the bar and in the menu of a phone [HDR-12, HDR-13, HDR-14, HDR-15, HDR-16, HDR-17, HDR-18]', {
  tag: '@all',
}, async ({ page }) => {
  await withAccounts(page);
  for (const isLoggedIn of [false, true]) {
    for (const width of [1440, 390] as const) {
      const place = await openAccount(page, width);
      const shown = await place
        .locator('a:visible:not([data-language])')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(shown.filter((href) => href !== '/fulfillment')).toEqual(
        isLoggedIn ? ['/wishlist', '/user-info', '/reset-pwd'] : ['/wishlist', '/login', '/register'],
      );
      await expect(place.getByRole('button', { name: 'Log out' })).toBeVisible({ visible: isLoggedIn });
    }
    await logIn(page);
  }
});

test('a click on the notice leads on a moment later [HDR-30]', { tag: '@all' }, async ({ page }) => {
  await setHeader({ notice: { contentArr: [{ content: 'Linked', url: '/pages/shipping' }] } });
  await page.clock.install();
  await open(page);
  await scriptsReady(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.locator('.notice').getByRole('link', { name: 'Linked' }).click();
  await page.clock.runFor(199);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/pages\/shipping$/);
});

test('a menu link to another site opens a window of its own and makes no call [MENU-22]', {
  tag: '@all',
}, async ({ page, context }) => {
  const menus = await readThemeSetting(db.read, 'menus');
  const tracking = { id: 90, name: 'Track a parcel', type: 0, url: 'https://tracking.example/find' };
  await set({ menus: [{ ...menus[0], menuList: [tracking] }, ...menus.slice(1)] });
  await context.route('https://tracking.example/**', (route) => route.fulfill({ body: 'found' }));
  // The page sends no request on its own after this one.
  const told = page.waitForResponse('**/api/v1/page/performance');
  await open(page);
  await told;
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'ping'].includes(request.resourceType())) calls.push(request.url());
  });
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /Track a parcel/ }).click();
  await expect(await opened).toHaveURL('https://tracking.example/find');
  expect(calls).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/');
});

const wideFooter: Footer = {
  footerMenuStyle: 1,
  menus: [
    { type: 'menu', menuId: 2, width: 40 },
    { type: 'menu', menuId: 3 },
    { type: 'menu', menuId: 4, width: 15 },
    { type: 'menu', menuId: 2, width: 20, showTitle: false },
    { type: 'email', width: 50, title: 'Letter', main: 'Seldom.', tip: 'Your mail' },
  ],
};
const rowFooter: Footer = {
  footerMenuStyle: 2,
  menus: [{ type: 'menu', menuId: 2 }, { type: 'menu', menuId: 3 }, { type: 'email' }],
};

test('footer columns are as wide as the layout says, a quarter by default, and where the position says; style 2 sets each menu as a row in the middle [FTR-02, FTR-03, FTR-13, FTR-18]', {
  tag: '@all',
}, async ({ page }) => {
  await set({ shop: { footerMenuIds: [2, 3, 4] }, footer: wideFooter });
  await open(page);
  const columns = page.locator('.footer-column');
  const whole = await box(page.locator('.footer-columns'));
  const widths = await columns.evaluateAll((nodes) =>
    nodes.map((node) => node.getBoundingClientRect().width),
  );
  expect(widths.map((width) => Math.round((100 * width) / whole.width))).toEqual([40, 25, 15, 20, 50]);

  await set({
    footer: {
      menus: [
        { type: 'menu', menuId: 2 },
        { type: 'menu', menuId: 3 },
      ],
    },
  });
  await open(page);
  // Each setting is one class of the footer (tests/components/footer.test.ts); this tests the effect of the class.
  const footer = page.locator('.footer');
  const setClasses = (names: string) => footer.evaluate((one, to) => one.setAttribute('class', to), names);
  for (const [position, side] of [
    ['left', -1],
    ['center', 0],
    ['right', 1],
  ] as const) {
    await setClasses(`footer footer-cols footer-${position}`);
    const [first, last] = [await box(columns.first()), await box(columns.last())];
    expect(Math.sign(Math.round(first.x - whole.x - (whole.right - last.right))), position).toBe(side);
  }
  await setClasses('footer footer-rows footer-left');
  const links = page.locator('.footer-links').first();
  const tops = await links
    .getByRole('link')
    .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
  expect(tops.length).toBeGreaterThan(3);
  expect(new Set(tops).size).toBe(1);
  expect(Math.abs((await box(links)).centre - 720)).toBeLessThan(10);
});

test('every variant of header and footer is accessible', { tag: '@all' }, async ({ page }) => {
  test.slow();
  const pressMenu = () => page.getByRole('button', { name: 'Menu', exact: true }).click();
  const openTable = () => page.locator('.menu > li > details > summary', { hasText: 'Table' }).click();
  const stick = async () => {
    await page.evaluate(() => scrollTo(0, 300));
    await expect(page.locator('.header-stuck')).toBeVisible();
  };
  const search = () => page.getByRole('button', { name: 'Search', exact: true }).click();
  const white: Header = { isFixedHeader: true, logoWhiteUrl: '/favicon.svg' };
  const notice: Header = { showNotice: true, onlyHomepage: true, bgColor: '#112233', fontColor: '#ffeedd' };
  const cases: [Header, number, string, (() => Promise<void>)?][] = [
    [{ headerStyle: 1, ...notice }, 1440, '.header'],
    [{ headerStyle: 1, ...notice }, 1440, '.notice'],
    [{ headerStyle: 2 }, 1440, '.header'],
    [{ isNewHeader: true }, 1440, '.header', search],
    [{ ...white, headerStyle: 1 }, 1440, '.header', stick],
    [{ ...white, headerStyle: 1 }, 390, '.header', stick],
    [{ headerType: 2 }, 1440, '.header'],
    [{ headerType: 2 }, 390, '.header'],
    [{ isColumnsShow: true }, 1440, '.header', openTable],
    [{ isColumnsShow: false }, 1440, '.header', openTable],
    [{ searchStyle: 1, searchMobileStyle: 1 }, 1440, '.header'],
    [{ searchStyle: 1, searchMobileStyle: 1 }, 390, '.header'],
  ];
  for (const [header, width, part, act] of cases) {
    await setHeader(header);
    await open(page, '/', width);
    await act?.();
    await expectAccessible(page, part);
  }
  for (const mobileMenuType of [1, 2] as const) {
    await setHeader({ mobileMenuType });
    await open(page, '/', 390);
    await pressMenu();
    await page.locator('#menu summary', { hasText: 'Table' }).click();
    await expectAccessible(page, '#menu');
  }
  await withAccounts(page);
  for (const isLoggedIn of [false, true]) {
    if (isLoggedIn) await logIn(page);
    for (const width of [1440, 390] as const) {
      await openAccount(page, width);
      await expectAccessible(page, '.header');
    }
  }
  const icons: Footer = {
    ...{ showPayIcon: true, showRightSwitch: true, copyRightText: '© Us' },
    socialLinks: { facebook: { url: 'https://facebook.example/m' } },
    newSocialLinks: [{ icon: '/favicon.svg', url: 'https://mastodon.example/@m' }],
  };
  for (const footer of [wideFooter, rowFooter]) {
    await set({ shop: { footerMenuIds: [2, 3, 4] }, footer: { ...footer, ...icons } });
    for (const width of [1440, 390]) {
      await open(page, '/', width);
      await expectAccessible(page, '.footer');
    }
  }
});

test.describe('purchases along the product page', () => {
  test.beforeAll(async () => {
    const on = { enabled: true, specifyPages: ['detail'] };
    await db.transaction((trx) => writeSetting(trx, 'purchaseBarrage', purchaseSettings, on, Date.now()));
    await until(async () =>
      (await (await fetch(`${shop.site}/products/tidal-mug`)).text()).includes('id="barrage"'),
    );
  });
  const answer = {
    basicConfigResponse: {
      enabled: true,
      specifyPages: ['detail'],
      purchaseNoticeConfig: { durationTime: 1, intervalTime: 0, animateTime: 0.1 },
      displayTextJson: '',
      displayDateType: 1,
      popFramePreview: { templateStr: '{name} took home {title}', templateImg: '', styleJson: '' },
    },
    shopVirtualCustomerVos: ['Ada', 'Grace'].map((name) => ({ name, title: 'a mug', orderTime: 1 })),
  };
  const open = async (page: Page) => {
    await page.route('**/purchase/barrage/**', (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: answer } }),
    );
    await page.goto(`${shop.site}/products/tidal-mug`);
    await scriptsReady(page);
    return page.getByRole('region', { name: 'Recent purchases' });
  };

  test('pass one after the other until they are stopped [PDP-22, BAG-47]', { tag: '@all' }, async ({
    page,
  }) => {
    const lines = await open(page);
    await expect(lines).toContainText('Grace took home a mug');
    await expect(lines).toContainText('Ada took home a mug');
    await lines.getByRole('button', { name: 'Pause recent purchases' }).click();
    await expect(lines.getByRole('button', { name: 'Resume recent purchases' })).toBeVisible();
  });

  test('stand still for whoever wants less motion [BAG-47]', { tag: '@all' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const lines = await open(page);
    await expect(lines.getByRole('button', { name: 'Resume recent purchases' })).toBeVisible();
    await expect(lines).toContainText('Ada took home a mug');
  });
});

test('colours and the width of the logo hold on pages with a style sheet of their own too [HDR-06]', async ({
  page,
}) => {
  await set({ tokens: { 'color-accent': '#123456' }, header: { logoWidth: 60 } });
  await page.goto(`${shop.site}/pay/result`);
  const values = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ['--color-accent', '--logo-width'].map((name) => style.getPropertyValue(name));
  });
  expect(values).toEqual(['#123456', '60px']);
});
