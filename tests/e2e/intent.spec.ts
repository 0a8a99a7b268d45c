/** `client:intent`, one test per case (docs/decisions/09-islands-on-intent.md). */
import type { Page } from '@playwright/test';
import { expect, hydrate, test } from './fixtures.ts';

const islandChunks = /_astro\/(ProductForm|BagDrawer|react\.)[^/]*\.js/;
const lost = /Failed to (load resource|fetch)|Error hydrating|net::ERR_FAILED/;

/** Holds back the islands' chunks until `release`; the first `aborted` requests fail. */
async function holdChunks(page: Page, { aborted = 0 } = {}) {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  let left = aborted;
  await page.route(islandChunks, async (route) => {
    asked.push(route.request().url());
    if (left > 0) {
      left--;
      return route.abort();
    }
    await gate;
    await route.continue();
  });
  return { asked, release };
}

const add = (page: Page) => page.locator('#buy button[type=submit]').first();
const badge = (page: Page) => page.locator('[data-bag-count]').first();
const choose = (page: Page, value: string) => page.locator('.option', { hasText: value }).first().click();
const lines = (page: Page) =>
  page.evaluate(() =>
    JSON.parse(localStorage.getItem('cart') ?? '{"lines":[]}').lines.map(
      (line: { sku_id: number; quantity: number }) => [line.sku_id, line.quantity],
    ),
  );

test('nothing of an island is fetched while the shopper only looks; a window event, or a pointer that comes near, wakes the island it is meant for, and no other', {
  tag: '@desktop',
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/products/tidal-mug', { waitUntil: 'load' });
  await page.mouse.wheel(0, 600);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('astro-island[ssr]')).not.toHaveCount(0);
  expect(asked.filter((url) => islandChunks.test(url))).toEqual([]);
  const island = (name: string) => page.locator(`astro-island[component-url*="${name}"]`);
  await page.evaluate(() => dispatchEvent(new Event('hydrate:bag')));
  await expect(island('BagDrawer')).not.toHaveAttribute('ssr');
  await expect(island('ProductForm')).toHaveAttribute('ssr');
  await add(page).hover();
  await expect(island('ProductForm')).not.toHaveAttribute('ssr');
});

test('quick clicks before the island is awake are as many adds, each with what was chosen at its moment', async ({
  page,
}) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  await choose(page, 'Sage');
  await add(page).click();
  await choose(page, 'Rust');
  for (let n = 0; n < 2; n++) await add(page).click();
  await choose(page, 'Oat');
  await expect(add(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(badge(page)).toHaveText('3');
  await expect(add(page)).not.toHaveAttribute('aria-busy');
  expect(await lines(page)).toEqual([
    [2, 2],
    [1, 1],
  ]);
  await expect(page.locator('.option', { hasText: 'Oat' }).locator('input')).toBeChecked();
});

test('a reload right after clicks that nobody has heard yet loses none of them [BAG-01]', {
  tag: '@desktop',
}, async ({ page }) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  await add(page).click();
  await choose(page, 'Rust');
  await add(page).click();
  await page.reload();
  await expect(add(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(badge(page)).toHaveText('2');
  expect((await lines(page)).map(([, quantity]: number[]) => quantity)).toEqual([1, 1]);
  await page.reload();
  await hydrate(page, 'ProductForm');
  await expect(badge(page)).toHaveText('2');
});

test("Enter in a field submits once, Space on the button too, and so does a screen reader's click, without pointer events", {
  tag: '@desktop',
}, async ({ page }) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  await page.locator('[name=quantity]').focus();
  await page.keyboard.press('Enter');
  await add(page).focus();
  await page.keyboard.press('Space');
  await add(page).evaluate((button: HTMLButtonElement) => button.click());
  release();
  await expect(badge(page)).toHaveText('3');
});

test('what was typed and chosen before stays, and counts; the focus stays too', { tag: '@desktop' }, async ({
  page,
}) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/galley-napkins');
  await choose(page, 'Clay');
  await page.locator('[name=custom-button][value=Embroidered]').check({ force: true });
  await page.locator('[name=quantity]').fill('2');
  release();
  // Dependent fields appear once the form is hydrated.
  await expect(page.locator('[name=custom-text]')).toBeVisible();
  await page.locator('[name=custom-card][value=Gold]').check({ force: true });
  await page.locator('[name=custom-text]').pressSequentially('ABC');
  await expect(page.locator('astro-island[component-url*="ProductForm"]')).not.toHaveAttribute('ssr');
  await expect(page.locator('[name=custom-text]')).toHaveValue('ABC');
  await expect(page.locator('[name=custom-text]')).toBeFocused();
  await expect(page.getByRole('img', { name: /ABC/ })).toBeVisible();
  await add(page).click();
  await expect(badge(page)).toHaveText('2');
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('cart')!).lines[0]);
  expect([stored.sku_id, stored.customizedOptions.map((option: { value: string }) => option.value)]).toEqual([
    71,
    ['Embroidered', 'ABC', 'Gold'],
  ]);
});

test('a field that a script or an autofill changes wakes the island and keeps its value, also where a chunk fails once; a click that came with it arrives', {
  tag: '@desktop',
}, async ({ page, trouble }) => {
  trouble.expect(lost);
  const { asked, release } = await holdChunks(page, { aborted: 1 });
  release();
  await page.goto('/products/tidal-mug');
  await page.locator('[name=quantity]').evaluate((field: HTMLInputElement) => {
    field.value = '4';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await add(page).evaluate((button: HTMLButtonElement) => button.click());
  await expect(badge(page)).toHaveText('4');
  await expect(page.locator('astro-island[component-url*="ProductForm"]')).not.toHaveAttribute('ssr');
});

test('a chunk that stays away says so, and the next click tries again', { tag: '@desktop' }, async ({
  page,
  trouble,
}) => {
  trouble.expect(lost);
  await page.goto('/products/tidal-mug');
  await page.route(islandChunks, (route) => route.abort());
  await add(page).evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.locator('.intent-lost')).toContainText('could not be loaded');
  await expect(page.getByRole('status')).toContainText('could not be loaded');
  await page.unroute(islandChunks);
  await expect(async () => {
    await add(page).evaluate((button: HTMLButtonElement) => button.click());
    await expect(badge(page)).not.toBeHidden({ timeout: 1500 });
  }).toPass();
});

test('the bag link opens the bag on wide screens and is a link on narrow ones', async ({
  page,
  context,
  isMobile,
}) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  const link = page.locator('[data-bag-link]');
  if (isMobile) {
    await link.click();
    await expect(page).toHaveURL('/cart');
    return;
  }
  // The browser handles a click with a modifier key.
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
  await expect(tab).toHaveURL('/cart');
  await tab.close();
  await expect(link).not.toHaveAttribute('aria-busy');
  await link.click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/tidal-mug/);
});

test('when the bag’s chunk is lost an add leads to the bag page, and so does its link', {
  tag: ['@desktop', '@all'],
}, async ({ page, trouble }) => {
  trouble.expect(lost);
  await page.route(/_astro\/BagDrawer[^/]*\.js/, (route) => route.abort());
  await page.goto('/products/tidal-mug');
  await add(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.locator('.bag-line')).toHaveCount(1);
  await page.goto('/products/tidal-mug');
  await page.locator('[data-bag-link]').click();
  await expect(page).toHaveURL('/cart');
  await expect(page.locator('.bag-line')).toHaveCount(1);
});
