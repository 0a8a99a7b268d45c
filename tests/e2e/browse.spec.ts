/** Browsing the demo shop: every template in the browser, and pages without scripts. */
import { expect, expectAccessible, test } from './fixtures.ts';

const pages = ['/', '/collections/everything', '/products/tidal-mug', '/search?type=product&q=vase'];
/** Pages built from the same components; only `npm run test:all` checks them. */
const similarPages = ['/collections', '/search?q=zzzz', '/blogs', '/pages/about'];

test.describe('without scripts', { tag: '@desktop' }, () => {
  test.use({ javaScriptEnabled: false });

  test('forms and links lead through the shop: from page to page, sorted, to a variant, a search and an article [COLL-09, NAV-08, NAV-25, SRCH-02]', async ({
    page,
  }) => {
    await page.goto('/collections/everything');
    await expect(page.locator('noscript p')).toContainText('please switch on JavaScript');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/page_num=2/);
    await expect(page.locator('.cards > li')).toHaveCount(6);
    await page.getByLabel('Sort by').selectOption('6');
    await page.getByRole('button', { name: 'Sort' }).click();
    await expect(page).toHaveURL(/sort_type=6/);
    await expect(page.getByLabel('Sort by')).toHaveValue('6');

    await page.goto('/products/tidal-mug');
    await page.locator('.variants a').nth(1).click();
    await expect(page).toHaveURL(/variant=\d+/);
    await expect(page.locator('#buy').getByRole('radio').nth(1)).toBeChecked();

    await page.goto('/search');
    const form = page.locator('main form.search-form');
    await form.getByRole('searchbox').fill('lamp');
    await form.getByRole('button').click();
    await expect(page).toHaveURL(/\/search\?type=product&q=lamp/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('lamp');

    await page.goto('/blogs/');
    await page.locator('.article-card h2 a').first().click();
    await expect(page).toHaveURL(/\/blogs\/[\w-]+$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

for (const path of [...pages, ...similarPages]) {
  test(`${path} moves nothing while it loads, is no wider than the window, and is accessible`, {
    tag: similarPages.includes(path) ? '@all' : [],
  }, async ({ page }) => {
    await page.goto(path);
    const shift = await page.evaluate(async () => {
      await document.fonts.ready;
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return sum;
    });
    expect(shift).toBe(0);
    await expectAccessible(page);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      const surplus = () =>
        page.evaluate(
          (width) => (innerWidth === width ? document.documentElement.scrollWidth - width : 'not resized'),
          width,
        );
      await expect.poll(surplus, { message: `at ${width} px` }).toBe(0);
    }
  });
}

test('a button brings the page back to the top [NAV-28, NAV-29]', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Back to top' });
  await expect(button).toBeHidden();
  await page.evaluate(() => scrollTo(0, innerHeight * 0.6));
  await expect(button).toBeHidden();
  await page.evaluate(() => scrollTo(0, innerHeight * 0.6 + 2));
  await expect(button).toBeVisible();
  await button.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(button).toBeHidden();
});

test('a choice sorts at once, without noise in the address [COLL-09]', { tag: ['@desktop', '@all'] }, async ({
  page,
}) => {
  await page.goto('/collections/table');
  await page.getByLabel('Sort by').selectOption('6');
  await expect(page).toHaveURL(/\/collections\/table\?sort_type=6$/);
  await page.getByLabel('Sort by').selectOption('');
  await expect(page).toHaveURL(/\/collections\/table\??$/);
});

test('thumbnails bring their picture into view and leave the page where it is', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await page.locator('.thumbs a').nth(2).click();
  await expect(page.locator('#picture-3')).toBeInViewport({ ratio: 0.5 });
  await expect(page.locator('.thumbs a').nth(2)).toHaveAttribute('aria-current', 'true');
  expect(await page.evaluate(() => location.hash)).toBe('');
});

test('a choice shows its picture before anything can break that off', { tag: '@all' }, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await page.locator('#buy').getByRole('radio', { name: 'Rust' }).check();
  await expect(page).toHaveURL(/variant=/);
  // px between the fourth slide and the edge of its frame
  const away = (slide: Element) =>
    Math.abs(slide.getBoundingClientRect().left - slide.parentElement!.getBoundingClientRect().left);
  const ink = page.locator('#picture-4');
  expect(await ink.evaluate(away)).toBeGreaterThan(100);
  await page.evaluate(() => {
    document.querySelector<HTMLInputElement>('form#buy input[type=radio][value="3"]')?.click();
    document.querySelector<HTMLButtonElement>('form#buy button[type=submit]')?.click();
  });
  expect(await ink.evaluate(away)).toBeLessThan(1);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await ink.evaluate(away)).toBeLessThan(1);
  await expect(page.locator('.thumbs a').nth(3)).toHaveAttribute('aria-current', 'true');
});

test.describe('on a phone', { tag: '@mobile' }, () => {
  test('a collection shows ten products, two a row, then more and less [COLL-05, COLL-06, COLL-07, COLL-08]', async ({
    page,
  }) => {
    await page.goto('/collections/everything');
    const cards = page.locator('#products > li');
    await expect(cards.locator('visible=true')).not.toHaveCount(0);
    const shown = () =>
      cards.evaluateAll((nodes) => nodes.filter((node) => node.getClientRects().length > 0).length);
    expect(await shown()).toBe(10);
    const tops = await cards.evaluateAll((nodes) =>
      nodes.slice(0, 4).map((node) => node.getBoundingClientRect().top),
    );
    expect(tops[0]).toBe(tops[1]);
    expect(tops[2]).toBe(tops[3]);
    expect(tops[2]).toBeGreaterThan(tops[0] ?? 0);
    await page.getByRole('button', { name: 'View more' }).click();
    await expect.poll(shown).toBe(20);
    await page.getByRole('button', { name: 'View less' }).click();
    await expect.poll(shown).toBe(10);
  });

  test('the menu opens over the page and closes with Escape [MENU-14]', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.locator('#menu');
    await expect(menu.getByRole('link', { name: 'Linen' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });
});
