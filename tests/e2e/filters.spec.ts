/** Filtering lists and searching: with forms when there are no scripts, on every choice when there are, in a sheet on phones. */
import type { Page } from '@playwright/test';
import { atRest, expect, expectAccessible, scriptsReady, test } from './fixtures.ts';

const titles = (page: Page) => page.locator('#products .card-title').allTextContents();
const canonical = (page: Page) => page.locator('link[rel=canonical]');

/** Opens the filter sheet on a phone. */
async function openFilters(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: /^Filter( \(|$)/ });
  if (await open.isVisible()) await open.click();
  await expect(page.locator('#filter-form')).toBeVisible();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a form filters a collection, sort and pages keep it, chips take it back [COLL-09, COLL-10]', async ({
    page,
  }) => {
    await page.goto('/collections/everything?sort_type=6');
    await openFilters(page);
    await page.getByRole('checkbox', { name: /^Oat/ }).first().check();
    await page.getByRole('spinbutton', { name: 'To' }).fill('60');
    await page.getByRole('button', { name: /^Show \d+ products$/ }).click();
    await page.waitForLoadState();
    const { searchParams } = new URL(page.url());
    expect(searchParams.getAll('opt.Colour')).toEqual(['Oat']);
    expect([searchParams.get('price_max'), searchParams.get('sort_type')]).toEqual(['60', '6']);
    const found = await titles(page);
    expect(found.length).toBeGreaterThan(1);
    await expect(page.locator('.toolbar-count')).toHaveText(`${found.length} products`);
    await expect(canonical(page)).toHaveAttribute('href', /\/collections\/everything$/);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');

    await page.getByRole('link', { name: 'Remove Up to $60.00' }).click();
    expect(new URL(page.url()).search).toBe('?opt.Colour=Oat&sort_type=6');
    expect((await titles(page)).length).toBeGreaterThan(found.length);
    await page.locator('.chips-clear').click();
    expect(new URL(page.url()).search).toBe('?sort_type=6');
  });

  test('a further page of a filtered list is one more of the same list [SRCH-11, COLL-10]', {
    tag: ['@desktop', '@all'],
  }, async ({ page }) => {
    await page.goto('/collections/everything?in_stock=1');
    const all = Number((await page.locator('.toolbar-count').textContent())?.match(/\d+/)?.[0]);
    await page.getByRole('link', { name: 'Page 2' }).click();
    expect(new URL(page.url()).search).toBe('?in_stock=1&page_num=2');
    await expect(page.locator('#products > li')).toHaveCount(all - 20);
    await expect(canonical(page)).toHaveAttribute('href', /\/collections\/everything$/);
  });

  test('what fits nothing says so and leads back', { tag: ['@desktop', '@all'] }, async ({ page }) => {
    await page.goto('/collections/table?opt.Glaze=Oat&price_min=9000');
    await expect(page.getByRole('heading', { name: 'No products match these filters' })).toBeVisible();
    await page.locator('.empty').getByRole('link', { name: 'Clear all' }).click();
    expect(new URL(page.url()).search).toBe('');
    await expect(page.locator('#products > li').first()).toBeVisible();
  });

  test('a search forgives, says what it looked for, and filters its results [SRCH-09, SRCH-10, COLL-10]', {
    tag: ['@desktop', '@all'],
  }, async ({ page }) => {
    await page.goto('/search?type=product&q=harbuor+lapm');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “harbour lamp”');
    await expect(page.getByText('No product has “harbuor lapm”')).toBeVisible();
    expect((await titles(page))[0]).toBe('Harbour lamp');
    await page.goto('/search?type=product&q=stoneware&opt.Glaze=Ink&sort_type=4');
    const found = await titles(page);
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual([...found].sort());
    // The URL uses the option's old name; the chip shows the current name of the filter.
    await page.getByRole('link', { name: 'Remove Colour: Ink' }).click();
    expect(new URL(page.url()).searchParams.get('q')).toBe('stoneware');
  });
});

