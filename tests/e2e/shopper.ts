/** Steps of a shopper towards a paid order, by the labels on the page. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Adds the shown variant of a product to the bag and waits until the bag shows it. */
export async function addToBag(page: Page, product: string, option?: string): Promise<void> {
  await page.goto(`/products/${product}`);
  if (option) await page.locator('#buy').getByRole('radio', { name: option }).check();
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  const bag = page.getByRole('dialog');
  await expect(bag.getByRole('button', { name: 'Delete' }).first()).toBeVisible();
  await expect(bag.locator('.bag-line .bag-picture img').first()).toHaveAttribute('src', /^\/media\//);
}

/** Goes from an open bag to the checkout page. */
export async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
}

/** Fills in contact and a United States address, and waits for the shipping cost. */
export async function fillAddress(page: Page, email = 'ada@example.com'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Country').selectOption('United States');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByRole('combobox', { name: 'Address' }).fill('12 Harbour Street');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State').selectOption('Oregon');
  await page.getByLabel(/ZIP|Postal/).fill('97201');
  await page.getByLabel('Phone').fill('+1 503 555 0100');
  await expect(page.getByRole('radio', { name: /Standard|Free/ }).first()).toBeChecked();
}

/** Enters a test card in the provider's frame and presses the shop's pay button. */
export async function payByCard(page: Page, card: string): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').fill(card);
  await frame.getByLabel(/Expiry/).fill('12/30');
  await frame.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}

/** Reads the shop's database next to the running server. */
export interface ShopRecords {
  read<Row>(sql: string, ...values: (string | number)[]): Row[];
  /** Units of a variant that are still available. */
  stockOf(product: string, variant: string): number;
}

/** Returns the records of a shop. @param folder its DATA_DIR */
export function recordsIn(folder: string): ShopRecords {
  const read = <Row>(sql: string, ...values: (string | number)[]) => {
    const file = new DatabaseSync(join(folder, 'atoll.db'), { readOnly: true });
    try {
      return file.prepare(sql).all(...values) as Row[];
    } finally {
      file.close();
    }
  };
  return {
    read,
    stockOf(product, variant) {
      const rows = read<{ stock: number }>(
        'select v.stock from variants v join products p on p.id = v.product_id where p.handle = ? and v.title = ?',
        product,
        variant,
      );
      return rows[0]?.stock ?? Number.NaN;
    },
  };
}

/** The shop that all browser tests share. */
export const sharedShop = recordsIn(process.env.E2E_DATA_DIR ?? '');
