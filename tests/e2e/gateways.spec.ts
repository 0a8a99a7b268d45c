/**
 * Payment through gateways of the merchant's settings: on the gateway's page, in a card form with 3-D Secure, in an embedded
 * SDK. At each one the shopper leaves, is declined, and pays.
 */
import type { Page } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { expect, expectAccessible, islandsReady, test } from './fixtures.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop } from './shop-process.ts';

const redirect = { method: 'getpay', provider: 'getpay', title: 'Getpay', flow: 'redirect' } as const;

// One shop per width; a failed test does not stop the others.
test.describe.configure({ mode: 'default', timeout: 60_000 });

let data: DataFolder;
let shop: ShopProcess;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder);
  const db = await openDatabase(readEnv(shop.env));
  const methods = [
    redirect,
    { method: 'ocean', provider: 'ocean', title: 'Card', flow: 'card' },
    { method: 'airwallex', provider: 'airwallex', title: 'Airwallex', flow: 'kit' },
  ] as const;
  await db.transaction((trx) =>
    writeSetting(trx, 'payments', paymentSettings, { methods: [...methods] }, Date.now()),
  );
  await db.close();
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

/** Opens and fills in a checkout of one mug and selects a payment method. */
async function open(page: Page, title: string): Promise<void> {
  const found = await page.request.get(`${shop.site}/api/v1/storefront/product?handle=tidal-mug`);
  const { data: product } = await found.json();
  const variant_id = product.variants.sku_id[product.variants.sale_status.indexOf(1)];
  const made = await page.request.post(`${shop.site}/api/v1/checkout`, {
    data: {
      source: 2,
      checkouts: [{ variant_items: [{ product_id: product.id, variant_id, quantity: 1 }] }],
    },
  });
  await page.goto(`${shop.site}${(await made.json()).data.checkout.web_url}`);
  await islandsReady(page);
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Email').fill('ada+shop@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Address', { exact: true }).fill('12 Elm Street');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State').selectOption('OR');
  await page.getByLabel('ZIP code').fill('97204');
  await page.getByLabel('Phone').fill('+1 503 555 0100');
  await page.getByRole('radio', { name: title, exact: true }).check();
}

async function typeCard(form: Page | ReturnType<Page['frameLocator']>, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel(/Expiry/).fill('12 / 34');
  await form.getByLabel('Security code').fill('123');
}

const cardForm = (page: Page) => page.frameLocator('iframe[title="Card details"]');
const pay = (page: Page) => page.locator('.pay-button').click();
const thanked = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');

/** Expects the checkout after an unpaid attempt to still contain all entries. */
async function notPaidYet(page: Page): Promise<void> {
  await islandsReady(page);
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(page.locator('.pay-button')).toBeEnabled();
}

/** Goes to the bank's authentication page and returns with the browser's back button. */
async function leaveBank(page: Page): Promise<void> {
  await typeCard(cardForm(page), '4000000000003220');
  await pay(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your bank asks: is this you?');
  await page.goBack();
  await notPaidYet(page);
}

// The other redirect gateways use the same pages; tests/api/payments/gateways.test.ts pays with each of them.
test('Getpay: left, then declined, then paid on its own page [PAY-01, PAY-06, PAY-07, PAY-10]', {
  tag: '@all',
}, async ({ page }) => {
  await open(page, redirect.title);
  await expect(page.getByText('You will be sent to Getpay to pay')).toBeVisible();
  await expectAccessible(page);
  await pay(page);
  await expect(page.getByText('Sandbox of getpay: no real money')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel and return to the shop' }).click();
  await notPaidYet(page);
  await pay(page);
  await typeCard(page, '4000000000000002');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The payment did not go through');
  await expect(page.getByRole('main')).toContainText('The card was declined.');
  await expectAccessible(page);
  await page.getByRole('link', { name: /again/ }).click();
  await notPaidYet(page);
  // The checkout reports a decline on the gateway's page, because the shopper retries here.
  await expect(page.getByRole('region', { name: 'Your bank declined this card' })).toBeFocused();
  await pay(page);
  await typeCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await thanked(page);
});

test('Ocean: declined, then left at the bank, then paid by a checked card [PAY-06, PAY-07, PAY-09, PAY-10]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await open(page, 'Card');
  await typeCard(cardForm(page), '4000000000000002');
  await pay(page);
  await expect(page.getByRole('region', { name: 'Your bank declined this card' })).toBeFocused();
  await leaveBank(page);
  await typeCard(cardForm(page), '4000000000003220');
  await pay(page);
  await page.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  await thanked(page);
});

test('Airwallex: sent with nothing in it, declined, left at the bank, then paid and led back [PAY-06, PAY-07, PAY-09, PAY-10, API-050]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await open(page, 'Airwallex');
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await pay(page);
  await expect(page.getByText('Enter the card number.').first()).toBeVisible();
  await expect(page.locator('.pay-button')).toBeEnabled();
  await typeCard(cardForm(page), '4000000000000002');
  await pay(page);
  await expect(page.getByRole('region', { name: 'Your bank declined this card' })).toBeFocused();
  await leaveBank(page);
  await typeCard(cardForm(page), '4000000000003220');
  await pay(page);
  const back = page.waitForRequest((request) => request.url().includes('/api/v1/airwallex/continue/return?'));
  await page.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  expect(new URL((await back).url()).searchParams.get('payment_intent_id')).toMatch(/^pay_/);
  await thanked(page);
});
