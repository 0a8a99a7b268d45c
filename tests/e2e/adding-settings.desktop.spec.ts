/** Settings for adding to the bag, the bag icon and recommendations, changed while the shop runs. The tests set the widths. */
import type { Page } from '@playwright/test';
import type { z } from 'zod';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { recommendSettings } from '#server/marketing/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';
import { goToCheckout } from './shopper.ts';

// All tests share one shop and change one setting at a time; a failed test does not stop the others.
test.describe.configure({ mode: 'default', timeout: 60_000 });

type BagSettings = z.input<typeof settingSchemas.bag>;

let data: DataFolder;
let shop: ShopProcess;
let db: Database;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder);
  db = await openDatabase(readEnv(shop.env));
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

/** Writes the bag settings as `apply` does, and waits until the pages use them. */
async function set(bag: BagSettings): Promise<void> {
  await db.transaction((trx) => writeSetting(trx, 'bag', settingSchemas.bag, bag, Date.now()));
  const told = Object.entries(bag).map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
  await until(async () => {
    const page = await (await fetch(`${shop.site}/products/tidal-mug`)).text();
    return told.every((text) => page.includes(text));
  });
}

/** Titles of the lists by page type: product, bag, collection, after adding. */
const listTitles = {
  1: 'With the product',
  2: 'Before you go',
  3: 'With the list',
  4: 'With what you added',
};

/** Turns the modal of recommendations after an add on or off; every page type has a list. */
async function recommend(isOn: boolean): Promise<void> {
  const lists = ([1, 2, 3, 4] as const).map((type) => ({
    ...{ id: type, title: listTitles[type], page_types: [type], imgSize: '1:1' },
    ...{ source: { kind: 'best_selling' }, limit: 3 },
  }));
  const settings = recommendSettings.parse({
    ...{ status: true, add_to_cart_status: isOn, cart_status: true, lists },
  });
  await db.transaction((trx) => writeSetting(trx, 'recommend', recommendSettings, settings, Date.now()));
  await until(async () => {
    const { data } = await (await fetch(`${shop.site}/api/v1/recommend/status/1`)).json();
    const pages = await Promise.all(
      ['/products/tidal-mug', '/collections/light'].map(async (path) =>
        (await fetch(shop.site + path)).text(),
      ),
    );
    return (
      data.add_to_cart_status === isOn && [1, 3].every((id, at) => pages[at]!.includes(`data-list="${id}"`))
    );
  });
}

const widths = [1440, 390] as const;
const added = 'Added to cart successfully';
const icon = (page: Page) => page.locator('[data-bag-link]');
const badge = (page: Page) => page.locator('[data-bag-count]').first();
const bag = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
const button = (page: Page) => page.locator('#buy button[type=submit]').first();

async function open(page: Page, width: number, path = '/products/tidal-mug'): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(shop.site + path);
}

/** Opens the product page with an empty bag. */
async function openEmpty(page: Page, width: number): Promise<void> {
  if (page.url().startsWith(shop.site)) await page.evaluate(() => localStorage.clear());
  await open(page, width);
}

/** Adds by keyboard on the product page, to an empty bag. @returns counts the add events sent */
async function add(page: Page, width: number): Promise<() => number> {
  let told = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/cart/add/event')) told += 1;
  });
  await openEmpty(page, width);
  await button(page).press('Enter');
  await expect(badge(page)).toHaveText('1');
  await expect(page.locator('#live')).toHaveText(added);
  return () => told;
}

/** Expects one live region only, whatever is open. */
async function expectOneRegion(page: Page): Promise<void> {
  const regions = page.locator(
    '[role=status], [role=alert], [role=log], output, [aria-live]:not([aria-live=off])',
  );
  await expect(regions).toHaveCount(1);
  await expect(regions).toHaveId('live');
}

/** Expects a drawer (as high as the window) or a dropdown (below the icon). */
async function isShownAs(page: Page, style: 'dropdown' | 'drawer'): Promise<void> {
  const shape = () =>
    bag(page).evaluate((dialog) => {
      const { top, height } = dialog.getBoundingClientRect();
      return height === innerHeight && top === 0
        ? 'drawer'
        : top > 0 && height < innerHeight
          ? 'dropdown'
          : '';
    });
  await expect.poll(shape).toBe(style);
}

test('toast: a message with the way to the bag, for as long as the setting says [ADD-01, ADD-02, ADD-08, ADD-12, ADD-16, ADD-25]', {
  tag: '@all',
}, async ({ page }) => {
  await set({ afterAdd: 'toast', toastDuration: 60_000 });
  await recommend(false);
  const told = await add(page, 390);
  const toast = page.locator('.toast-success');
  await expect(toast).toContainText(added);
  await expect(toast).toHaveCSS('opacity', '1');
  await expect(toast.getByRole('link', { name: 'View bag' })).toHaveAttribute('href', '/cart');
  await expect(button(page)).toBeFocused();
  await expect(bag(page)).toBeHidden();
  await expect.poll(told).toBe(1);
  await expectOneRegion(page);
});

