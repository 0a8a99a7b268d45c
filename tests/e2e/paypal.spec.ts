/** PayPal in a real browser: window, approval, checkout and result, under the security policy of the pages. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';

const product = '/products/tidal-mug';

/** Selects the first available value of every option. */
async function chooseOptions(page: Page): Promise<void> {
  const groups = page.locator('#buy fieldset');
  for (let index = 0; index < (await groups.count()); index += 1) {
    const group = groups.nth(index);
    if ((await group.locator('input:checked').count()) === 0) {
      await group.locator('input:enabled').first().check({ force: true });
    }
  }
  // The page loads PayPal when its button comes into view; an earlier click would have to wait.
  await scriptsReady(page);
  await page.mouse.move(20, 200);
  await page.mouse.move(24, 210);
  await page.locator('.product-lead').scrollIntoViewIfNeeded();
  await expect(page.locator('#paypal-detail')).not.toHaveAttribute('hidden');
}

async function approveIn(page: Page, open: () => Promise<void>, decision: RegExp): Promise<void> {
  const opened = page.waitForEvent('popup');
  await open();
  const popup = await opened;
  await expect(popup.getByText('Sandbox: no real money')).toBeVisible();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: decision }).click();
  await closed;
}

test('buys from the product page: window, approval, filled-in checkout, paid [PPX-01, PPX-05, PPX-12, PPX-24, API-051, API-061]', async ({
  page,
}) => {
  await page.goto(product);
  await chooseOptions(page);
  const button = page.getByRole('button', { name: 'Pay with PayPal' });
  await expect(button).toBeVisible();
  expect((await button.boundingBox())?.height).toBe(48);
  const scripts = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/web-sdk/')).length,
    );
  expect(await scripts()).toBe(0);
  const told = page.waitForRequest(/\/api\/v1\/paypal\/log\/save$/);
  await approveIn(page, () => button.click(), /continue|agree/i);
  expect((await told).postDataJSON()).toMatchObject({ step: 'approved' });
  await page.waitForURL(/\/1\/checkouts\/[^?]+\?paypalOrderId=[0-9A-Z]{17}/);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('paypal_order') ?? 'null'));
  expect(stored).toMatchObject({ shipping: { email: 'buyer@example.com' } });
  const review = page.getByRole('region', { name: 'Review your order' });
  await expect(review.locator('address')).toContainText(/buyer@example\.com.*San Jose/);
  await expect(review).toContainText(/Added since PayPal: \$\d+\.\d\d shipping and \$\d+\.\d\d tax\./);
  const pay = page.getByRole('button', { name: 'Place order' });
  await expect(pay).toBeEnabled();
  const box = (await pay.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  await expectAccessible(page);
  await review.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel(/city/i)).toHaveValue('San Jose');
  await page.reload();
  await expect(pay).toBeEnabled();
  // Read the response in the route: the page unloads before the browser has the body.
  const reports: { code: number; sent: unknown }[] = [];
  await page.route('**/api/v1/paypal/email/monitor', async (route) => {
    const response = await route.fetch();
    reports.push({ code: (await response.json()).code, sent: route.request().postDataJSON() });
    await route.fulfill({ response });
  });
  await pay.click();
  await page.waitForURL(/\/pay\/result\?order_no=/);
  await expect.poll(() => reports).toMatchObject([{ code: 0, sent: { email: 'buyer@example.com' } }]);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you|paid/i);
});

test('goes to PayPal in the same window where the browser opens no other, and comes back either way', {
  tag: '@all',
}, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(product);
  await chooseOptions(page);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: /cancel/i }).click();
  await page.waitForURL((url) => url.pathname === product);
  await chooseOptions(page);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: /continue/i }).click();
  await page.waitForURL(/\/1\/checkouts\/[^?]+\?paypalOrderId=[0-9A-Z]{17}/);
  await expect(page.getByRole('region', { name: 'Review your order' })).toContainText('buyer@example.com');
  const pay = page.locator('.pay-button');
  await expect(pay).toBeEnabled();
  await pay.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you|paid/i);
});

test('stands there from the start without a trace of a frame or a kit; its configuration comes without them; a press that comes too early waits; cancelled, the page stays [PPX-01, PPX-03, PPX-05]', {
  tag: '@desktop',
}, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/pay/method/sequence', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(product);
  const button = page.getByRole('button', { name: 'Pay with PayPal' });
  const place = await button.boundingBox();
  await approveIn(
    page,
    async () => {
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      answer();
    },
    /cancel/i,
  );
  await expect(button).not.toHaveAttribute('aria-busy');
  expect(await button.boundingBox()).toEqual(place);
  expect(new URL(page.url()).pathname).toBe(product);
  expect(await page.evaluate(() => localStorage.getItem('paypal_order'))).toBeNull();
  requests.length = 0;
  await page.reload();
  await scriptsReady(page);
  await expect.poll(() => requests.filter((url) => url.endsWith('/api/v1/paypal/multiple'))).toHaveLength(1);
  expect(requests.filter((url) => /(?:paypal|react)[^/]*\.js$/i.test(url))).toEqual([]);
  await page.mouse.move(200, 300);
  await expect(page.locator('#paypal-detail')).not.toHaveAttribute('hidden');
  const origin = new URL(page.url()).origin;
  expect(requests.filter((url) => new URL(url).origin !== origin)).toEqual([]);
});

test('a variant that is sold out is offered neither by PayPal nor by "Buy now", one that is not by both', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  const [soldOut, other] = await page.request
    .get('/api/v1/storefront/product?handle=bell-pendant')
    .then(async (answer) => (await answer.json()).data.variants)
    .then(({ sku_id, sale_status }: { sku_id: number[]; sale_status: number[] }) => [
      sku_id[sale_status.indexOf(0)],
      sku_id[sale_status.indexOf(1)],
    ]);
  const payPal = page.getByRole('button', { name: 'Pay with PayPal' });
  const buyNow = page.getByRole('button', { name: 'Buy now' });
  const known = page.waitForResponse(/pay\/method\/sequence/);
  await page.goto(`/products/bell-pendant?variant=${soldOut}`);
  await page.locator('.product-lead').scrollIntoViewIfNeeded();
  await known;
  await expect(page.locator('#paypal-detail .paypal-button')).toHaveCount(1);
  await expect(page.locator('#buy [type=submit]')).toHaveCount(0);
  const choose = (nth: number) => page.locator('#buy fieldset input').nth(nth).check({ force: true });
  const first = await page
    .locator('#buy fieldset input')
    .evaluateAll((radios) => (radios as HTMLInputElement[]).findIndex((radio) => radio.checked));
  await expect(payPal).toBeHidden();
  await expect(buyNow).toBeHidden();
  await page.goto(`/products/bell-pendant?variant=${other}`);
  await page.locator('.product-lead').scrollIntoViewIfNeeded();
  await expect(payPal).toBeVisible();
  await expect(buyNow).toBeVisible();
  await choose(first);
  await expect(payPal).toBeHidden();
  await expect(buyNow).toBeHidden();
});
