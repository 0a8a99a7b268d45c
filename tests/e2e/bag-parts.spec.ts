/** Contents of the bag: groups, gifts, coupon and totals, and how they behave when a request fails. */
import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { quietEvening, storeBag, storedLine, withBagStyle } from './stored-bag.ts';

const total = (page: Page) => page.locator('.bag-total span').last();
const line = (page: Page, title: string) => page.locator('.bag-line', { hasText: title });
const group = (page: Page, name: string) => page.getByRole('region', { name });
const tier = '2 more from this offer for 15% off';
const plates = [
  storedLine(4, 14, 'Oat plates', { options: [{ name: 'Glaze', value: 'Oat' }] }),
  storedLine(4, 15, 'Ink plates', { options: [{ name: 'Glaze', value: 'Ink' }] }),
];
const mug = storedLine(1, 1, 'Tidal mug');
const stool = storedLine(13, 38, 'Creel stool');
const throwOfLinen = storedLine(21, 65, 'Windbreak throw');

test('the empty bag says what is on now, leads back to the shop and keeps its promises [BAG-16, BAG-17, BAG-44]', async ({
  page,
}) => {
  const asked = page.waitForResponse('**/api/v2/cart/empty/discount');
  await page.goto('/cart');
  const hints = (await (await asked).json()).data as { params: string[]; seo_url: string }[];
  const list = page.getByRole('region', { name: 'Offers now' }).getByRole('link');
  expect(hints.length).toBeGreaterThan(4);
  await expect(list).toHaveCount(3);
  await expect(list.first()).toHaveText(hints[0]!.params[0]!);
  await expect(list.first()).toHaveAttribute('href', `/promotions/${hints[0]!.seo_url}`);
  await expect(page.getByRole('link', { name: 'Continue shopping' })).toHaveAttribute('href', '/');
  await expect(page.locator('.bag-frame .trust')).toBeVisible();
});

test.describe('without scripts', { tag: '@desktop' }, () => {
  test.use({ javaScriptEnabled: false });

  test('the bag’s page has its promises and a way on, and waits for nothing [BAG-44]', async ({ page }) => {
    await page.goto('/cart');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.noscript')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue shopping' })).toBeVisible();
    await expect(page.locator('.bag-frame .trust')).toBeVisible();
    await expect(page.getByRole('region', { name: 'What others take home' })).toBeVisible();
    await expect(page.locator('.bag-wait')).toBeHidden();
  });
});