test('toast with recommendations: the modal opens besides; focus comes back, and what happens in it is said there [ADD-07, RECO-03, RECO-07, RECO-20]', {
  tag: '@all',
}, async ({ page }) => {
  await set({ afterAdd: 'toast', toastDuration: 60_000 });
  await recommend(true);
  await add(page, 1440);
  const modal = page.getByRole('dialog', { name: listTitles[4] });
  await expect(modal.getByRole('listitem')).toHaveCount(3);
  await expect(modal.locator('.toast-success')).toContainText(added);
  await expect(modal.locator('.bag-total')).toContainText('$');
  await expectOneRegion(page);
  await modal.getByRole('combobox').first().selectOption({ index: 1 });
  await modal
    .getByRole('button', { name: /^Add to bag/ })
    .first()
    .click();
  await expect(badge(page)).toHaveText('2');
  // The region first announces the added product, then the subtotal.
  await expect(modal.locator('#live')).toHaveText(/^Subtotal \$/);
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await expect(page.locator('body > #live')).toHaveCount(1);
});

test('lists are recommended on product, bag and collection pages, in pictures as the list says [BAG-43, PDP-08, RECO-01]', {
  tag: '@all',
}, async ({ page }) => {
  await recommend(false);
  await open(page, 1440, '/collections/light');
  await page.evaluate(() => {
    const line = { id: 1, sku_id: 1, title: 'Tidal mug', price: 28, quantity: 1 };
    localStorage.setItem('cart', JSON.stringify([line]));
  });
  for (const [path, type] of [
    ['/collections/light', 3],
    ['/cart', 2],
    ['/products/tidal-mug', 1],
  ] as const) {
    if (path !== '/collections/light') await open(page, 1440, path);
    await page.locator('#recommendations').scrollIntoViewIfNeeded();
    const list = page.getByRole('region', { name: listTitles[type] });
    await expect(list.getByRole('heading', { level: 3 })).not.toHaveCount(0);
    await expect(list.locator('.card-frame').first()).toHaveCSS('aspect-ratio', '1 / 1');
    if (type !== 3) await expect(list.getByRole('link', { name: 'Tidal mug', exact: true })).toHaveCount(0);
  }
});

test('to-cart, jump and dot: an add and the icon lead to the page of the bag, whose count is a dot of half its size [ADD-03, ADD-25, BAG-25, BAG-28]', {
  tag: '@all',
}, async ({ page }) => {
  await set({ afterAdd: 'to-cart', bagIcon: 'jump', bagBadgeStyle: 'dot' });
  for (const width of widths) {
    await openEmpty(page, width);
    await button(page).click();
    await expect(page).toHaveURL(`${shop.site}/cart`);
    await expect(page.getByRole('main').getByText('Tidal mug').first()).toBeVisible();
    await expect(badge(page)).toHaveCSS('transform', 'matrix(0.5, 0, 0, 0.5, 0, 0)');
    // The dot shows no number; the link's name does.
    await expect(badge(page)).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
    await expect(icon(page)).toHaveAttribute('aria-label', /, 1$/);
    await open(page, width, '/collections');
    await icon(page).click();
    await expect(page).toHaveURL(`${shop.site}/cart`);
  }
  await expectOneRegion(page);
  await goToCheckout(page);
  await expectOneRegion(page);
});

for (const bagStyle of ['dropdown', 'drawer'] as const) {
  test(`show-bag and popup in a shop with a ${bagStyle}: an add opens it at any width, the icon on wide windows; the focus comes back [ADD-06, ADD-24, BAG-24, BAG-26]`, {
    tag: bagStyle === 'drawer' ? '@all' : [],
  }, async ({ page }) => {
    await set({ afterAdd: 'show-bag', bagIcon: 'popup', bagStyle });
    for (const width of widths) {
      const told = await add(page, width);
      await expect(bag(page).getByRole('button', { name: 'Delete' }).first()).toBeVisible();
      await expect(bag(page).getByRole('heading').first()).toHaveText('Shopping Cart 1');
      await isShownAs(page, bagStyle);
      await expect.poll(told).toBe(1);
      await expectOneRegion(page);
      await page.keyboard.press('Escape');
      await expect(bag(page)).toBeHidden();
      await expect(button(page)).toBeFocused();
      await icon(page).press('Enter');
      if (width === 390) {
        await expect(page).toHaveURL(`${shop.site}/cart`);
        continue;
      }
      await isShownAs(page, bagStyle);
      await page.keyboard.press('Escape');
      await expect(icon(page)).toBeFocused();
    }
  });
}

