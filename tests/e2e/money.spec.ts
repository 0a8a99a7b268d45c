/** The shopper's currency: the same in every frame and on every page; the shop charges in its own. */
import type { Page } from '@playwright/test';
import { expect, scriptsReady, test } from './fixtures.ts';
import { addToBag } from './shopper.ts';

/** Values visible in any frame since the document started loading. */
interface Seen {
  frames: number;
  prices: string[];
  badges: string[];
  shift: number;
}

/** Records the next page from its first byte: visible prices, and the count on the bag icon. */
async function film(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { frames: 0, prices: [], badges: [], shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      for (const digits of document.querySelectorAll<HTMLElement>('[data-amount]')) {
        const isSeen = digits.offsetParent !== null && getComputedStyle(digits).visibility === 'visible';
        if (isSeen && digits.textContent) seen.prices.push(digits.textContent);
      }
      const badge = document.querySelector<HTMLElement>('[data-bag-count]');
      if (badge) seen.badges.push(badge.hidden ? '' : (badge.textContent ?? ''));
      seen.frames += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
const filmed = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

const price = (page: Page) => page.locator('#price [data-amount]').first();

test('no frame shows another currency or count than the stored ones, and nothing moves [CUR-01, CUR-05]', {
  tag: '@all',
}, async ({ page }) => {
  await addToBag(page, 'tidal-mug');
  await page.evaluate(() => localStorage.setItem('currency', 'EUR'));
  await film(page);
  for (const path of ['/products/tidal-mug', '/collections/table']) {
    await page.goto(path);
    await scriptsReady(page);
    await expect.poll(async () => (await filmed(page)).frames).toBeGreaterThan(2);
    const { prices, badges, shift } = await filmed(page);
    expect(prices.length).toBeGreaterThan(4);
    expect(prices.filter((text) => !/^\d[\d.]*,\d\d €$/.test(text))).toEqual([]);
    expect([...new Set(badges)]).toEqual(['1']);
    expect(shift).toBe(0);
  }
});

test('a choice changes every price at once and is kept; bag and suggestions follow, the order is charged in the own [CUR-01, CUR-05, CUR-14, CUR-15, BAG-13, HDR-23]', async ({
  page,
  isMobile,
}) => {
  await page.goto('/products/tidal-mug');
  await expect(price(page)).toHaveText('$28.00');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const picker = page.locator(isMobile ? '.menu-foot' : '.header-tools').getByLabel('Currency');
  await picker.focus();
  await picker.selectOption('JPY');
  await expect(price(page)).toHaveText('¥4,186');
  for (const text of await page.locator('.card [data-amount]').allTextContents()) expect(text).toMatch(/^¥/);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  if (isMobile) await page.keyboard.press('Escape');

  const priced: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST')
      priced.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
  });
  await page.locator('#buy').getByLabel('Ink').check();
  await expect(price(page)).toHaveText('¥4,186');
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  const bag = page.getByRole('dialog');
  await expect(bag.locator('.bag-total')).toContainText('¥4,186');
  await expect(bag).toContainText('Your order will be charged in USD');
  await bag.getByRole('button', { name: /^Checkout/ }).click();
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
  await expect(page.getByText(/You will be charged \$[\d.]+ in USD/)).toBeVisible();
  await expect(page.locator('body')).not.toContainText('¥');
  const amounts = priced.join('\n');
  expect(amounts).toContain('28');
  // A random id may contain the digits of an amount.
  expect(amounts.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')).not.toMatch(/4186|JPY/);

  await page.goto('/search?q=mug');
  await expect(page.locator('.card [data-amount]').first()).toHaveText(/^¥/);
});
