/** A shop without a database in front of another: orders placed here are stored there. */
import { expect, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { buyAfterDecline, buyByCard, buyByPayPal, type Purchase } from './purchases.ts';
import {
  type DataFolder,
  demoFolder,
  endShops,
  type ShopProcess,
  startShop,
  temporaryFolder,
  until,
} from './shop-process.ts';
import { addToBag, goToCheckout, recordsIn } from './shopper.ts';

const platformPort = String(await freePort());
const frontPort = String(await freePort());
const front = `http://localhost:${frontPort}`;

test.describe.configure({ mode: 'serial', timeout: 90_000 });
test.use({ baseURL: front });

let platformData: DataFolder;
let frontData: DataFolder;
let platform: ShopProcess;

// The front serves its pages: return URLs of payments and links in emails lead there.
const startPlatform = () => startShop(platformData.folder, { PORT: platformPort, SITE_URL: front });
const purchase = (page: Purchase['page'], name: string): Purchase => ({
  page,
  records: recordsIn(platformData.folder),
  piece: 'Rust',
  email: `${name}@example.com`,
});

test.beforeAll(async () => {
  platformData = demoFolder();
  frontData = temporaryFolder();
  platform = await startPlatform();
  await startShop(frontData.folder, { PORT: frontPort, API_ORIGIN: platform.site });
});
test.afterAll(async () => {
  await endShops();
  platformData.remove();
  frontData.remove();
});

test('sells by card: the order, the stock and the mail are the other shop’s', { tag: '@all' }, async ({
  page,
}) => {
  await buyByCard(purchase(page, 'card'));
});

test('sells by PayPal', { tag: '@all' }, async ({ page }) => {
  await buyByPayPal(purchase(page, 'paypal'));
});

test('takes another card after a declined one', { tag: '@all' }, async ({ page }) => {
  await buyAfterDecline(purchase(page, 'declined'));
});

test('says so while the other shop is away, and goes on with the same bag when it is back [ERR-12]', {
  tag: '@all',
}, async ({ page, trouble }) => {
  trouble.expect(/the server responded with a status of 50[03]/);
  // The sandbox stopped with its shop; its script may or may not have loaded by then.
  trouble.expect(/ERR_CONNECTION_REFUSED .*\/web-sdk\//);
  await addToBag(page, 'tidal-mug', 'Rust');
  // Price the bag while the platform is running, so that the error below comes from the click alone.
  await expect(page.getByRole('dialog').locator('.bag-total')).toHaveAttribute('aria-busy', 'false');
  await platform.end();
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await expect(page.getByRole('dialog').locator('.bag-notice')).toContainText('cannot be reached right now');
  const answer = await page.goto('/blogs');
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole('heading', { level: 1, name: 'Back in a moment' })).toBeVisible();
  platform = await startPlatform();
  await until(async () => (await fetch(`${front}/blogs`)).ok);
  await page.goto('/');
  await page.getByRole('link', { name: 'Shopping bag' }).click();
  await goToCheckout(page);
});
