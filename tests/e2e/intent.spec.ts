/** `client:intent`: one test a case (docs/decisions/09-islands-on-intent.md). */
import type { Page } from '@playwright/test';
import { expect, test, wake } from './fixtures.ts';

const islandChunks = /_astro\/(ProductForm|BagDrawer|react\.)[^/]*\.js/;
const lost = /Failed to (load resource|fetch)|Error hydrating|net::ERR_FAILED/;

/** Holds the islands' chunks back until `release`; `aborted` requests fail before that. */
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

test('nothing of an island is fetched while the shopper only looks', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/products/tidal-mug', { waitUntil: 'load' });
  await page.mouse.wheel(0, 600);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('astro-island[ssr]')).not.toHaveCount(0);
  expect(asked.filter((url) => islandChunks.test(url))).toEqual([]);
});

test('a pointer that comes near wakes the island', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await add(page).hover();
  await expect(page.locator('astro-island[component-url*="ProductForm"]')).not.toHaveAttribute('ssr');
});

test('three quick clicks before the island is awake are three adds', async ({ page }) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  for (let n = 0; n < 3; n++) await add(page).click();
  await expect(add(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(badge(page)).toHaveText('3');
  await expect(add(page)).not.toHaveAttribute('aria-busy');
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
  await wake(page, 'ProductForm');
  await expect(badge(page)).toHaveText('2');
});

test('each held click counts with what was chosen at its moment', { tag: '@desktop' }, async ({ page }) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  await choose(page, 'Sage');
  await add(page).click();
  await choose(page, 'Rust');
  await add(page).click();
  await choose(page, 'Oat');
  release();
  await expect(badge(page)).toHaveText('2');
  expect(await lines(page)).toEqual([
    [2, 1],
    [1, 1],
  ]);
  await expect(page.locator('.option', { hasText: 'Oat' }).locator('input')).toBeChecked();
});

test("a screen reader's click, without pointer events, arrives", { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await add(page).evaluate((button: HTMLButtonElement) => button.click());
  await expect(badge(page)).toHaveText('1');
});

test('Enter in a field submits once, Space on the button too', { tag: '@desktop' }, async ({ page }) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  await page.locator('[name=quantity]').focus();
  await page.keyboard.press('Enter');
  await add(page).focus();
  await page.keyboard.press('Space');
  release();
  await expect(badge(page)).toHaveText('2');
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
  // What depends on it comes when the form is awake.
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

test('a field that a script or an autofill changes wakes the island and keeps its value', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await page.locator('[name=quantity]').evaluate((field: HTMLInputElement) => {
    field.value = '4';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.locator('astro-island[component-url*="ProductForm"]')).not.toHaveAttribute('ssr');
  await expect(page.locator('[name=quantity]')).toHaveValue('4');
});

test('a chunk that fails once is fetched again and the click still arrives', { tag: '@desktop' }, async ({
  page,
  trouble,
}) => {
  trouble.expect(lost);
  const { release } = await holdChunks(page, { aborted: 1 });
  release();
  await page.goto('/products/tidal-mug');
  await add(page).click();
  await expect(badge(page)).toHaveText('1');
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

test('a fold whose island stays away says so, and comes when it is opened again', {
  tag: '@desktop',
}, async ({ page, trouble }) => {
  trouble.expect(lost);
  const chunks = /_astro\/OfferTable[^/]*\.js/;
  await page.route(chunks, (route) => route.abort());
  await page.goto('/products/deckchair-cushion');
  const fold = page.locator('.set-table');
  const summary = page.getByText('Several at once');
  await summary.click();
  await expect(page.locator('.intent-lost')).toContainText('could not be loaded');
  await expect(page.getByRole('status')).toContainText('could not be loaded');
  await page.unroute(chunks);
  await expect(async () => {
    await summary.click();
    await expect(fold.getByRole('spinbutton')).not.toHaveCount(0, { timeout: 1500 });
  }).toPass();
  await expect(page.locator('.intent-lost')).toHaveCount(0);
});

test('the bag link opens the bag on wide screens and is a link on narrow ones', async ({
  page,
  isMobile,
}) => {
  const { release } = await holdChunks(page);
  await page.goto('/products/tidal-mug');
  await page.locator('[data-bag-link]').click();
  if (isMobile) {
    await expect(page).toHaveURL('/cart');
    return;
  }
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/tidal-mug/);
});

test('when its chunk is lost the bag link leads to the bag page', { tag: '@desktop' }, async ({
  page,
  trouble,
}) => {
  trouble.expect(lost);
  await page.goto('/products/tidal-mug');
  await page.route(islandChunks, (route) => route.abort());
  await page.locator('[data-bag-link]').click();
  await expect(page).toHaveURL('/cart');
});

test('when its chunk is lost an add leads to the bag page', { tag: '@desktop' }, async ({
  page,
  trouble,
}) => {
  trouble.expect(lost);
  await page.goto('/products/tidal-mug');
  await page.route(/_astro\/BagDrawer[^/]*\.js/, (route) => route.abort());
  await add(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.locator('.bag-line')).toHaveCount(1);
});

test("a modified click is the browser's own", { tag: '@desktop' }, async ({ page, context }) => {
  await holdChunks(page);
  await page.goto('/products/tidal-mug');
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.locator('[data-bag-link]').click({ modifiers: ['Control'] }),
  ]);
  await expect(tab).toHaveURL('/cart');
  await expect(page.locator('[data-bag-link]')).not.toHaveAttribute('aria-busy');
});

test('a window event wakes the island it is meant for, and no other', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/products/tidal-mug');
  await page.evaluate(() => dispatchEvent(new Event('wake:bag')));
  await expect(page.locator('astro-island[component-url*="BagDrawer"]')).not.toHaveAttribute('ssr');
  await expect(page.locator('astro-island[component-url*="ProductForm"]')).toHaveAttribute('ssr');
});
