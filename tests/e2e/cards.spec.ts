/** Product cards: thumbnails, quick add and quick view, by mouse, touch and keyboard, and without scripts. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';

const cardOf = (page: Page, title: string): Locator =>
  page.locator('#products .card', { has: page.getByRole('heading', { name: title, exact: true }) });
const mask = (page: Page) => page.getByRole('dialog', { name: 'Choose options Tidal mug' });
const bag = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' });
const quickView = (page: Page) => page.getByRole('dialog', { name: 'Quick view: Tidal mug' });

/** Opens a list and hovers over a card to show its actions. */
async function openList(page: Page, path = '/collections/table'): Promise<Locator> {
  await page.goto(path);
  await scriptsReady(page);
  const card = cardOf(page, 'Tidal mug');
  // Scroll the card to the top: a link above it, half under the sticky header, would be too small a target for axe.
  await card.evaluate((element) => element.scrollIntoView());
  await card.hover();
  return card;
}

test('a card shows picture, title, price, stars and thumbnails, which change its picture and where it leads [CARD-02, CARD-03, CARD-04, CARD-05]', async ({
  page,
}) => {
  const card = await openList(page);
  await expect(card.locator('.card-picture').first().getByRole('img')).toBeVisible();
  await expect(card.locator('.price')).toHaveText('$28.00');
  await expect(card.locator('.stars')).toHaveText('6 reviews');
  await expect(card.getByRole('img', { name: /out of 5 stars/ })).toBeVisible();
  const title = card.getByRole('heading').getByRole('link');
  await expect(title).toHaveAttribute('href', '/products/tidal-mug');

  const oat = card.getByRole('radio', { name: 'Oat' });
  await oat.check();
  const chosen = card.locator('.card-chosen[data-ready]');
  await expect(chosen).toHaveCSS('opacity', '1');
  await expect(title).toHaveAttribute('href', /^\/products\/tidal-mug\?variant=\d+$/);
  const oatPicture = await chosen.locator('img').getAttribute('src');
  // The thumbnails are one Tab stop; the arrow keys move between them.
  await oat.press('ArrowRight');
  await expect(card.getByRole('radio', { name: 'Ink' })).toBeChecked();
  await expect(chosen.locator('img')).not.toHaveAttribute('src', oatPicture ?? '');
});

test('two cards of a product choose each for itself, and Enter on a thumbnail leads to its variant [CARD-05]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  const card = await openList(page);
  // Imitate a list that arrives later, with the names the server writes.
  await card.evaluate((element) => {
    const later = element.parentElement!.cloneNode(true) as Element;
    for (const input of later.querySelectorAll('input')) input.name = 'variant-1';
    element.parentElement!.after(later);
    element.parentElement!.after(later.cloneNode(true));
  });
  const [first, second] = [card.nth(1), card.nth(2)];
  await second.hover();
  await second.getByRole('radio', { name: 'Ink' }).check();
  await first.getByRole('radio', { name: 'Oat' }).check();
  await expect(second.getByRole('radio', { name: 'Ink' })).toBeChecked();
  await first.getByRole('radio', { name: 'Oat' }).press('Enter');
  await page.waitForURL(/\/products\/tidal-mug\?variant=\d+$/);
  await expect(page.locator('#buy').getByRole('radio', { name: 'Oat' })).toBeChecked();
});

test('what is far below is laid out once the page is painted, and at once where somebody comes back', {
  tag: ['@mobile', '@all'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { wasSoon: document.documentElement.classList.contains('soon') });
    });
  });
  const wasSoon = () => page.evaluate(() => (window as { wasSoon?: boolean }).wasSoon);
  await page.goto('/collections/everything');
  expect(await wasSoon()).toBe(true);
  await expect(page.locator('html')).not.toHaveClass(/soon/);
  const leftOut = await page
    .locator('main *')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).contentVisibility === 'auto').length);
  expect(leftOut).toBe(0);
  await page.reload();
  expect(await wasSoon()).toBe(false);
  await page.goto('/products/tidal-mug#reviews');
  expect(await wasSoon()).toBe(false);
});

