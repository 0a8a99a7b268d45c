/** The checkout page and the payment result, from a filled bag to a paid order. */
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, islandsReady, test } from './fixtures.ts';

interface Answer<Data> {
  code: number;
  msg: string;
  data: Data;
}

/** Creates a checkout as the bag does and opens its page. @returns the checkout's path */
async function open(page: Page, source = 2, quantity = 2): Promise<string> {
  const found = await page.request.get('/api/v1/storefront/product?handle=tidal-mug');
  const { data: product } = (await found.json()) as Answer<{
    id: number;
    variants: { sku_id: number[]; sale_status: number[] };
  }>;
  const variant_id = product.variants.sku_id[product.variants.sale_status.indexOf(1)];
  const made = await page.request.post('/api/v1/checkout', {
    data: { source, checkouts: [{ variant_items: [{ product_id: product.id, variant_id, quantity }] }] },
  });
  const { data } = (await made.json()) as Answer<{ checkout: { web_url: string } }>;
  await page.goto(data.checkout.web_url);
  await islandsReady(page);
  // The shop preselects the likeliest country and prices its shipping.
  await expect(page.getByRole('radio', { name: /Standard|Free/ }).first()).toBeChecked();
  await expect(page.locator('.summary-body')).toHaveAttribute('aria-busy', 'false');
  return data.checkout.web_url;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('Email').fill('ada+shop@example.com');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Address', { exact: true }).fill('12 Elm Street');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State').selectOption('OR');
  await page.getByLabel('ZIP code').fill('97204');
  await page.getByLabel('Phone').fill('+1 503 555 0100');
}

