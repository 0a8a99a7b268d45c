/** How much a guest in the United States must tap and type from the home page to the receipt. */
import type { Locator, Page } from '@playwright/test';
import { expect, islandsReady, test } from './fixtures.ts';
import { sharedShop } from './shopper.ts';

test.use({ timezoneId: 'America/Los_Angeles' });

/** A browser's autofill data, by the autocomplete names of the HTML standard. */
const known: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  'given-name': 'Ada',
  'family-name': 'Lovelace',
  'address-line1': '12 Elm Street',
  'address-level2': 'Portland',
  'address-level1': 'OR',
  'postal-code': '97204',
};

/** Fills empty fields as browsers' autofill does. @returns autocomplete names of the filled fields */
async function fillIn(page: Page, purpose: 'shipping' | 'billing'): Promise<string[]> {
  const filled: string[] = [];
  for (const [name, value] of Object.entries(known)) {
    const token = name === 'email' ? name : `${purpose} ${name}`;
    const field = page.locator(`[autocomplete="${token}"]`);
    if ((await field.inputValue()) !== '') continue;
    if (name === 'address-level1') await field.selectOption(value);
    else await field.fill(value);
    filled.push(token);
  }
  return filled;
}

const missing = (page: Page) =>
  page.locator('form.steps').evaluate((form: HTMLFormElement) =>
    [...form.elements]
      .map((field) => field as HTMLInputElement)
      .filter(({ required, value }) => required && value === '')
      .map(({ name }) => name),
  );

/** Counts taps. */
function counted() {
  let taps = 0;
  return {
    taps: () => taps,
    async tap(what: Locator) {
      taps += 1;
      await what.click();
    },
  };
}

const toMug = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /Tidal mug/ })
    .first();
const payButton = (page: Page) => page.locator('.pay-button');
const thanked = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toContainText(/thank you/i);

test('by card: four taps and ten fields at most, of which only the card’s are no business of the browser', {
  tag: '@all',
}, async ({ page }) => {
  const { tap, taps } = counted();
  await page.goto('/');
  await tap(toMug(page));
  await tap(page.getByRole('button', { name: 'Add to bag' }).first());
  await tap(page.getByRole('button', { name: /^Checkout/ }));
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
  await islandsReady(page);
  const country = page.locator('[autocomplete="shipping country"]');
  await expect(country).toHaveValue('US');
  // Shipping is priced as if the shopper had selected the country.
  await expect(page.getByRole('radio', { name: /Standard|Free/ }).first()).toBeChecked();
  const typed = await fillIn(page, 'shipping');
  expect(await missing(page)).toEqual([]);
  const card = page.frameLocator('iframe[title="Card details"]');
  const cardFields = { 'cc-number': '4242424242424242', 'cc-exp': '12 / 34', 'cc-csc': '123' };
  for (const [name, value] of Object.entries(cardFields)) {
    await card.locator(`[autocomplete="${name}"]`).fill(value);
    typed.push(name);
  }
  expect(typed.length).toBeLessThanOrEqual(10);
  await tap(payButton(page));
  await thanked(page);
  expect(taps()).toBeLessThanOrEqual(4);
  // The next checkout in this browser starts with the country of this order.
  expect(await page.evaluate(() => localStorage.getItem('country'))).toBe('US');
});

test('by PayPal: three taps and nothing to type [PPX-24]', { tag: '@all' }, async ({ page }) => {
  const { tap, taps } = counted();
  await page.goto('/');
  await tap(toMug(page));
  const payPal = page.getByRole('button', { name: 'Pay with PayPal' });
  await payPal.first().scrollIntoViewIfNeeded();
  await expect(payPal.first()).toBeEnabled();
  const opened = page.waitForEvent('popup');
  await tap(payPal.first());
  await (await opened).getByRole('button', { name: /continue|agree/i }).click();
  await page.waitForURL(/\?paypalOrderId=/);
  await islandsReady(page);
  await expect(page.locator('.review address')).toContainText('San Jose');
  await tap(payButton(page));
  await thanked(page);
  expect(taps()).toBeLessThanOrEqual(3);
});

test('a payment’s own address is asked for where it is wished, and kept with the order', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/products/tidal-mug');
  await page.getByRole('button', { name: 'Buy now' }).click();
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
  await islandsReady(page);
  await expect(page.locator('[autocomplete="shipping country"]')).toHaveValue('US');
  await fillIn(page, 'shipping');
  const same = page.getByRole('checkbox', { name: 'Billing address is the same' });
  await expect(same).toBeChecked();
  await same.press('Space');
  const own = page.getByRole('group', { name: 'Billing address' });
  await expect(own.getByLabel('First name')).toHaveValue('Ada');
  await payButton(page).click();
  await expect(own.getByRole('combobox', { name: 'Address' })).toBeFocused();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1440, height: 900 });
  await own.getByLabel('Country').selectOption({ label: 'Iceland' });
  await own.getByRole('combobox', { name: 'Address' }).fill('Laugavegur 1');
  await own.getByLabel('City').fill('Reykjavík');
  const card = page.frameLocator('iframe[title="Card details"]');
  await card.getByLabel('Card number').fill('4242424242424242');
  await card.getByLabel(/Expiry/).fill('12 / 34');
  await card.getByLabel('Security code').fill('123');
  await payButton(page).click();
  await thanked(page);
  const number = new URL(page.url()).searchParams.get('order_no') ?? '';
  const [order] = sharedShop.read<{ billing: string }>(
    'select billing from orders where order_no = ?',
    number,
  );
  expect(JSON.parse(order?.billing ?? '{}')).toMatchObject({
    ...{ first_name: 'Ada', address1: 'Laugavegur 1', city: 'Reykjavík' },
    ...{ country: 'Iceland', country_code: 'IS' },
  });
});