test('what others take home stands below a short list without filters, as wide as the page, and leaves with the first filter [SRCH-09]', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/search?type=product&q=sofa');
  const others = page.getByRole('region', { name: 'What others take home' });
  await expect(others.locator('.card')).toHaveCount(4);
  const widths = () =>
    page.evaluate(() => {
      const widthOf = (place: string) => document.querySelector(place)!.getBoundingClientRect().width;
      return [widthOf('.found-instead'), widthOf('.listing'), widthOf('.found-instead .card')] as const;
    });
  const [own, all, card] = await widths();
  expect(own).toBeCloseTo(all, 0);
  expect(card).toBeGreaterThan(150);
  const form = page.locator('#filter-form');
  const opener = page.getByRole('button', { name: /^Filter/ });
  await expect(form.or(opener).locator('visible=true')).toHaveCount(0);
  // The last row never holds a single card.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(others.locator('.card').locator('visible=true')).toHaveCount(3);
  const filtered = new URL(page.url());
  filtered.searchParams.set('opt.Wood', 'Oak');
  await page.goto(filtered.href);
  await expect(page.locator('#products > li')).toHaveCount(1);
  await expect(others).toHaveCount(0);
  await expect(opener).toBeVisible();
  // Products that mention the search terms come first.
  await page.goto('/search?type=product&q=oat+mug');
  const near = page.getByRole('region', { name: 'You may also like' });
  await expect(near.locator('.card').first()).toContainText('Lull candle');
  await expect(near.locator('.card').locator('visible=true')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: /^Also found/ })).toHaveCount(0);
});

test('on a wide screen a choice is made at once and keeps its place [COLL-10]', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/collections/everything');
  const oat = page.getByRole('checkbox', { name: /^Oat/ }).first();
  await oat.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => {
    Object.assign(window, { isSamePage: true });
    return scrollY;
  });
  await oat.focus();
  const called = page.waitForRequest(/\/api\/v1\/productFilterSelector$/);
  await page.keyboard.press('Space');
  expect((await called).postDataJSON()).toMatchObject({
    filters: { options: { Colour: ['Oat'] } },
    page_size: 20,
  });
  await expect(page).toHaveURL(/\/collections\/everything\?opt\.Colour=Oat$/);
  await expect(oat).toBeChecked();
  await expect(oat).toBeFocused();
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThan(400);
  const filtered = await titles(page);
  await expect(page.getByRole('status')).toHaveText(`${filtered.length} products`);
  await page.getByLabel('Sort by').selectOption({ value: '6' });
  await expect(page).toHaveURL(/\?opt\.Colour=Oat&sort_type=6$/);
  await expect.poll(() => titles(page)).not.toEqual(filtered);
  expect((await titles(page)).toSorted()).toEqual(filtered.toSorted());
  await page.goBack();
  await expect(page).toHaveURL(/\?opt\.Colour=Oat$/);
  await expect.poll(() => titles(page)).toEqual(filtered);
  await page.goBack();
  await expect(page).toHaveURL(/\/collections\/everything$/);
  await expect(page.locator('.chips')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: /^Oat/ }).first()).not.toBeChecked();
  // No navigation loaded a new document; a reload gives the same result.
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.goForward();
  await expect.poll(() => titles(page)).toEqual(filtered);
  await page.reload();
  expect(await titles(page)).toEqual(filtered);
});

test('on a phone choices are gathered in a sheet whose button counts along [COLL-10]', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/collections/everything');
  await openFilters(page);
  await page.getByRole('checkbox', { name: /^Rust/ }).first().check();
  const show = page.getByRole('button', { name: /^Show \d+ products$/ });
  await expect(show).not.toHaveText('Show 26 products');
  const count = Number((await show.textContent())?.match(/\d+/)?.[0]);
  await show.click();
  await expect(page.locator('.toolbar-count')).toHaveText(`${count} products`);
  await expect(page.locator('#filters')).toBeHidden();
  await page.getByRole('button', { name: 'Filter (1)' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('#filters')).toBeHidden();
});

