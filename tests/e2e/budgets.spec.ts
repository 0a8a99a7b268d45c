/** The byte budgets of design 4, brotli as served, on the demo shop. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { weigh } from './weigh.ts';

const kilobyte = 1024;
const browsing = ['/', '/collections', '/search?q=lamp', '/nothing-here'];

test.describe('at 412 px', () => {
  test.use({ viewport: { width: 412, height: 915 }, deviceScaleFactor: 1.75 });

  for (const path of browsing) {
    test(`${path} stays within the budget of a browsing page`, async ({ page, trouble }) => {
      trouble.expect(/404/);
      const weights = await weigh(page, path);
      expect.soft(weights.scripts, 'scripts').toBeLessThanOrEqual(12 * kilobyte);
      expect.soft(weights.css, 'styles').toBeLessThanOrEqual(14 * kilobyte);
      expect.soft(weights.html, 'HTML').toBeLessThanOrEqual(16 * kilobyte);
      expect.soft(weights.fonts, 'fonts').toBeLessThanOrEqual(60 * kilobyte);
      expect.soft(weights.largestPicture, 'largest picture').toBeLessThanOrEqual(60 * kilobyte);
    });
  }

  test('collections and products stay within the budget of a browsing page, and nothing moves', async ({
    page,
  }) => {
    await page.goto('/');
    const [collections, products] = await Promise.all([
      linked(page, '/collections/'),
      linked(page, '/products/'),
    ]);
    expect(collections.length * products.length).toBeGreaterThan(0);
    for (const path of [...collections.slice(0, 2), ...products.slice(0, 3)]) {
      const tab = await page.context().newPage();
      await tab.setViewportSize({ width: 412, height: 915 });
      const weights = await weigh(tab, path);
      expect.soft(weights.scripts, `scripts of ${path}`).toBeLessThanOrEqual(12 * kilobyte);
      expect.soft(weights.css, `styles of ${path}`).toBeLessThanOrEqual(14 * kilobyte);
      expect.soft(weights.html, `HTML of ${path}`).toBeLessThanOrEqual(16 * kilobyte);
      expect.soft(weights.largestPicture, `largest picture of ${path}`).toBeLessThanOrEqual(60 * kilobyte);
      expect.soft(await layoutShift(tab), `layout shift of ${path}`).toBe(0);
      await tab.close();
    }
  });

  test('the cart stays within the budget of a page that is an island', async ({ page }) => {
    const weights = await weigh(page, '/cart');
    expect(weights.scripts).toBeLessThanOrEqual(95 * kilobyte);
  });
});

/** Addresses that start so and are linked from the page, each once. */
function linked(page: Page, start: string): Promise<string[]> {
  return page
    .locator(`main a[href^="${start}"]`)
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}