test('an add opens the drawer or the dropdown that afterAdd says, whatever the icon opens; the focus comes back [ADD-04, ADD-05, ADD-25]', {
  tag: '@all',
}, async ({ page }) => {
  for (const [afterAdd, opens, width] of [
    ['drawer', 'drawer', 1440],
    ['surprise', 'dropdown', 390],
  ] as const) {
    await set({ afterAdd, bagStyle: opens === 'drawer' ? 'dropdown' : 'drawer' });
    await add(page, width);
    await expect(bag(page)).toBeVisible();
    await isShownAs(page, opens);
    await expectOneRegion(page);
    await page.keyboard.press('Escape');
    await expect(bag(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
  }
});

test('the badge is a number, “99+” above 99 [BAG-27, BAG-29]', async ({ page }) => {
  await set({ bagBadgeStyle: 'number' });
  for (const [width, pieces, text] of [
    [1440, 99, '99'],
    [390, 100, '99+'],
  ] as const) {
    await open(page, width, '/collections');
    await page.evaluate((quantity) => {
      localStorage.setItem('cart', JSON.stringify([{ id: 1, sku_id: 1, title: 'Mug', price: 28, quantity }]));
    }, pieces);
    await page.reload();
    await expect(badge(page)).toHaveText(text);
    await expect(badge(page)).toHaveCSS('transform', 'none');
  }
});

test('beside the bag a list of products shows one at a time, and moves by its buttons [RECO-28]', {
  tag: '@all',
}, async ({ page }) => {
  await recommend(false);
  await open(page, 1440);
  await page.evaluate(() => {
    localStorage.setItem(
      'cart',
      JSON.stringify([{ id: 1, sku_id: 1, title: 'Mug', price: 28, quantity: 1 }]),
    );
  });
  for (const width of widths) {
    await open(page, width, '/cart');
    await page.locator('#recommendations').scrollIntoViewIfNeeded();
    const list = page.getByRole('region', { name: 'Before you go' });
    await expect(list.getByRole('heading', { level: 3 })).not.toHaveCount(0);
    const inView = () =>
      list.locator('.shelf').evaluate((shelf) => {
        const frame = shelf.getBoundingClientRect();
        const boxes = [...shelf.children].map((item) => item.getBoundingClientRect());
        return boxes.flatMap(({ left, right }, at) =>
          right > frame.left + 1 && left < frame.right - 1 ? [at] : [],
        );
      });
    await expect.poll(inView).toEqual([0]);
    await list.getByRole('button', { name: 'Next slide', exact: true }).click();
    await expect.poll(inView).toEqual([1]);
  }
});

test('an add that fails: the shop’s words in a modal that passes, unless the keyboard holds it; they stay below the form [ADD-09, ADD-10, ADD-26]', {
  tag: '@all',
}, async ({ page }) => {
  await page.clock.install();
  await page.route('**/api/presale/order/create', (route) =>
    route.fulfill({ json: { code: 40001, msg: 'Not enough stock.', data: null } }),
  );
  const modal = page.getByRole('dialog', { name: 'Not enough stock.' });
  await open(page, 1440, '/products/bollard-side-table');
  await scriptsReady(page);
  await button(page).press('Enter');
  await expect(modal.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(page.locator('#live')).toHaveText('Not enough stock.');
  await page.clock.fastForward(60_000);
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  await expect(page.locator('#buy-error')).toHaveText('Not enough stock.');
  // On this page no key has been pressed, and its clock is already ahead.
  await open(page, 1440, '/products/bollard-side-table');
  await scriptsReady(page);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_600_000);
  await button(page).click();
  await page.mouse.move(0, 0);
  await expect(modal).toBeVisible();
  await page.clock.runFor(2000);
  await expect(modal).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});

test('whatever an add opens is accessible at both widths', { tag: '@all' }, async ({ page }) => {
  test.slow();
  await recommend(false);
  for (const width of widths) {
    await set({ afterAdd: 'toast', toastDuration: 60_000 });
    await add(page, width);
    await expect(page.locator('.toast-success')).toHaveCSS('opacity', '1');
    await expectAccessible(page);
    for (const bagStyle of ['dropdown', 'drawer'] as const) {
      await set({ afterAdd: 'show-bag', bagIcon: 'popup', bagBadgeStyle: 'dot', bagStyle });
      await add(page, width);
      await expect(bag(page).getByRole('button', { name: 'Delete' }).first()).toBeVisible();
      await expectAccessible(page, 'dialog');
      await page.keyboard.press('Escape');
      await expectAccessible(page, '.header');
    }
    await open(page, width, '/cart');
    await page.locator('#recommendations').scrollIntoViewIfNeeded();
    const list = page.getByRole('region', { name: listTitles[2] });
    await expect(list.getByRole('heading', { level: 3 })).not.toHaveCount(0);
    await expectAccessible(page, '#recommendations');
  }
  await set({ afterAdd: 'toast', toastDuration: 60_000 });
  await recommend(true);
  for (const width of widths) {
    await add(page, width);
    const modal = page.getByRole('dialog', { name: listTitles[4] });
    await expect(modal.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
  }
  await page.route('**/api/presale/order/create', (route) =>
    route.fulfill({ json: { code: 40001, msg: 'Not enough stock.', data: null } }),
  );
  await open(page, 1440, '/products/bollard-side-table');
  await scriptsReady(page);
  await button(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Not enough stock.' })).toBeVisible();
  await expectAccessible(page);
});
