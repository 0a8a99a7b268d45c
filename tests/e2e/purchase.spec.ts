/** The main job: from the home page to a paid order, and what happens when the payment does not go through. */
import { expect, test } from './fixtures.ts';
import { addToBag, fillAddress, goToCheckout, payByCard, readShop, stockOf } from './shopper.ts';

interface OrderRow {
  status_key: number;
  total_price: number;
}
const orderOf = (orderNo: string) =>
  readShop<OrderRow>('select status_key, total_price from orders where order_no = ?', orderNo)[0];
const mailsOf = (email: string) =>
  readShop<{ subject: string }>('select subject from mails where to_address = ?', email);
const orderNoIn = (address: string) => new URL(address).searchParams.get('order_no') ?? '';

// One after another: the tests compare the stock of the same pieces before and after.
test.describe.configure({ mode: 'serial' });
// Each width buys a piece of its own, because both run at once.
const piece = (width: number) => (width > 1000 ? 'Rust' : 'Ink');

test('buys from the home page by card: paid order, one piece less, one mail, empty bag [CHK-12, CHK-22, PAY-02, PAY-03, CHK-03, CHK-11]', async ({
  page,
}) => {
  const width = page.viewportSize()?.width ?? 0;
  const email = `card-${width}@example.com`;
  const before = stockOf('tidal-mug', piece(width));
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Table/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Table' })).toBeVisible();
  await page
    .getByRole('link', { name: /Tidal mug/ })
    .first()
    .click();
  await page.getByRole('radio', { name: piece(width) }).check();
  await page.getByRole('button', { name: 'Add to bag' }).click();
  await goToCheckout(page);
  await fillAddress(page, email);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('is paid');
  const order = orderOf(orderNoIn(page.url()));
  expect(order).toEqual({ status_key: 1, total_price: 2800 + 595 });
  expect(stockOf('tidal-mug', piece(width))).toBe(before - 1);
  expect(mailsOf(email)).toHaveLength(1);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').lines)).toEqual([]);
});

test('buys by PayPal over its approval page [PAY-03]', async ({ page }) => {
  const width = page.viewportSize()?.width ?? 0;
  const email = `paypal-${width}@example.com`;
  const before = stockOf('tidal-mug', piece(width));
  await addToBag(page, 'tidal-mug', piece(width));
  await goToCheckout(page);
  await fillAddress(page, email);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: /Continue to pay/ }).click();
  await page.getByRole('button', { name: 'Agree and pay' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  expect(orderOf(orderNoIn(page.url()))?.status_key).toBe(1);
  expect(stockOf('tidal-mug', piece(width))).toBe(before - 1);
  expect(mailsOf(email)).toHaveLength(1);
});

test('keeps bag and stock when the card is declined, says so, and takes another card [PAY-06]', async ({
  page,
}) => {
  const width = page.viewportSize()?.width ?? 0;
  const email = `declined-${width}@example.com`;
  const before = stockOf('tidal-mug', piece(width));
  await addToBag(page, 'tidal-mug', piece(width));
  await goToCheckout(page);
  await fillAddress(page, email);
  await payByCard(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeVisible();
  expect(stockOf('tidal-mug', piece(width))).toBe(before);
  expect(mailsOf(email)).toHaveLength(0);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').lines.length);
  expect(kept).toBe(1);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  expect(stockOf('tidal-mug', piece(width))).toBe(before - 1);
});

test('asks the bank for a second step and ends it either way [PAY-09]', async ({ page }) => {
  await addToBag(page, 'tidal-mug', 'Oat');
  await goToCheckout(page);
  await fillAddress(page);
  await payByCard(page, '4000 0000 0000 3220');
  await page.getByRole('button', { name: 'No, refuse it' }).click();
  await expect(page.getByRole('main')).toContainText(/not (been )?paid|declined|refused|try again/i);
  await page.goBack();
  await page.goto('/cart');
  await goToCheckout(page);
  await fillAddress(page);
  await payByCard(page, '4000 0000 0000 3220');
  await page.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
});
