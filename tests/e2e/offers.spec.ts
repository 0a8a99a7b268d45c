/** Promotions as shoppers see them: on a product page, on their own pages, and in the line above the footer. */
import type { Page } from '@playwright/test';
import type { ResponseData } from '#lib/contract/endpoint.ts';
import type { Endpoints } from '#lib/contract/table.ts';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';

type Discounts = ResponseData<Endpoints['GET /api/v2/products/:id/discount']>;

const setNamed = (page: Page, title: string) => page.getByRole('main').getByRole('region', { name: title });

/** Returns the bag as the browser stores it: title, quantity and promotion code of each line. */
const bagOf = (page: Page) =>
  page.evaluate(() => {
    const bag = JSON.parse(localStorage.getItem('cart') ?? '{"lines":[]}');
    return (bag.lines as { title: string; quantity: number; code: string }[])
      .map(({ title, quantity, code }) => [title, quantity, code])
      .sort();
  });

test('a product’s page tells of its discounts, as the shop’s call does, and its scripts wait until what is to be seen is there; other pages tell nothing and fetch nothing [PDP-11]', {
  tag: '@desktop',
}, async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/offers/.test(request.url())) scripts.push(request.url());
  });
  await page.goto('/products/tidal-mug');
  await scriptsReady(page);
  await expect(page.locator('#offers, .set, .set-table')).toHaveCount(0);
  expect(scripts).toEqual([]);

  const html = await (await page.goto('/products/everyday-plates'))!.text();
  const modules = html.split('<script type="module"').slice(0, -1);
  expect(modules.length).toBeGreaterThan(2);
  for (const before of modules) expect(before.slice(-100)).toMatch(/<template data-later>$/);
  const id = await page.locator('.product').getAttribute('data-product');
  const answer = await page.request.get(`/api/v2/products/${id}/discount`);
  const { data } = (await answer.json()) as { data: Discounts };
  const titles = data.map(({ params }) => String(params[0]));
  expect(titles).toContain('Lay the whole table: the more pieces, the less each');
  const notes = page.getByRole('list', { name: 'Offers' });
  await expect(notes.getByRole('link')).toHaveText(titles);
  await expect(notes).toContainText('Buy 2, save 10%');
});

test('before something is added the page says what the bag would save with it; whoever has a bag is told of theirs, before they touch anything [PDP-15]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/products/everyday-plates');
  await scriptsReady(page);
  const saving = page.locator('#saving');
  await saving.scrollIntoViewIfNeeded();
  await expect(saving).toHaveText('1 more from this offer for 10% off');
  await page.getByRole('button', { name: 'One more' }).click();
  await expect(saving).toHaveText('Adding this saves $19.20. 2 more from this offer for 15% off');
  await page.locator('#buy').getByRole('button', { name: 'Add to bag' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete' }).first()).toBeVisible();
  await page.reload();
  await expect(saving).toHaveText(/^Adding this saves/);
});

test('what is bought together is chosen and added as one set at its own price [PDP-12]', async ({ page }) => {
  await page.goto('/products/creel-stool');
  await scriptsReady(page);
  const set = setNamed(page, 'A corner of oak');
  await set.scrollIntoViewIfNeeded();
  const sum = set.locator('.set-sum');
  await expect(sum).toContainText('Together $337.50 instead of $375.00');
  await expectAccessible(page, '.set');
  const add = set.getByRole('button', { name: 'Add the set' });

  await set.getByRole('checkbox', { name: 'Drift tray' }).uncheck();
  await expect(sum).toContainText('Together $285.95 instead of $301.00');
  await expect(sum).toContainText('1 more for 10% off');
  await set.getByRole('checkbox', { name: 'Meridian clock' }).uncheck();
  await expect(add).toBeDisabled();
  await set.getByRole('checkbox', { name: 'Drift tray' }).check();
  await set.getByRole('checkbox', { name: 'Meridian clock' }).check();
  await expect(sum).toContainText('Together $337.50');

  // The set starts with the variant selected above it.
  const chosen = set.getByLabel('Which Creel stool').locator('option:checked');
  await expect(chosen).toHaveText('Oak');
  await page.locator('#buy').getByRole('radio', { name: 'Walnut' }).check();
  await expect(chosen).toHaveText('Walnut');

  await add.click();
  const bag = page.getByRole('dialog', { name: 'Shopping Cart' });
  await expect(bag).toBeVisible();
  const code = await set.getAttribute('data-code');
  // The bag may also contain a gift.
  const inSet = async () => (await bagOf(page)).filter(([, , of]) => of === code);
  await expect.poll(inSet).toEqual([
    ['Creel stool', 1, code],
    ['Drift tray', 1, code],
    ['Meridian clock', 1, code],
  ]);
});

test('a set is bought from its own page, which says what it saves and on what terms [PDP-12]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/promotions/a-quiet-evening');
  await scriptsReady(page);
  const set = setNamed(page, 'Choose your set');
  for (const title of ['Windbreak throw', 'Lull candle', 'Saltglass carafe'])
    await expect(page.getByRole('main').getByText(title, { exact: true })).toHaveCount(1);
  await expect(set.locator('img')).toHaveCount(3);
  await expect(page.locator('.cards')).toHaveCount(0);
  await expect(set).toContainText('You save $29.00');
  await expect(page.locator('.offer-terms')).toContainText(/^Arrives .* United States/);
  await expect(page.locator('.offer-note')).toContainText('while all of its items are in one bag');
  await set.getByLabel('Which Saltglass carafe').selectOption('Smoke');
  await expectAccessible(page);
  await set.getByRole('button', { name: 'Add the set' }).click();
  await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible();
  await expect
    .poll(() => bagOf(page))
    .toEqual([
      ['Lull candle', 1, 'QUIET-EVENING'],
      ['Saltglass carafe', 1, 'QUIET-EVENING'],
      ['Windbreak throw', 1, 'QUIET-EVENING'],
    ]);
});