test('groups stand under their promotions; a bundle is one thing with one price [BAG-03, BAG-04, DISC-09, DISC-10]', async ({
  page,
}) => {
  await storeBag(page, [...plates, mug, ...quietEvening()]);
  await page.goto('/cart');
  await expect(page.locator('html')).toHaveAttribute('data-page', 'cart');
  // 2 plates at 96.00 less 10 %, a mug, a set of three at 195.00.
  await expect(total(page)).toHaveText('$395.80');
  await expect(page.locator('.bag-summary')).toContainText('You save $48.20');
  await expect(group(page, tier).locator('.bag-line')).toHaveCount(2);
  const banner = group(page, tier).getByRole('link', { name: tier });
  await expect(banner).toHaveAttribute('href', '/promotions/lay-the-table');
  await expect(banner).toHaveText(/^10% off applied · 2 more from this offer for 15% off/);
  await expect(banner).toHaveCSS('background-color', 'rgb(231, 237, 228)');
  const set = group(page, 'A quiet evening: throw, candle and carafe');
  await expect(set.locator('.bag-line')).toHaveCount(3);
  await expect(set.locator('.bag-set')).toContainText('$195.00');
  await expect(page.getByRole('progressbar')).toHaveAccessibleName('Free shipping is yours');
  await expect(page.getByRole('button', { name: /^Checkout/ })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible();
  await set.getByRole('button', { name: /One more/ }).click();
  await expect(set.locator('.bag-set')).toContainText('$390.00');
  await expect(total(page)).toHaveText('$590.80');
  await set.getByRole('button', { name: /Delete the set/ }).click();
  await expect(set).toHaveCount(0);
  await expect(total(page)).toHaveText('$200.80');
});

test('lines and groups are chosen or left in the bag; only what is chosen is paid [BAG-38, BAG-42]', {
  tag: '@desktop',
}, async ({ page }) => {
  await storeBag(page, [...plates, mug, ...quietEvening()]);
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$395.80');
  // Without the checkboxes, the whole bag is ordered.
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const all = page.getByRole('checkbox', { name: 'Select all', exact: true });
  await page.getByRole('button', { name: 'Order only some of these' }).press('Enter');
  await expect(all).toBeFocused();
  await expect(all).toBeChecked();
  await page.getByRole('checkbox', { name: 'Select Tidal mug' }).uncheck();
  await expect(total(page)).toHaveText('$367.80');
  await expect(all).toHaveJSProperty('indeterminate', true);
  // By keyboard only.
  await page.getByRole('checkbox', { name: `Select all items in ${tier}` }).focus();
  await page.keyboard.press('Space');
  await expect(total(page)).toHaveText('$195.00');
  await expect(page.getByRole('checkbox', { name: 'Select Oat plates' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: /^Select all items in A quiet evening/ }).uncheck();
  await expect(page.locator('.bag-problem')).toHaveText('Select what you would like to order.');
  await expect(page.locator('#live')).toHaveText('Select what you would like to order.');
  await expect(page.getByRole('button', { name: /^Checkout/ })).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(all).not.toBeChecked();
  await all.check();
  await expect(total(page)).toHaveText('$395.80');
});

test('a set that is not whole and what is sold out cannot be chosen; the rest can be ordered [BAG-40, BAG-41]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  const soldOut = storedLine(3, 13, 'Shore bowl');
  const rust = storedLine(1, 2, 'Rust mug');
  await storeBag(page, [mug, rust, soldOut, ...quietEvening().slice(0, 2)]);
  await page.goto('/cart');
  await expect(total(page)).toHaveText('$56.00');
  await expect(line(page, 'Shore bowl')).toContainText('sold out');
  await page.getByRole('button', { name: 'Order only some of these' }).click();
  const set = group(page, 'A quiet evening: throw, candle and carafe');
  await expect(set.getByRole('checkbox')).toBeDisabled();
  await expect(set.getByRole('checkbox')).not.toBeChecked();
  await expect(set.locator('.bag-line').first()).toContainText('Product information updated');
  await expectAccessible(page);
  const sent = page.waitForRequest('**/api/v1/checkout');
  await page.getByRole('button', { name: /^Checkout/ }).click();
  const [plain, bundle] = (await sent).postDataJSON().checkouts;
  const chosen = (group: { variant_items: { is_selected: number }[] }) =>
    group.variant_items.map(({ is_selected }) => is_selected);
  expect([chosen(plain), chosen(bundle)]).toEqual([
    [1, 1, 0],
    [0, 0],
  ]);
  await page.waitForURL(/\/1\/checkouts\//);
});

test('a gift comes with what earns it, goes with it, and stays away when it is deleted [GIFT-01, GIFT-06, GIFT-07]', async ({
  page,
}) => {
  await storeBag(page, [stool, mug]);
  await page.goto('/cart');
  const gift = line(page, 'Lull candle');
  await expect(gift).toContainText('Gift');
  await expect(gift).toContainText('Free');
  await expect(page.locator('#live')).toHaveText('Added to your bag as a gift: Lull candle.');
  await expect(total(page)).toHaveText('$217.00');
  const steps = page.getByRole('region', { name: 'Gifts' });
  await expect(steps).toContainText('Reached: Your gift');
  await expect(steps).toContainText('Not reached yet: Spend $111.00 more for a gift');
  await expect(steps.getByRole('listitem')).toHaveText([
    /Lull candle.*In your bag/,
    /Lull candle/,
    /Shell bud vases/,
  ]);
  // A gift already in the bag has its image in the line, not in the steps.
  await expect(steps.getByRole('listitem').filter({ has: page.locator('img') })).toHaveText([
    /Shell bud vases/,
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Order only some of these' }).click();
  await page.getByRole('checkbox', { name: 'Select Creel stool' }).uncheck();
  await expect(gift).toHaveCount(0);
  await expect(page.locator('.bag-notice')).toHaveText('Removed from your bag: Lull candle.');
  await page.getByRole('checkbox', { name: 'Select Creel stool' }).check();
  await expect(gift).toHaveCount(1);
  await gift.getByRole('button', { name: 'Delete Lull candle' }).click();
  await expect(gift).toHaveCount(0);
  await page.getByRole('button', { name: 'One more Tidal mug' }).click();
  await expect(total(page)).toHaveText('$245.00');
  await expect(gift).toHaveCount(0);
  await steps.getByRole('button', { name: 'Add Lull candle as a gift' }).click();
  await expect(gift).toHaveCount(1);
});

test('the bag page has small steppers and, on a phone, a button with the total; the checkout takes part in the transition', async ({
  page,
  isMobile,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await storeBag(page, [storedLine(8, 26, 'Saltglass tumblers')]);
  await page.goto('/cart');
  const button = page.locator('.bag-page').getByRole('button', { name: 'Checkout' });
  await expect(total(page)).toHaveText('$52.00');
  await page.getByRole('button', { name: 'One more Saltglass tumblers' }).click();
  await expect(total(page)).toHaveText('$104.00');
  await expect(button).toHaveAccessibleName(isMobile ? 'Checkout · $104.00' : 'Checkout');
  const stepper = await page.locator('.bag-quantity').boundingBox();
  expect(stepper?.width).toBe(120);
  // Delay the second stylesheet until the first has loaded.
  const first = page.waitForResponse(/\/theme-(?!shop)/).then((response) => response.finished());
  await page.route(/Checkout\..*\.css/, async (route) => {
    await first;
    await route.continue();
  });
  await button.click();
  await expect(page).toHaveURL(/checkouts/);
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('the drawer offers two things that go with what is in it: one pressed goes in, and shipping is free', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await storeBag(page, [storedLine(8, 26, 'Saltglass tumblers')]);
  await page.goto('/collections');
  await page.locator('[data-bag-link]').click();
  const drawer = page.getByRole('dialog', { name: /^Shopping Cart/ });
  const offered = drawer.getByRole('region', { name: 'Goes with this' });
  await expect(offered.getByRole('listitem')).toHaveCount(2);
  const title = (await offered.getByRole('link').first().textContent())!;
  const way = drawer.getByRole('progressbar');
  await expect(way).toHaveAccessibleName(`$7.00 to free shipping. Adding the ${title} would get you there.`);
  await offered.getByRole('button', { name: `Add ${title} to the bag` }).press('Enter');
  await expect(line(page, title)).toHaveCount(1);
  await expect(way).toHaveAccessibleName('Free shipping is yours');
  await expect(offered.getByRole('link', { name: title })).toHaveCount(0);
  await expect(offered.locator(':focus')).toHaveText('Goes with this');
  await drawer.getByRole('link', { name: 'View bag' }).click();
  await page.waitForURL('**/cart');
});

test('the best code fills itself in, can be taken away, and typed in again [DISC-12, DISC-13, DISC-14]', {
  tag: '@all',
}, async ({ page }) => {
  await storeBag(page, [throwOfLinen]);
  await page.goto('/cart');
  await expect(page.locator('.bag-code-chip')).toHaveText('LINEN15');
  await expect(total(page)).toHaveText('$113.00');
  await page.getByRole('button', { name: 'Remove discount code LINEN15' }).click();
  await expect(total(page)).toHaveText('$128.00');
  const opener = page.getByRole('button', { name: 'Add a discount code' });
  await expect(opener).toBeFocused();
  // The code is not applied automatically again in this session.
  await page.reload();
  await expect(total(page)).toHaveText('$128.00');
  await opener.click();
  const field = page.getByRole('textbox', { name: 'Discount code' });
  await expect(field).toBeFocused();
  await field.fill('NOTHING');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('This code is unknown or has expired.');
  await expect(page.locator('#live')).toHaveText('This code is unknown or has expired.');

  const asks = async (route: Route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, need_second_confirm: true } } });
  };
  await page.route('**/api/v2/checkouts/discount', asks);
  await field.fill('linen15');
  await field.press('Enter');
  const question = page.getByRole('alertdialog', {
    name: 'The coupon code will cause the order discount amount to be smaller',
  });
  await expect(question.getByRole('button', { name: 'Use linen15' })).toBeFocused();
  await expectAccessible(page, '[role=alertdialog]');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(total(page)).toHaveText('$128.00');
  await field.press('Enter');
  await expect(question).toBeVisible();
  await page.unroute('**/api/v2/checkouts/discount', asks);
  const again = page.waitForRequest('**/api/v2/checkouts/discount');
  await question.getByRole('button', { name: 'Use linen15' }).click();
  expect((await again).postDataJSON()).toMatchObject({ coupon: 'linen15', is_do_second_confirm: 1 });
  await expect(total(page)).toHaveText('$113.00');
  await expect(question).toHaveCount(0);
});

test('a customised picture is shown as large as the window [BAG-23, BAG-37]', { tag: '@all' }, async ({
  page,
}) => {
  const picture = await (await page.request.get('/api/v1/storefront/product?id=1')).json();
  const image = `/media/${picture.data.pictures[0].id}/800.jpeg`;
  await storeBag(page, [storedLine(1, 1, 'Tidal mug', { customizedCompositeImage: image }), stool]);
  await page.goto('/cart');
  const button = line(page, 'Tidal mug').getByRole('button', { name: 'View Image' });
  await button.click();
  const viewer = page.locator('dialog.viewer');
  await expect(viewer.locator('img')).toHaveAttribute('src', image);
  await expect(viewer.locator('img')).toHaveJSProperty('complete', true);
  await expectAccessible(page, 'dialog.viewer');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(page.getByRole('button', { name: 'View Image' })).toHaveCount(1);
});

test('the dropdown opens with a spinner, then shows head, lines, banners, sums and the ways on, priced at every opening [BAG-02, BAG-05, BAG-08, BAG-09, BAG-10, BAG-11, BAG-12, BAG-14, BAG-15, BAG-18, BAG-46]', {
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  const panel = page.getByRole('dialog', { name: /^Shopping Cart/ });
  const icon = page.locator('[data-bag-link]');
  await withBagStyle(page, '/collections', 'dropdown');
  const held: Route[] = [];
  await page.route('**/api/v2/cart/discount', (route) => void held.push(route));
  await storeBag(page, [...plates, { ...mug, quantity: 3 }]);
  await page.goto('/collections');
  await icon.click();
  await expect(panel).toHaveClass(/bag-dropdown/);
  await expect(panel.locator('.bag-wait')).toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('.bag-line')).toHaveCount(0);
  await expect.poll(() => held.length).toBe(1);
  await held[0]!.continue();
  await expect(page.locator('.bag-line')).toHaveCount(3);
  await expect(panel.locator('.bag-wait')).toHaveCount(0);
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('Shopping Cart 5');
  await expect(panel.getByRole('link', { name: tier })).toBeVisible();
  await expect(panel.getByRole('progressbar')).toBeVisible();
  await expect(panel).toContainText('You save $19.20');
  await expect(total(page)).toHaveText('$256.80');
  await expect(panel.getByRole('link', { name: 'View bag' })).toHaveAttribute('href', '/cart');
  await expect(panel.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible();
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(icon).toBeFocused();
  await icon.click();
  await expect.poll(() => held.length).toBe(2);
  // Cached lines appear at once; only the totals wait for pricing.
  await expect(page.locator('.bag-line')).toHaveCount(3);
  await held[1]!.continue();
  await expect(total(page)).toHaveText('$256.80');
});
