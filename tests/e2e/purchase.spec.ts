/** The main journey: from the home page to a paid order, by card, by PayPal, and for a pre-sale product. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { buyByCard, buyByPayPal, type Purchase } from './purchases.ts';
import { addToBag, fillAddress, payByCard, sharedShop } from './shopper.ts';

// In sequence, because the tests compare the stock of the same variants before and after.
test.describe.configure({ mode: 'serial' });

/** Each width buys its own variant, because both run at the same time. */
function purchase(page: Page, name: string): Purchase {
  const width = page.viewportSize()?.width ?? 0;
  return {
    page,
    records: sharedShop,
    piece: width > 1000 ? 'Rust' : 'Ink',
    email: `${name}-${width}@example.com`,
  };
}

test('buys from the home page by card: paid order, one piece less, one mail, empty bag [CHK-12, CHK-22, PAY-02, PAY-03, CHK-03, CHK-11]', {
  tag: '@both',
}, async ({ page }) => {
  await buyByCard(purchase(page, 'card'));
});

test('buys by PayPal over its approval page [PAY-03]', { tag: '@desktop' }, async ({ page }) => {
  await buyByPayPal(purchase(page, 'paypal'));
});

test('orders a pre-sale product from its page, beside the bag, and pays it [PDP-23]', {
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  await addToBag(page, 'tidal-mug', 'Oat');
  await page.goto('/products/bollard-side-table');
  await expect(page.locator('#stock')).toHaveText(
    'Ships from January 11. You pay now; it becomes a separate order.',
  );
  await page.getByRole('button', { name: 'Pre-order for January 11' }).click();
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  await expect(summary).toContainText('Bollard side table');
  await expect(summary).not.toContainText('Tidal mug');
  await fillAddress(page);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('ships from January 11');
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').lines.length);
  expect(kept).toBe(1);
});
