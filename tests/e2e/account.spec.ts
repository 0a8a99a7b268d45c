import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, holdScripts, islandsReady, test } from './fixtures.ts';
import { command, mailedLink } from './mailed-link.ts';
import { addToBag, fillAddress, goToCheckout, payByCard } from './shopper.ts';

const password = 'tide-and-salt';
const address = (name: string) => `${name}-${Date.now()}@example.com`;

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
const part = (page: Page, name: string) => main(page).getByRole('region', { name });

/** Scrolls to the top first: under a sticky header, axe would see the test-mode text without the bar behind it. */
async function expectClean(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.locator('.header-stuck')).toHaveCount(0);
  await expectAccessible(page);
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await field(page, 'First name optional').fill('Ada');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await main(page).getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await islandsReady(page);
}

async function logIn(page: Page, email: string, word = password): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(word);
  await main(page).getByRole('button', { name: 'Log in' }).click();
}

async function withAnother(browser: Browser, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  await use(await context.newPage());
  await context.close();
}

test('opens an account: missing fields show their error, and the header shows the login [ACCT-01, ACCT-05, ACCT-09, ACCT-14, ACCT-17, NAV-04, NAV-06, VAL-01, VAL-02]', async ({
  page,
}) => {
  const email = address('new');
  await page.goto('/register?return_url=%2Fcollections');
  await expect(page.locator('html')).not.toHaveClass(/logged-in/);
  const send = main(page).getByRole('button', { name: 'Create an account' });
  await send.click();
  await expect(main(page).getByText('Please enter your email')).toBeVisible();
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/Please enter your password/);
  await expectClean(page);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await send.click();
  await page.waitForURL('**/collections');
  await expect(page.locator('html')).toHaveClass(/logged-in/);
  const stored = await page.evaluate(() => [
    localStorage.getItem('frontToken'),
    localStorage.getItem('email'),
  ]);
  expect(stored).toEqual(['session-cookie', email]);
  const cookies = await page.context().cookies();
  const { httpOnly, sameSite } = cookies.find(({ name }) => name === 'session') ?? {};
  expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Lax' });
  await expect(page.locator('a[href="/login"]').first()).toBeHidden();
});

test('a purchase as a guest joins the account once its address is proven [ACCT-07, ORD-18]', {
  tag: '@all',
}, async ({ page }) => {
  const email = address('buyer');
  await addToBag(page, 'tidal-mug');
  await goToCheckout(page);
  await fillAddress(page, email);
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  const asGuest = new URL(page.url()).searchParams.get('order_no') ?? '';

  await page.goto('/user-info');
  await expect(page).toHaveURL(/\/login\?return_url=%2Fuser-info/);
  await register(page, email);
  await expect(part(page, 'My orders')).toContainText('There are no orders yet.');
  await expectClean(page);
  const notice = main(page).getByText(`Please confirm ${email}.`);
  await expect(notice).toBeVisible();
  await page.goto(mailedLink(email));
  await expect(main(page).getByText(`${email} is confirmed.`)).toBeVisible();
  await expectClean(page);
  await main(page).getByRole('link', { name: 'Go to my account' }).click();
  await expect(part(page, 'My orders').getByText(asGuest).first()).toBeVisible();
  await expect(notice).toBeHidden();
});

test('buys with the saved address, and finds the order and its parcel in the account [ACCT-16, ORD-18, ORD-01]', {
  tag: '@all',
}, async ({ page }) => {
  const email = address('saved');
  await register(page, email);
  const book = part(page, 'Addresses');
  await book.getByRole('button', { name: 'Add an address' }).click();
  await expect(book.getByLabel('First name')).toBeFocused();
  await book.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByLabel('City')).toHaveAccessibleDescription('Please add: City');
  await expectClean(page);
  await book.getByLabel('Country').selectOption('United States');
  for (const [name, value] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Address', '12 Harbour Street'],
    ['City', 'Portland'],
    ['ZIP code', '97201'],
    ['Phone optional', '+1 503 555 0100'],
  ] as const)
    await book.getByLabel(name, { exact: true }).fill(value);
  await book.getByLabel('State').selectOption('Oregon');
  await book.getByRole('button', { name: 'Save' }).click();
  await expect(book.getByRole('listitem')).toContainText('12 Harbour Street');
  await expect(book.getByRole('button', { name: 'Add an address' })).toBeFocused();

  await addToBag(page, 'tidal-mug');
  await goToCheckout(page);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('City')).toHaveValue('Portland');
  await expect(page.getByLabel('My addresses')).toHaveValue(/\d/);
  await expect(page.getByRole('radio', { name: /Standard|Free/ }).first()).toBeChecked();
  await payByCard(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible();
  const orderNo = new URL(page.url()).searchParams.get('order_no') ?? '';
  command(['ship', orderNo, 'TRACK-1', 'Post']);

  await page.goto('/user-info');
  await islandsReady(page);
  const row = part(page, 'My orders').locator('details').filter({ hasText: orderNo });
  await expect(row.locator('summary')).toContainText('Shipped');
  await row.locator('summary').click();
  await expect(row.getByRole('region', { name: 'Parcel' })).toContainText('TRACK-1');
  await expect(row.getByText('12 Harbour Street')).toBeVisible();
  await expectClean(page);
});

