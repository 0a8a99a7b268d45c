/** Cards through Stripe: the Payment Element in the checkout, with the sandbox emulating Stripe's script and API. */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { paymentSettings } from '#server/payments/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type DataFolder, demoFolder, endShops, startShop } from './shop-process.ts';
import { addToBag, fillAddress, goToCheckout, recordsIn } from './shopper.ts';

const stripe = { method: 'stripe', provider: 'stripe', title: 'Card', flow: 'kit' } as const;
const transfer = { method: 'bank', provider: 'local', title: 'Bank transfer', flow: 'local' } as const;

// One shop per width, whose only card payments are Stripe's.
test.describe.configure({ mode: 'default', timeout: 60_000 });
const port = String(await freePort());
test.use({
  baseURL: `http://localhost:${port}`,
});

let data: DataFolder;
const orders = () =>
  recordsIn(data.folder).read<{ status_key: number }>('select status_key from orders order by order_no');
const moneyMoved = () =>
  recordsIn(data.folder).read<{ state: string }>(`select state from payments where state = 'captured'`);

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  const shop = await startShop(data.folder, { PORT: port });
  const db = await openDatabase(readEnv(shop.env));
  const methods = [{ ...stripe, account_id: 'stripe' }, transfer];
  await db.transaction((trx) => writeSetting(trx, 'payments', paymentSettings, { methods }, Date.now()));
  await db.close();
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

async function openCheckout(page: Page): Promise<void> {
  await addToBag(page, 'tidal-mug');
  await goToCheckout(page);
  await fillAddress(page);
}

const element = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: /Thank you/ });

async function pay(page: Page, card: string): Promise<void> {
  await element(page).getByLabel('Card number').fill(card);
  await element(page)
    .getByLabel(/Expiry/)
    .fill('12 / 34');
  await element(page).getByLabel('Security code').fill('123');
  await payButton(page).click();
}

test('pays by a card that asks the bank, on the page [CHK-22, PAY-09, PAY-10]', async ({ page }) => {
  const before = moneyMoved().length;
  await openCheckout(page);
  await expect(element(page).getByLabel('Card number')).toBeVisible();
  await pay(page, '4000 0025 0000 3155');
  const bank = page.frameLocator('dialog iframe');
  await expect(bank.getByRole('heading')).toHaveText('Your bank asks: is this you?');
  await expectAccessible(page);
  expect(moneyMoved()).toHaveLength(before);
  await bank.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  await expect(thanks(page)).toBeVisible();
  await expect(page).toHaveURL(/\/pay\/result\?order_no=/);
  await expect(page.getByRole('main')).toContainText('is paid');
  expect(moneyMoved()).toHaveLength(before + 1);
  expect(orders().at(-1)).toBeDefined();
});

test('half a number makes no order; a declined card and a refused second step say why and keep everything, and the next card pays [PAY-06, PAY-09]', {
  tag: ['@desktop', '@all'],
}, async ({ page, trouble }) => {
  trouble.expect(/status of 402/);
  await openCheckout(page);
  const before = orders().length;
  await pay(page, '4242 42');
  await expect(page.locator('#payment-problem')).toHaveText('Your card number is incomplete.');
  expect(orders()).toHaveLength(before);
  await pay(page, '4000 0000 0000 9995');
  await expect(page.getByRole('region', { name: 'Insufficient funds' })).toBeFocused();
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(element(page).getByLabel('Card number')).toHaveValue('4000 0000 0000 9995');
  expect(await page.evaluate(() => localStorage.getItem('failed_pay'))).toBe('1');
  await pay(page, '4000 0025 0000 3155');
  const bank = page.frameLocator('dialog iframe');
  await bank.getByRole('button', { name: 'No, refuse it' }).click();
  await expect(page.getByRole('region', { name: 'Your bank could not confirm your identity' })).toBeFocused();
  await pay(page, '4242 4242 4242 4242');
  await expect(thanks(page)).toBeVisible();
});

test('loads Stripe where it is chosen and nowhere else, in the page’s language, within 97 KB of ours', {
  tag: ['@all', '@desktop'],
}, async ({ page, baseURL }) => {
  const asked: string[] = [];
  const scripts: Promise<Buffer>[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const ofStripe = () => asked.filter((address) => /stripe/.test(address));
  await addToBag(page, 'tidal-mug');
  for (const path of ['/', '/cart']) await page.goto(path);
  expect(ofStripe()).toEqual([]);
  await goToCheckout(page);
  const address = page.url();
  await expect(element(page).getByLabel('Card number')).toBeVisible();
  await fillAddress(page);
  // The address is saved separately, a moment earlier: wait for the request that contains the method.
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/api/update/checkout/') &&
      Boolean(response.request().postData()?.includes('"bank"')),
  );
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await saved;
  asked.length = 0;
  page.on('response', (response) => {
    const isOurs = response.url().startsWith(`${baseURL}/`);
    if (isOurs && response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto(address.replace('/1/', '/de/1/'));
  const card = page.getByRole('radio', { name: 'Card' });
  await expect(page.getByRole('button', { name: 'Kostenpflichtig bestellen' })).toBeEnabled();
  expect(ofStripe()).toEqual([]);
  await card.check();
  await expect(element(page).getByLabel('Card number')).toBeVisible();
  expect(ofStripe().find((each) => each.includes('/stripe/elements'))).toContain('locale=de');
  const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(97 * 1024);
});

test('says so where Stripe cannot be loaded, and another way is still open', {
  tag: ['@all', '@desktop'],
}, async ({ page, trouble }) => {
  trouble.expect(/ERR_FAILED|Failed to load/);
  await page.route('**/stripe/v3.js', (route) => route.abort());
  await openCheckout(page);
  await expect(page.getByRole('main').getByText('The card form could not be loaded.')).toBeVisible();
  await payButton(page).click();
  await expect(page.locator('#payment-problem')).toHaveText('The card fields are not ready yet.');
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/pay\/result/);
});
