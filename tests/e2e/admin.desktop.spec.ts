/** The admin in a browser: login, finding an order, shipping it. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { command } from './mailed-link.ts';
import { addToBag, fillAddress, goToCheckout, payByCard, sharedShop } from './shopper.ts';
import { weigh } from './weigh.ts';

const password = 'tide-and-salt-water';

/** Counts what a person does: a click, a key command and a filled field are one step each. */
class Steps {
  count = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }

  async click(name: string | RegExp): Promise<void> {
    this.count += 1;
    await this.#page.getByRole('link', { name }).or(this.#page.getByRole('button', { name })).click();
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press(key);
  }
}

/** Opens the invitation of a new member of staff and creates the login. @returns their email */
async function acceptInvite(page: Page, role: string): Promise<string> {
  const email = `${role}-${Date.now()}@example.com`;
  const [link = ''] =
    /https?:\/\/\S+\/admin\/setup#\S+/.exec(command(['staff', 'invite', email, role])) ?? [];
  const { pathname, hash } = new URL(link);
  await page.goto(pathname + hash);
  await page.getByLabel('Name').fill('Grace Hopper');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create login' }).click();
  await expect(page.getByRole('columnheader', { name: 'Number' })).toBeVisible();
  return email;
}

async function buy(browser: Browser, email: string): Promise<string> {
  const context: BrowserContext = await browser.newContext();
  const page = await context.newPage();
  await addToBag(page, 'harbour-lamp');
  await goToCheckout(page);
  await fillAddress(page, email);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  await context.close();
  const [row] = sharedShop.read<{ order_no: string }>('select order_no from orders where email = ?', email);
  return row?.order_no ?? '';
}

test('logs in and ships the newest order in at most four steps, at 1440 and 390 px, without a violation of the policy (admin)', async ({
  page,
  browser,
}) => {
  const buyer = `buyer-${Date.now()}@example.com`;
  const orderNo = await buy(browser, buyer);
  const email = await acceptInvite(page, 'fulfilment');

  await page.getByRole('button', { name: 'Grace Hopper' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('link', { name: orderNo, exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The other tests of this shop buy, too: the newest order is the first that can be shipped.
  const steps = new Steps(page);
  await steps.click(`Ship ${orderNo}`);
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toBeFocused();
  await steps.type('TRACK-390');
  await steps.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: `Order ${orderNo} is shipped` })).toBeVisible();
  console.log(`ship the newest order with tracking: ${steps.count} steps`);
  expect(steps.count).toBeLessThanOrEqual(4);

  await expect(page.getByRole('link', { name: 'TRACK-390' })).toBeVisible();
  await expect(page.getByText('by Grace Hopper')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const [parcel] = sharedShop.read('select tracking_num from parcels where order_no = ?', orderNo);
  expect(parcel).toEqual({ tracking_num: 'TRACK-390' });

  // No login in the browser's storage, and none that scripts can read.
  const readable = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), document.cookie]));
  expect(readable).not.toContain('staff');
});

test('finds orders by keyboard, in German and dark (admin)', { tag: '@all' }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', colorScheme: 'dark', baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const email = `ada-${Date.now()}@example.com`;
  const link = command(['staff', 'invite', email, 'manager']).match(/\/admin\/setup#\S+/)?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort').fill(password);
  await page.keyboard.press('Enter');
  const search = page.getByRole('textbox', { name: 'Nummer, E-Mail oder Name' });
  await expect(search).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await search.focus();
  await page.keyboard.type('no-such-customer');
  await expect(page.getByText('Keine Bestellungen mit diesen Filtern.')).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test('has a first screen of at most 450 KB (admin)', { tag: '@all' }, async ({ page, baseURL }) => {
  const { scripts, html } = await weigh(page, `${baseURL}/admin`);
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  console.log(`first screen of the admin: ${((scripts + html) / 1024).toFixed(0)} KB`);
  expect((scripts + html) / 1024).toBeLessThanOrEqual(450);
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const hidden = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(hidden, 'px to scroll sideways').toBeLessThanOrEqual(0);
}