async function card(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card details"]');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel(/Expiry/).fill('12 / 34');
  await frame.getByLabel('Security code').fill('123');
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

test('takes an order from an empty form to the paid result [CHK-11, CHK-12, CHK-22, PAY-02, PAY-03, PAY-10]', async ({
  page,
  isMobile,
}) => {
  const path = await open(page);
  if (isMobile) {
    // Collapsed by default, it takes no room above the form.
    await expect(page.locator('.total dd')).toBeHidden();
    await page.getByRole('button', { name: /order summary/ }).click();
    await expect(page.locator('.total dd')).toBeVisible();
  }
  expect(path).toMatch(/^\/1\/checkouts\/[\w-]+$/);
  await payButton(page).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText('Please enter your email')).toBeVisible();
  await fillIn(page);
  await expect(page.getByText(/Please add|Please enter/)).toHaveCount(0);
  await card(page, '4242424242424242');
  await payButton(page).click();
  await expect(page).toHaveURL(/\/pay\/result\?order_no=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
  await expect(page.getByText('ada+shop@example.com').first()).toBeVisible();
  await page.goto(path);
  await expect(page).toHaveURL(/\/pay\/result/);
});

test('guests with an uncommon email address, name, phone number or place buy [BR-34, BR-36, BR-45, BR-46, BR-47, BR-49]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  test.setTimeout(180_000);
  const buyers: Record<string, string>[] = [
    { Email: "o'brien@example.com", State: 'AE', City: 'APO', 'ZIP code': '09012' },
    { Email: 'max@büro.example', 'First name': '', 'Last name': 'Suharto' },
    { Email: 'user@example.versicherung', Phone: '0711/123456', 'ZIP code': '972041234' },
    { Email: 'info@studio.photography', State: 'PR', City: 'San Juan', 'ZIP code': '00901' },
    { Email: 'max@xn--bro-hoa.de', Phone: '+1 503 555–0100 ext. 12', 'First name': 'Björk', 'Last name': '' },
  ];
  for (const { State: state, ...fields } of buyers) {
    await open(page, 2, 1);
    await fillIn(page);
    if (state) await page.getByLabel('State').selectOption(state);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
    await card(page, '4242424242424242');
    await payButton(page).click();
    await expect(page).toHaveURL(/\/pay\/result\?order_no=/);
    const name = fields['First name'] || fields['Last name'] || 'Ada';
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Thank you, ${name}`);
  }
});

test('keeps every change through a reload and reckons it on the server [CHK-13, CHK-14, CHK-15, CHK-23]', {
  tag: '@desktop',
}, async ({ page }) => {
  await open(page);
  await fillIn(page);
  await page.getByLabel('State').selectOption('NY');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByRole('radio', { name: /^Express/ }).check();
  await page.getByLabel(/insurance/i).check();
  await page.getByText('Add a note to your order').click();
  const saved = page.waitForResponse(
    (response) =>
      response.url().includes('/api/update/checkout/') &&
      /ring twice/.test(response.request().postData() ?? ''),
  );
  await page.getByLabel('Note').fill('Please ring twice');
  await saved;
  const total = page.locator('.total dd');
  await expect(page.locator('.sums')).toContainText('New York sales tax');
  for (const name of ['Shipping', 'Insurance']) {
    await expect(page.locator('.sums dt', { hasText: name })).toHaveCount(1);
  }
  const before = await total.textContent();
  await page.reload();
  await islandsReady(page);
  await expect(total).toHaveText(before ?? '');
  await expect(page.getByLabel('Email')).toHaveValue('ada+shop@example.com');
  await expect(page.getByLabel('State')).toHaveValue('NY');
  await expect(page.getByRole('radio', { name: /^Express/ })).toBeChecked();
  await expect(page.getByLabel(/insurance/i)).toBeChecked();
  await expect(page.getByLabel('Note')).toHaveValue('Please ring twice');
  for (const name of ['Shipping', 'Insurance']) {
    await expect(page.locator('.sums dt', { hasText: name })).toHaveCount(1);
  }
});

test('a declined card leaves everything as it was, and another one pays [PAY-06]', async ({ page }) => {
  await open(page);
  await fillIn(page);
  await card(page, '4000000000000002');
  await payButton(page).click();
  const box = page.getByRole('region', { name: 'Your bank declined this card' });
  await expect(box).toBeFocused();
  await expect(box).toContainText('Nothing was charged');
  await expect(box).toBeInViewport({ ratio: 1 });
  const cardFrame = page.frameLocator('iframe[title="Card details"]');
  // By keyboard, the payment methods come next.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Card' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeVisible();
  await expect(cardFrame.getByLabel('Card number')).toHaveValue('');
  await expect(cardFrame.getByLabel('Security code')).toHaveValue('');
  await expect(cardFrame.getByLabel(/Expiry/)).toHaveValue('12 / 34');
  await expect(payButton(page)).toBeEnabled();
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  expect(
    await page.evaluate(() => [
      localStorage.getItem('failed_pay'),
      localStorage.getItem('order_no') !== null,
    ]),
  ).toEqual(['1', true]);
  await card(page, '4242424242424242');
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('order_no'))).toBeNull();

  // The displayed amounts of the receipt add up.
  const receipt = page.locator('.receipt');
  await expect(receipt).toContainText('Going to');
  const cents = async (selector: string) =>
    (await receipt.locator(selector).allInnerTexts()).map((text) => {
      const [, sign = '', amount = 0] = /(−?)\$([\d.]+)$/.exec(text.replaceAll(',', '')) ?? [];
      return Math.round(Number(amount) * 100) * (sign === '' ? 1 : -1);
    });
  const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const rows = await cents('.order-sums > div:not(.order-total, .order-aside) dd');
  const discount = rows.filter((amount) => amount < 0);
  expect(sum(await cents('.order-item-amount'))).toBe(sum([rows[0] ?? 0, ...discount]));
  expect(sum(rows)).toBe((await cents('.order-total dd'))[0]);

  const form = page.locator('.save-form');
  await form.getByLabel('Password', { exact: true }).fill('short');
  await form.getByRole('button', { name: 'Save my details' }).click();
  await expect(form.getByText('Password must be 6 to 20 characters')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Password', { exact: true }).fill('tide-and-salt');
  await form.getByRole('button', { name: 'Save my details' }).click();
  await expect(page.getByText(/^Almost there: we have sent an email to/).first()).toBeVisible();
  const shown = await receipt.locator('.order-item-amount').allInnerTexts();
  await page.getByRole('link', { name: 'Follow this order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order');
  await expect(page.locator('.order-item-amount')).toHaveText(shown);
});

test('a card that asks the bank is paid after its second step, and fails cleanly when refused [PAY-09]', {
  tag: '@desktop',
}, async ({ page }) => {
  await open(page);
  await fillIn(page);
  await card(page, '4000000000003220');
  await payButton(page).click();
  await page.getByRole('button', { name: 'No, refuse it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The payment did not go through');
  await page.getByRole('link', { name: 'Try again' }).click();
  await islandsReady(page);
  await card(page, '4000000000003220');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Yes, confirm the payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
});

test('the bag loses what was paid, and only then [PAY-03]', { tag: '@desktop' }, async ({ page }) => {
  const found = await page.request.get('/api/v1/storefront/product?handle=tidal-mug');
  const { data } = (await found.json()) as Answer<{
    id: number;
    variants: { sku_id: number[]; sale_status: number[] };
  }>;
  const sku_id = data.variants.sku_id[data.variants.sale_status.indexOf(1)];
  const bag = [
    { id: data.id, sku_id, quantity: 3, title: 'Mug', price: 1 },
    { id: 999, sku_id: 999_999, quantity: 1, title: 'Other', price: 1 },
  ];
  await page.goto('/pay/result?order_no=NONE-1');
  await page.evaluate((lines) => localStorage.setItem('cart', JSON.stringify(lines)), bag);
  const pieces = () =>
    page.evaluate(() =>
      [JSON.parse(localStorage.getItem('cart') ?? '[]')]
        .flatMap((stored) => stored.lines ?? stored)
        .map((line: { sku_id: number; quantity: number }) => `${line.sku_id} x ${line.quantity}`),
    );
  await open(page);
  await fillIn(page);
  await card(page, '4242424242424242');
  expect(await pieces()).toEqual([`${sku_id} x 3`, '999999 x 1']);
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
  await expect.poll(pieces).toEqual([`${sku_id} x 1`, '999999 x 1']);
});

test('tells in the foot what the shop promises, without leaving the page [CHK-18, CHK-20]', {
  tag: '@all',
}, async ({ page }) => {
  await open(page);
  const foot = page.locator('.checkout-foot');
  await foot
    .getByRole('button', { name: /return/i })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await foot.getByText('Delivery and returns').click();
  await expect(foot.getByText(/working days/).first()).toBeVisible();
});

test('suggests addresses while typing and fills the fields from the chosen one [CHK-19, VAL-13]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await open(page);
  const street = page.getByLabel('Address', { exact: true });
  await street.pressSequentially('12 Elm St, Portl');
  const options = page.getByRole('listbox', { name: 'Addresses' }).getByRole('option');
  await expect(options).toHaveCount(2);
  await street.press('ArrowDown');
  await street.press('Enter');
  await expect(street).toHaveValue('12 Elm St');
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(page.getByLabel('Country')).toHaveValue('US');
  await expect(page.getByLabel('State')).toHaveValue('OR');
  await expect(page.getByLabel('ZIP code')).toHaveValue('97204');
  await expect(options).toHaveCount(0);
  // A street alone is enough because the country is already selected.
  await street.fill('');
  await street.pressSequentially('5 Main');
  await expect(options).toHaveCount(5);
  await options.filter({ hasText: 'Austin' }).click();
  await expect(street).toHaveValue('5 Main St');
  await expect(page.getByLabel('City')).toHaveValue('Austin');
});

test('scripts of the page stay within 95 KB', { tag: ['@desktop', '@all'] }, async ({ page, baseURL }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    const isOurs = response.url().startsWith(`${baseURL}/`);
    if (isOurs && response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await open(page);
  await expect(page.frameLocator('iframe[title="Card details"]').getByLabel('Card number')).toBeVisible();
  const sizes = (await Promise.all(scripts)).map((script) => brotliCompressSync(script).byteLength);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(95 * 1024);
});