test('on phones the checkboxes of a set are on the images and cover neither titles nor prices [PDP-12]', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/promotions/a-corner-of-oak');
  await scriptsReady(page);
  const items = page.locator('.offer-whole .set-item:has(.set-box)');
  await expect(items).not.toHaveCount(0);
  for (const item of await items.all()) {
    const [box, image, texts] = await Promise.all(
      ['.set-box', 'img', 'div:first-of-type'].map(async (part) => (await item.locator(part).boundingBox())!),
    );
    expect(box!.x).toBeGreaterThanOrEqual(image!.x);
    expect(box!.x + box!.width).toBeLessThanOrEqual(image!.x + image!.width);
    expect(box!.x + box!.width).toBeLessThan(texts!.x);
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(40);
  }
});

test('any two of a pool are picked, one of them twice if wanted [PDP-14]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/products/boulder-vase');
  await scriptsReady(page);
  const set = setNamed(page, 'Any two vases');
  await set.scrollIntoViewIfNeeded();
  const sum = set.locator('.set-sum');
  const [first, second] = [set.getByLabel('Piece 1'), set.getByLabel('Piece 2')];
  await expect(sum).toContainText('Together $120.00 instead of');
  await expect(set.locator('.set-title')).toHaveText(['Boulder vase', 'Buoy bottle vase']);
  const ink = await first.inputValue();
  await second.selectOption(ink);
  await expect(set.locator('.set-title')).toHaveText(['Boulder vase', 'Boulder vase']);
  await expect(sum).toContainText('Together $120.00 instead of $172.00');
  await set.getByRole('button', { name: 'Add the set' }).click();
  await expect.poll(() => bagOf(page)).toEqual([['Boulder vase', 2, await set.getAttribute('data-code')]]);
});

test('several variants are added at once from a table, each with its pieces [PDP-13]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/products/deckchair-cushion');
  await scriptsReady(page);
  await page.getByText('Several at once').click();
  const table = page.locator('.set-table');
  await table.getByRole('spinbutton', { name: 'Ink' }).fill('1');
  await expect(table.locator('.set-sum')).toContainText('Pieces: 1');
  await table.getByRole('spinbutton', { name: 'Sage' }).fill('1');
  await expect(table.locator('.set-sum')).toContainText('Together $122.40 instead of $136.00');
  await expectAccessible(page, '.set-table');
  await table.getByRole('button', { name: 'Add all' }).click();
  await expect
    .poll(() => bagOf(page))
    .toEqual([
      ['Deckchair cushion', 1, ''],
      ['Deckchair cushion', 1, ''],
    ]);
});

test('a promotion’s page shows its rules and products, and is found by search engines [DISC-24]', {
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  const answer = await page.goto('/promotions/lay-the-table');
  expect(answer?.status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('data-page', 'promotions');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Lay the whole table/);
  await expect(page.getByRole('list', { name: 'How it works' }).getByRole('listitem')).toHaveText([
    'Buy 2, save 10%',
    'Buy 4, save 15%',
    'Different products count together',
  ]);
  await expect(page.locator('.cards .card-title')).toHaveText([
    'Cove cup and saucer',
    'Everyday plates',
    'Dune platter',
  ]);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/promotions\/lay-the-table$/);
  await expectAccessible(page);
  expect((await page.request.get('/promotions/nothing')).status()).toBe(404);
  await page.goto('/de/promotions/lay-the-table');
  await expect(page.locator('.offer-rules')).toContainText('Ab 2 Stück 10 % weniger');
});

test('the line above the footer slides through the offers by itself until it is stopped, and stands still for whoever wants less motion [BAG-22, FTR-27, BAG-47]', {
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  await page.goto('/collections');
  await scriptsReady(page);
  const ribbon = page.getByRole('region', { name: 'Offers' });
  await expect(ribbon).toHaveAttribute('data-speed', '2');
  await ribbon.scrollIntoViewIfNeeded();
  const at = () => ribbon.locator('[data-track]').evaluate((track) => track.scrollLeft);
  await expect.poll(at).toBeGreaterThan(0);
  const stop = ribbon.getByRole('button', { name: 'Pause slideshow' });
  await stop.click();
  await expect(ribbon).toHaveClass(/carousel-stopped/);
  await expect(ribbon.getByRole('button', { name: 'Play slideshow' })).toBeVisible();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await scriptsReady(page);
  await ribbon.scrollIntoViewIfNeeded();
  await expect(ribbon).toHaveClass(/carousel-stopped/);
  expect(await at()).toBe(0);
});

test('a product’s marketing events come with the demo shop: a note, a countdown, a livelier button [MKT-03, MKT-04, MKT-05]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/products/boulder-vase');
  await expect(page.locator('#events')).toContainText('Thrown by hand');
  await expect(page.locator('#events svg')).toHaveCount(1);
  await page.goto('/products/cove-cup-and-saucer');
  const timer = page.locator('#events').getByRole('timer');
  await expect(timer).toContainText(/^A pot of tea is drawing\. 0\d:\d\d:\d{3}$/);
  await page.goto('/products/windbreak-throw');
  await expect(page.locator('#buy [type=submit]').first()).toHaveClass(/lively/);
  await expect(page.locator('#buy [name=buy-now]')).not.toHaveClass(/lively/);
});