test('logs in and out, goes back where it was asked for, and forgets a login that was ended elsewhere [ACCT-02, ACCT-03, ACCT-04, ACCT-08, ACCT-12, ACCT-13, ERR-02, NAV-05]', async ({
  page,
  browser,
}) => {
  const email = address('inout');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/customer/verify')) asked.push(request.url());
  });
  await page.goto('/login');
  await page.waitForLoadState('load');
  await expectClean(page);
  await logIn(page, email);
  await expect(main(page).getByText('Wrong email or password.')).toBeVisible();
  expect(asked).toEqual([]);
  await register(page, email);
  await expect.poll(() => asked.length).toBeGreaterThan(0);

  await withAnother(browser, async (other) => {
    await other.goto('/user-info?page_num=1');
    await logIn(other, email);
    await other.waitForURL('**/user-info?page_num=1');
    await islandsReady(other);
    await part(other, 'Login and security').getByRole('button', { name: 'Log out on all devices' }).click();
    await other.waitForURL('**/login');
  });
  await page.goto('/');
  await expect(page.locator('html')).not.toHaveClass(/logged-in/);
  expect(
    await page.evaluate(() => [localStorage.getItem('frontToken'), localStorage.getItem('email')]),
  ).toEqual([null, null]);

  await page.goto('/login');
  await logIn(page, email);
  await page.waitForURL('**/user-info');
  // A click before the page's scripts have loaded takes effect once they have.
  const release = await holdScripts(page);
  await page.goto('/pages/about');
  if (page.viewportSize()!.width > 1000) await page.getByLabel('Account', { exact: true }).click();
  else await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click();
  await Promise.all([page.waitForEvent('load'), release()]);
  expect(await page.evaluate(() => localStorage.getItem('frontToken'))).toBeNull();
  await page.goto('/user-info');
  await expect(page).toHaveURL(/\/login\?/);
});

test('gets a new password by mail, which works once [ACCT-10, ACCT-11, NAV-07, NAV-09]', {
  tag: '@all',
}, async ({ page }) => {
  const email = address('forgot');
  await register(page, email);
  await page.goto('/forgot');
  await field(page, 'Email').fill(email);
  await main(page).getByRole('button', { name: 'Send the link' }).click();
  await expect(main(page).getByText(/If there is an account with this address/)).toBeVisible();
  await expectClean(page);
  await expect.poll(() => command(['mails', email])).toContain('choose a new password');
  const link = mailedLink(email);
  await page.goto(link);
  await expectClean(page);
  const save = main(page).getByRole('button', { name: 'Save the password' });
  await field(page, 'New password').fill('salt-and-tide');
  await save.click();
  await expect(main(page).getByText('Your new password is saved.')).toBeVisible();
  await page.goto(link);
  await field(page, 'New password').fill('tide-or-salt');
  await save.click();
  await expect(main(page).getByText('This link is no longer valid.')).toBeVisible();
  await page.goto('/login');
  await logIn(page, email, 'salt-and-tide');
  await page.waitForURL('**/user-info');
});

test('changes address and password, takes the data along and leaves for good', { tag: '@all' }, async ({
  page,
}) => {
  const [email, moved] = [address('leaver'), address('moved')];
  await register(page, email);
  const login = part(page, 'Login and security');
  await login.getByText('Change email address').first().click();
  await login.getByLabel('New email address').fill(moved);
  await login.getByLabel('Password', { exact: true }).fill('not-mine');
  await login.getByRole('button', { name: 'Change email address' }).click();
  await expect(login.getByText('That password is not correct.')).toBeVisible();
  await expectClean(page);
  await login.getByLabel('Password', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Change email address' }).click();
  await expect(login.getByText(`We have written to ${moved}.`)).toBeVisible();
  await page.goto(mailedLink(moved));
  await expect(main(page).getByText(`${moved} is confirmed.`)).toBeVisible();
  await page.goto('/user-info');
  await islandsReady(page);
  await expect(login.getByText(moved)).toBeVisible();

  await login.getByText('Change password').first().click();
  await login.getByLabel('Current password').fill(password);
  await login.getByLabel('New password').fill('salt-and-tide');
  await login.getByRole('button', { name: 'Save the password' }).click();
  await expect(login.getByText('Your new password is saved.')).toBeVisible();

  const data = part(page, 'My data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${moved}.json`);
  await data.getByText('Erase my account').click();
  await expectClean(page);
  await data.getByLabel('Password', { exact: true }).fill('salt-and-tide');
  await data.getByRole('button', { name: 'Erase for good' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/login');
  await logIn(page, moved, 'salt-and-tide');
  await expect(main(page).getByText('Wrong email or password.')).toBeVisible();
});

test('a checkout that asks for a login is opened after it as it was sent [ERR-02]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  const email = address('asked');
  await register(page, email);
  await page.request.post('/api/v1/customer/logout', { data: {} });
  await addToBag(page, 'tidal-mug', 'Oat');
  const sent: string[] = [];
  await page.route('**/api/v1/checkout', async (route) => {
    sent.push(route.request().postData() ?? '');
    if (sent.length === 1)
      await route.fulfill({ json: { code: 10110, msg: 'Please log in first', data: null } });
    else await route.continue();
  });
  await page.getByRole('button', { name: /^Checkout/ }).click();
  await page.waitForURL('**/login?return_url=**');
  await logIn(page, email);
  await page.waitForURL(/\/1\/checkouts\/[\w-]+/);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  // A checkout belongs to its customer: after logout it redirects to the login, and the login leads back.
  const checkout = new URL(page.url()).pathname;
  // Leave the page first: its own requests would also redirect to the login.
  await page.goto('about:blank');
  await page.request.post('/api/v1/customer/logout', { data: {} });
  await page.goto(checkout);
  await page.waitForURL('**/login?return_url=**');
  await logIn(page, email);
  await page.waitForURL(`**${checkout}`);
});
