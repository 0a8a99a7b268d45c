/** What kind of page each address of the running shop says it is, and where a call leads that needs a login. */
import type { Request } from '@playwright/test';
import { expect, scriptsReady, test } from './fixtures.ts';
import { addToBag, goToCheckout } from './shopper.ts';
import { storeBag, storedLine } from './stored-bag.ts';

const bagPages = [
  ['/', 'home'],
  ['/products/tidal-mug', 'detail'],
  ['/collections/table', 'collections'],
  ['/collections', 'collections'],
  ['/search?q=mug', 'search'],
  ['/promotions/lay-the-table', 'promotions'],
  ['/pages/about', 'customize'],
  ['/nowhere', '404'],
  ['/cart', 'cart'],
] as const;

test('every page that has the bag says what it is, and shows what is in the bag [NAV-20, NAV-21]', async ({
  page,
  trouble,
}) => {
  trouble.expect(/404/);
  await storeBag(page, [storedLine(1, 1, 'Tidal mug', { quantity: 3 })]);
  for (const [path, type] of bagPages) {
    await page.goto(path);
    expect(await page.locator('html').getAttribute('data-page'), path).toBe(type);
    await expect(page.locator('[data-bag-count]:visible').first(), path).toHaveText('3');
  }
});

test('checkout and result say what they are; so do /de pages [NAV-20, NAV-21]', async ({ page }) => {
  await page.goto('/de/collections/table');
  expect(await page.locator('html').getAttribute('data-page')).toBe('collections');
  await page.goto('/pay/result');
  expect(await page.locator('html').getAttribute('data-page')).toBe('pay-result');
  await addToBag(page, 'tidal-mug');
  await goToCheckout(page);
  expect(await page.locator('html').getAttribute('data-page')).toBe('checkouts');
});

test('a checkout that needs a login leads to /login with the way back [ERR-02]', async ({
  page,
  trouble,
}) => {
  trouble.expect(/404/);
  await page.route('**/api/v1/checkout', (route) =>
    route.fulfill({ json: { code: 10110, msg: 'Please log in first.', data: null } }),
  );
  await storeBag(page, [storedLine(1, 1, 'Tidal mug')]);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/login\?return_url=%2Fcart$/);
});

test('a bag that changes several times is asked about once, 100 ms after the last [BAG-30]', async ({
  page,
}) => {
  await storeBag(page, [storedLine(1, 1, 'Tidal mug')]);
  await page.goto('/cart');
  const more = page.getByRole('button', { name: /^(More|Increase|One more)/ }).first();
  await expect(more).toBeVisible();
  await scriptsReady(page);
  await page.waitForLoadState('networkidle');
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v2/cart/discount')) asked.push(request);
  });
  const answered = page.waitForResponse(/\/api\/v2\/cart\/discount$/);
  const pressed = await more.evaluate(async (button: HTMLButtonElement) => {
    for (let press = 0; press < 3; press += 1) {
      button.click();
      await new Promise(requestAnimationFrame);
    }
    return Date.now();
  });
  await answered;
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(1);
  expect(asked[0]!.postDataJSON().checkouts[0].variant_items[0].quantity).toBe(4);
  // From the last press to the frame after it pass some of the 100 ms.
  expect(asked[0]!.timing().startTime - pressed).toBeGreaterThan(60);
});
