/** The purchases that every shop must support, from the home page to a paid order, wherever its database is. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { addToBag, fillAddress, goToCheckout, payByCard, type ShopRecords } from './shopper.ts';

export interface Purchase {
  page: Page;
  /** Records of the shop that takes the order. */
  records: ShopRecords;
  /** Variant of the tidal mug that no other test buys at the same time. */
  piece: string;
  email: string;
}

const mug = 'tidal-mug';
const orderOf = (records: ShopRecords, address: string) =>
  records.read<{ status_key: number; total_price: number }>(
    'select status_key, total_price from orders where order_no = ?',
    new URL(address).searchParams.get('order_no') ?? '',
  )[0];
const mailsTo = (records: ShopRecords, email: string) =>
  records.read('select subject from mails where to_address = ?', email);
const linesInBag = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').lines.length);

/** Buys by card from the home page through a collection; expects one unit less in stock, one email and an empty bag. */
export async function buyByCard({ page, records, piece, email }: Purchase): Promise<void> {
  const before = records.stockOf(mug, piece);
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
  await page.locator('#buy').getByRole('radio', { name: piece }).check();
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await goToCheckout(page);
  await fillAddress(page, email);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('is paid');
  expect(orderOf(records, page.url())).toEqual({ status_key: 1, total_price: 2800 + 595 });
  expect(records.stockOf(mug, piece)).toBe(before - 1);
  expect(mailsTo(records, email)).toHaveLength(1);
  expect(await linesInBag(page)).toBe(0);
}

/** Pays on PayPal's approval page. */
export async function buyByPayPal({ page, records, piece, email }: Purchase): Promise<void> {
  const before = records.stockOf(mug, piece);
  await addToBag(page, mug, piece);
  await goToCheckout(page);
  await fillAddress(page, email);
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: /Continue to pay/ }).click();
  await page.getByRole('button', { name: 'Agree and pay' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  expect(orderOf(records, page.url())?.status_key).toBe(1);
  expect(records.stockOf(mug, piece)).toBe(before - 1);
  expect(mailsTo(records, email)).toHaveLength(1);
}

/** Pays with a declined card, which changes nothing and shows the error, then with another one. */
export async function buyAfterDecline({ page, records, piece, email }: Purchase): Promise<void> {
  const before = records.stockOf(mug, piece);
  await addToBag(page, mug, piece);
  await goToCheckout(page);
  await fillAddress(page, email);
  await payByCard(page, '4000 0000 0000 0002');
  await expect(page.getByRole('region', { name: 'Your bank declined this card' })).toBeFocused();
  expect(records.stockOf(mug, piece)).toBe(before);
  expect(mailsTo(records, email)).toHaveLength(0);
  expect(await linesInBag(page)).toBe(1);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  expect(orderOf(records, page.url())?.status_key).toBe(1);
  expect(records.stockOf(mug, piece)).toBe(before - 1);
  expect(mailsTo(records, email)).toHaveLength(1);
}