test('a product that is only ordered beforehand is chosen on its own page, and one nobody has judged has no stars [CARD-03]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await page.goto('/collections/wood');
  const card = cardOf(page, 'Bollard side table');
  await expect(card.getByText('Pre-order', { exact: true })).toBeVisible();
  await expect(card.locator('.stars')).toHaveCount(0);
  await scriptsReady(page);
  await card.hover();
  await card.getByRole('link', { name: 'Pre-order Bollard side table' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bollard side table');
});

/** Returns whether the CSS counter shows this text. No API returns it, so this compares a screenshot with the expected text. */
async function draws(page: Page, more: Locator, words: string): Promise<boolean> {
  const drawn = await more.screenshot();
  await page.evaluate((content) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`.thumb-more::before { content: ${JSON.stringify(content)} !important }`);
    document.adoptedStyleSheets = [sheet];
  }, words);
  const meant = await more.screenshot();
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return drawn.equals(meant);
}

test('a card has as many thumbnails as 38 px go into its width [CARD-06]', {
  tag: ['@all', '@mobile'],
}, async ({ page }) => {
  for (const width of [280, 320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/collections/table');
    const card = cardOf(page, 'Tidal mug');
    const shown = await card.evaluate((element) => [
      element.clientWidth,
      [...element.querySelectorAll('.thumb')].filter((thumb) => thumb.checkVisibility()).length,
    ]);
    const room = Math.min(4, Math.floor((shown[0] ?? 0) / 38));
    expect(shown, `${width} px`).toEqual([shown[0], room]);
    // The counter shows how many are left out and links to the product.
    const more = card.getByRole('link', { name: 'more of Tidal mug' });
    await expect(more).toHaveCount(room < 4 ? 1 : 0);
    if (room < 4)
      expect([await draws(page, more, '+1'), await draws(page, more, '+2')]).toEqual([true, false]);
    if (width === 320) await expect(more).toHaveAttribute('href', '/products/tidal-mug');
  }
});

test('quick add lets choose in a dialog, then puts the piece into the bag and shows it [CARD-08, CARD-11, CARD-12]', async ({
  page,
}) => {
  const card = await openList(page);
  const add = card.getByRole('link', { name: 'Choose options Tidal mug' });
  await add.click();
  const sage = mask(page).getByRole('button', { name: 'Sage' });
  await expect(sage).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(mask(page)).toHaveCount(0);
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await mask(page).getByRole('button', { name: 'Oat' }).press('Enter');
  await expect(bag(page).getByText('Oat', { exact: true })).toBeVisible();
  await expect(bag(page).getByText('Tidal mug')).toBeVisible();
  await expect(page.locator('[data-bag-count]').first()).toHaveText('1');
  await expect(mask(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bag(page)).toBeHidden();
  await expect(add).toBeFocused();
});

test('on a phone the choices stand in a sheet at the foot of the window; a tap beside it closes it and presses nothing [CARD-11]', {
  tag: '@mobile',
}, async ({ page }) => {
  const card = await openList(page);
  await card.getByRole('link', { name: 'Choose options Tidal mug' }).click();
  const { width, height } = page.viewportSize()!;
  await expect.poll(() => mask(page).boundingBox()).toMatchObject({ x: 0, width });
  const foot = async () => {
    const { y, height: own } = (await mask(page).boundingBox())!;
    return Math.round(y + own);
  };
  // Wait for the sheet to slide up.
  await expect.poll(foot).toBe(height);
  const box = (await mask(page).boundingBox())!;
  const list = page.url();
  // The gaps between the options are not clickable.
  await page.touchscreen.tap(width - 4, box.y + box.height - 4);
  await page.touchscreen.tap(width / 2, box.y + 20);
  await expect(mask(page)).toBeVisible();
  await page.touchscreen.tap(width / 2, box.y / 2);
  await expect(mask(page)).toHaveCount(0);
  await expect(page).toHaveURL(list);
});

test('the choices stand in the middle of a wide window; a second click where one has just appeared does not press it [CARD-11]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  const card = await openList(page);
  // Make the time in which the values ignore clicks longer than the test.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.card-values { animation-duration: 1000s !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await card.getByRole('link', { name: 'Choose options Tidal mug' }).click();
  const sage = mask(page).getByRole('button', { name: 'Sage' });
  await expect(sage).toBeFocused();
  const { width, height } = page.viewportSize()!;
  const middle = async () => {
    const box = (await mask(page).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
  };
  await expect.poll(middle).toEqual([width / 2, height / 2]);
  const box = (await sage.boundingBox())!;
  const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await press();
  await expect(mask(page)).toBeVisible();
  const values = mask(page).getByRole('group', { name: 'Glaze' });
  await values.evaluate((group) => group.getAnimations()[0]!.finish());
  await press();
  await expect(mask(page)).toHaveCount(0);
  await expect(bag(page).getByText('Sage', { exact: true })).toBeVisible();
});

test('two cards that are pressed while the choices load open one dialog [CARD-11]', {
  tag: ['@desktop', '@all'],
}, async ({ page }) => {
  await openList(page);
  const links = page.locator('#products .card-add[aria-haspopup]');
  await links.evaluateAll((all) => {
    for (const link of all.slice(0, 2)) (link as HTMLElement).click();
  });
  await expect(page.locator('dialog.card-mask[open]')).toHaveCount(1);
  await expect(page.locator('.card-add[aria-busy]')).toHaveCount(0);
  await expect(page.locator('dialog.card-mask')).toHaveCount(1);
});

test('a product without a choice goes into the bag at once; where scripts or answers fail, its page opens [CARD-10]', {
  tag: '@desktop',
}, async ({ page, trouble }) => {
  const title = 'Mast candlesticks';
  await page.goto('/collections/light');
  await scriptsReady(page);
  const card = cardOf(page, title);
  await card.hover();
  await card.getByRole('link', { name: `Add to bag ${title}` }).click();
  await expect(bag(page).getByText(title)).toBeVisible();
  await page.keyboard.press('Escape');

  trouble.expect(/503/);
  await page.route('**/api/v1/cart/product/*', (route) => route.fulfill({ status: 503, body: 'down' }));
  await page.reload();
  await scriptsReady(page);
  await card.hover();
  await card.getByRole('link', { name: `Add to bag ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('quick view shows the product without the shop around it, and what is added there is in the bag of this page [CARD-09, QV-01, QV-02, QV-04, QV-05]', {
  tag: '@desktop',
}, async ({ page }) => {
  const events: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/cart/add/event')) events.push(request.frame().url());
  });
  const card = await openList(page);
  const list = page.url();
  const view = card.getByRole('button', { name: 'Quick view Tidal mug' });
  await view.click();
  const frame = quickView(page).frameLocator('iframe');
  await expect(quickView(page).locator('iframe')).toHaveAttribute(
    'src',
    '/products/tidal-mug?p_source=quick',
  );
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Tidal mug');
  await expect(frame.getByRole('banner')).toHaveCount(0);
  await expect(frame.getByRole('contentinfo')).toHaveCount(0);
  await expect(quickView(page)).not.toHaveAttribute('aria-busy');
  // Escape closes the quick view, even from inside the frame.
  await frame.getByRole('radio', { name: 'Rust' }).check();
  await page.keyboard.press('Escape');
  await expect(quickView(page)).toHaveCount(0);
  await expect(view).toBeFocused();

  await view.click();
  await frame.getByRole('radio', { name: 'Rust' }).check();
  await frame.getByRole('button', { name: 'Add to bag' }).click();
  await expect(bag(page).getByText('Rust', { exact: true })).toBeVisible();
  await expect(quickView(page)).toHaveCount(0);
  await expect(page.locator('[data-bag-count]').first()).toHaveText('1');
  expect(events).toEqual([list]);
});

test('a quick view has two columns, in a narrow window it is a sheet; what buys is in sight in both [QV-01, R151]', {
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  const sizes = [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const;
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const card = await openList(page);
    const view = card.getByRole('button', { name: 'Quick view Tidal mug' });
    await view.press('Enter');
    const frame = quickView(page).frameLocator('iframe');
    await expect(quickView(page)).not.toHaveAttribute('aria-busy');
    const add = frame.getByRole('button', { name: 'Add to bag' });
    for (const part of [frame.getByRole('heading', { level: 1 }), frame.locator('#price'), add])
      await expect(part, `${width} px`).toBeInViewport({ ratio: 1 });
    await expect(frame.getByRole('radio', { name: 'Rust' })).toBeInViewport();
    const [dialog, picture, name] = await Promise.all(
      [quickView(page), frame.locator('.gallery-frame'), frame.getByRole('heading', { level: 1 })].map(
        async (part) => (await part.boundingBox())!,
      ),
    );
    expect(name!.x, `${width} px`).toBeGreaterThan(picture!.x + picture!.width);
    if (width > 390) {
      expect(picture!.width).toBeGreaterThan(0.4 * dialog!.width);
      expect(picture!.y + picture!.height).toBeLessThan(dialog!.y + dialog!.height);
    } else {
      expect([dialog!.x, dialog!.width, dialog!.y + dialog!.height]).toEqual([0, width, height]);
      expect(picture!.width).toBeLessThan(120);
      // The button stays visible while the content scrolls.
      await frame.locator('.fold').last().scrollIntoViewIfNeeded();
      await expect(add).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press('Escape');
    await expect(quickView(page)).toHaveCount(0);
    await expect(view).toBeFocused();
  }
});

test('a finger opens the quick view by its button, and the product by its card [CARD-04, CARD-09, R151]', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/collections/table');
  await scriptsReady(page);
  const card = cardOf(page, 'Tidal mug');
  await expect(card.getByRole('link', { name: 'Choose options Tidal mug' })).toBeVisible();
  await card.getByRole('button', { name: 'Quick view Tidal mug' }).tap();
  await expect(quickView(page)).not.toHaveAttribute('aria-busy');
  await quickView(page).getByRole('button', { name: 'Close' }).tap();
  await expect(quickView(page)).toHaveCount(0);
  await card.locator('.card-frame').tap({ force: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidal mug');
});

test('a frame that shows an error page gives way to the error box [QV-03]', {
  tag: ['@desktop', '@all'],
}, async ({ page, trouble }) => {
  trouble.expect(/404/);
  const card = await openList(page);
  await page.route('**/products/*p_source=quick', async (route) => {
    const response = await route.fetch({ url: new URL('/nothing-here', page.url()).href });
    await route.fulfill({ response });
  });
  await card.getByRole('button', { name: 'Quick view Tidal mug' }).click();
  await expect(quickView(page).locator('.quick-view-error')).toContainText('could not be shown');
  await expect(quickView(page).locator('iframe')).toHaveCount(0);
  await expectAccessible(page, '.quick-view');
  await quickView(page).getByRole('link', { name: 'Open the product page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidal mug');
});

test('choosing on a card and quick view are accessible', { tag: '@all' }, async ({ page, isMobile }) => {
  const card = await openList(page);
  await card.getByRole('radio', { name: 'Oat' }).check();
  await expect(card.locator('.card-chosen[data-ready]')).toHaveCSS('opacity', '1');
  await expectAccessible(page);
  await card.getByRole('link', { name: 'Choose options Tidal mug' }).click();
  await expect(mask(page).getByRole('button', { name: 'Sage' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // On a touch screen a tap on the card opens the product.
  if (isMobile) return;
  await card.getByRole('button', { name: 'Quick view Tidal mug' }).press('Enter');
  await expect(quickView(page)).not.toHaveAttribute('aria-busy');
  await expectAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('quick add leads to the product, and nothing is offered that cannot work', {
    tag: ['@desktop', '@all'],
  }, async ({ page }) => {
    await page.goto('/collections/table');
    const card = cardOf(page, 'Tidal mug');
    for (const button of await card.locator('.card-view').all()) await expect(button).toBeHidden();
    await expect(card.locator('.card-add')).toHaveAttribute('href', '/products/tidal-mug');
  });
});