test('prices are chosen by a slider beside the fields, by keys and by hand, and both say the same [COLL-10]', {
  tag: '@all',
}, async ({ page, isMobile }) => {
  await page.goto('/collections/everything');
  await scriptsReady(page);
  await openFilters(page);
  const [from, to] = ['From', 'To'].map((end) => page.getByRole('slider', { name: `Price: ${end}` }));
  const fields = ['From', 'To'].map((end) => page.getByRole('spinbutton', { name: end }));
  const range = page.locator('.facet-range');
  await expect(range).toHaveText('$25.00 – $265.00');
  await atRest(page);
  const box = (await to!.boundingBox())!;
  await page.mouse.move(box.x + box.width - 12, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await expect(range).toHaveText('$25.00 – $145.00');
  await expect(fields[1]!).toHaveValue('145');
  await expect(fields[0]!).toHaveValue('');
  await page.mouse.up();
  const told = isMobile ? page.locator('[data-apply]') : page.locator('.toolbar-count');
  await expect(told).toHaveText(isMobile ? 'Show 23 products' : '23 products');
  await from!.focus();
  await page.keyboard.press('End');
  // The lower handle pushed the upper one to the end; moving back, it moves alone.
  await expect(range).toHaveText('$265.00 – $265.00');
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(range).toHaveText('$255.00 – $265.00');
  await expect(from!).toHaveAttribute('aria-valuetext', '$255.00');
  if (isMobile) {
    await fields[0]!.fill('60');
    await fields[0]!.blur();
    await expect(from!).toHaveValue('60');
    await page.locator('[data-apply]').click();
  }
  const chosen = isMobile ? 'price_min=60' : 'price_min=255';
  await expect(page).toHaveURL(new RegExp(`\\?${chosen}$`));
  await expect(page.locator('.chips').getByRole('link')).toHaveCount(2);
  // Focus stays on the handle that moved.
  if (!isMobile) await expect(from!).toBeFocused();
});

test('the slider is in the currency that prices are shown in, and there is none without scripts [COLL-10, CUR-05]', {
  tag: ['@desktop', '@all'],
}, async ({ page, browser, baseURL }) => {
  await page.addInitScript(() => localStorage.setItem('currency', 'EUR'));
  await page.goto('/collections/everything?price_min=60');
  await expect(page.locator('.facet-range')).toContainText('€');
  await scriptsReady(page);
  const from = page.getByRole('slider', { name: 'Price: From' });
  await from.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('spinbutton', { name: 'From' })).toHaveValue('65');
  await expect(page.locator('.facet-range')).toContainText('€');
  await expect(from).toHaveAttribute('aria-valuetext', /€/);
  const without = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await without.goto('/collections/everything?price_min=60');
  await expect(without.getByRole('spinbutton', { name: 'From' })).toHaveValue('60');
  await expect(without.getByRole('slider')).toHaveCount(0);
  await without.close();
});

test('filtered lists and searches that found nothing are accessible, and nothing is too wide', {
  tag: '@all',
}, async ({ page, isMobile }) => {
  for (const path of [
    '/collections/everything?opt.Glaze=Oat&in_stock=1',
    '/collections/table?vendor=x',
    '/search?q=harbuor',
  ]) {
    await page.goto(path);
    if (isMobile && path.includes('Oat')) await openFilters(page);
    await expectAccessible(page);
    const surplus = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(surplus, path).toBeLessThanOrEqual(0);
  }
});

test('a list that cannot be asked for is gone to, and a search is filtered in its place too [COLL-10]', {
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  await page.goto('/search?type=product&q=stoneware');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('checkbox', { name: /^Ink/ }).first().check();
  await expect(page).toHaveURL(/q=stoneware&opt\.Colour=Ink$/);
  await expect(page.locator('.chips')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.route('**/api/v1/productFilterSelector', (route) =>
    route.fulfill({ json: { code: 90000, msg: 'No.', data: null } }),
  );
  await page.getByLabel('Sort by').selectOption({ value: '4' });
  await expect(page).toHaveURL(/sort_type=4$/);
  await expect.poll(() => page.evaluate(() => 'isSamePage' in window)).toBe(false);
  const found = await titles(page);
  expect(found).toEqual(found.toSorted());
});
