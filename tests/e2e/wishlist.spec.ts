/** The wishlist: hearts, the page, what an account adds, and the share link (R170). */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, holdScripts, islandsReady, scriptsReady, test } from './fixtures.ts';

const password = 'tide-and-salt';
const cardOf = (page: Page, title: string): Locator =>
  page.locator('.cards .card', { has: page.getByRole('heading', { name: title, exact: true }) });
const heartOf = (card: Locator, title: string) =>
  card.getByRole('button', { name: `Save to wishlist ${title}`, exact: true });
const main = (page: Page) => page.getByRole('main');
const said = (page: Page) => page.locator('#live');

async function openWishlist(page: Page, path = '/wishlist'): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
  await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0);
}

/** Scrolls to the top first: under a sticky header, axe would see the test-mode text without the bar behind it. */
async function expectClean(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.locator('.header-stuck')).toHaveCount(0);
  await expectAccessible(page);
}

/** Saves a product with its card's heart. */
async function save(page: Page, path: string, title: string): Promise<Locator> {
  await page.goto(path);
  await scriptsReady(page);
  const card = cardOf(page, title);
  await card.evaluate((element) => element.scrollIntoView());
  await card.hover();
  const heart = heartOf(card, title);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  return card;
}

test('a heart on a card saves it with the variant chosen there; the page shows it, puts it into the bag and takes it out [R170]', async ({
  page,
  isMobile,
}) => {
  await page.goto('/collections/table');
  await scriptsReady(page);
  const card = cardOf(page, 'Tidal mug');
  await card.evaluate((element) => element.scrollIntoView());
  const heart = heartOf(card, 'Tidal mug');
  if (isMobile) await expect(heart).toBeVisible();
  await card.hover();
  await card.getByRole('radio', { name: 'Oat' }).check();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(said(page)).toHaveText('Saved to your wishlist');
  await expectClean(page);
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await expect(said(page)).toHaveText('Removed from your wishlist');
  await heart.press('Enter');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await save(page, '/collections/light', 'Mast candlesticks');

  // On other pages the heart fills on hovering over any card.
  await page.goto('/collections/table');
  await scriptsReady(page);
  const first = page.locator('.cards .card').first();
  if (isMobile) await first.dispatchEvent('touchstart');
  else await first.hover();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');

  if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  else await page.locator('.dropdown summary[aria-label="Account"]').click();
  await page.getByRole('link', { name: 'Wishlist' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wishlist');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  const titles = main(page).locator('.card-title');
  await expect(titles).toHaveText(['Mast candlesticks', 'Tidal mug']);
  const mug = cardOf(page, 'Tidal mug');
  await expect(mug).toContainText('Oat');
  await expect(mug.getByRole('link', { name: 'Tidal mug', exact: true })).toHaveAttribute(
    'href',
    /\?variant=\d+$/,
  );
  await expectClean(page);

  await mug.getByRole('link', { name: 'Add to bag Tidal mug' }).click();
  const bag = page.getByRole('dialog', { name: 'Shopping Cart' });
  await expect(bag.getByText('Oat', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bag).toBeHidden();

  const remove = (title: string) => page.getByRole('button', { name: `Remove ${title}` });
  await remove('Mast candlesticks').focus();
  await page.keyboard.press('Enter');
  await expect(titles).toHaveText(['Tidal mug']);
  await expect(said(page)).toHaveText('Mast candlesticks removed');
  await expect(remove('Tidal mug')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(main(page)).toContainText('Nothing saved yet');
  await expectClean(page);
  await main(page).getByRole('link', { name: 'Continue shopping' }).click();
  await expect(page).toHaveURL('/');
});

test('a list that is not empty explains no hearts, and buttons say their words in one line [R170]', {
  tag: ['@all', '@desktop'],
}, async ({ page }) => {
  const usual = page.viewportSize()!;
  await page.goto('/collections/table');
  await scriptsReady(page);
  for (const [at, inRow] of [0, 1].entries()) {
    // A click before the page's scripts have loaded takes effect once they have.
    const release = await holdScripts(page);
    await page.goto('/collections/table');
    const card = page.locator('#products .card').nth(inRow);
    await card.hover();
    await card.locator('.card-heart').click();
    await release();
    await expect(card.locator('.card-heart')).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/wishlist');
    await expect(page.locator('.wishlist-own .card')).toHaveCount(at + 1);
    await expect(main(page)).not.toContainText('Press the heart');
    for (const size of [{ width: 390, height: 844 }, usual]) {
      await page.setViewportSize(size);
      for (const button of await page.locator('.wishlist-own .wish-link').all()) {
        const lines = await button.evaluate((element) => {
          const text = document.createRange();
          text.selectNode(element.firstChild!);
          return text.getClientRects().length;
        });
        expect(lines).toBe(1);
      }
    }
  }
});

test('sold out and no longer for sale are said, and nothing is wider than a window of 320 px, in either direction [R170]', {
  tag: ['@mobile', '@all'],
}, async ({ page }) => {
  const bowl = await (await page.request.get('/api/v1/storefront/product?handle=shore-bowl')).json();
  const { id, variants } = bowl.data;
  const soldOut = {
    product: id,
    variant: variants.sku_id[variants.sale_status.indexOf(0)],
    at: 2,
    state: 'new',
  };
  await page.addInitScript((sold) => {
    const wishes = [
      { product: 1, variant: 0, at: 3, state: 'new' },
      sold,
      { product: 987_654, variant: 0, at: 1, state: 'new' },
    ];
    localStorage.wishlist ??= JSON.stringify({ version: 1, wishes });
  }, soldOut);
  await page.setViewportSize({ width: 320, height: 700 });
  await openWishlist(page);
  await expect(main(page).locator('.card')).toHaveCount(2);
  await expect(main(page).locator('.card').nth(1).locator('.card-badge')).toHaveText('sold out');
  await expect(main(page)).toContainText('1 saved item is no longer available.');
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), dir).toBe(320);
    await expectClean(page);
  }
  await main(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(main(page)).not.toContainText('is no longer available');
  await page.reload();
  await expect(main(page).locator('.card')).toHaveCount(2);
});

test('a login merges both lists; a link shows them to others until it is taken back, and logging out leaves none here [R170]', {
  tag: ['@all', '@desktop'],
}, async ({ page, browser }) => {
  const email = `wishes-${Date.now()}@example.com`;
  await save(page, '/collections/light', 'Mast candlesticks');
  await openWishlist(page);
  await main(page).getByRole('link', { name: 'Log in to have your wishlist' }).click();
  await main(page).getByRole('link', { name: 'Create an account' }).click();
  await main(page).getByLabel('Email', { exact: true }).fill(email);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wishlist');

  const context = await browser.newContext();
  const other = await context.newPage();
  await save(other, '/collections/table', 'Tidal mug');
  await other.goto('/login?return_url=%2Fwishlist');
  await main(other).getByLabel('Email', { exact: true }).fill(email);
  await main(other).getByLabel('Password', { exact: true }).fill(password);
  await main(other).getByRole('button', { name: 'Log in' }).click();
  await expect(main(other).locator('.card-title')).toHaveText(['Tidal mug', 'Mast candlesticks']);

  // Items saved on another device appear when the page opens.
  await openWishlist(page);
  await expect(main(page).locator('.card-title')).toHaveText(['Tidal mug', 'Mast candlesticks']);
  await main(page).getByRole('button', { name: 'Share this list' }).click();
  const link = main(page).getByLabel('Link to your list');
  await expect(link).toHaveValue(/\/wishlist\?share=[\w-]{48}$/);
  await expectClean(page);
  const address = await link.inputValue();

  const strangers = await browser.newContext();
  const stranger = await strangers.newPage();
  await openWishlist(stranger, address);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('A wishlist');
  await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(main(stranger).locator('.card-title')).toHaveText(['Tidal mug', 'Mast candlesticks']);
  await expect(main(stranger).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  expect(await stranger.content()).not.toContain(email);
  await expectClean(stranger);
  await save(stranger, address, 'Tidal mug');

  await main(page).getByRole('button', { name: 'Stop sharing' }).click();
  await expect(said(page)).toHaveText('The link no longer works.');
  await openWishlist(stranger, address);
  await expect(main(stranger)).toContainText('This list is no longer shared.');
  await expectClean(stranger);

  await page.locator('.dropdown summary[aria-label="Account"]').click();
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click();
  await expect(page.locator('html')).not.toHaveClass(/logged-in/);
  await openWishlist(page);
  await expect(main(page)).toContainText('Nothing saved yet');
  await context.close();
  await strangers.close();
});

test('where the shop cannot be reached the page says so, and asks again [R170]', {
  tag: ['@desktop', '@all'],
}, async ({ page, trouble }) => {
  trouble.expect(/Failed to load resource/);
  await save(page, '/collections/light', 'Mast candlesticks');
  await page.route('**/cards?*', (route) => route.abort());
  await page.goto('/wishlist');
  await expect(main(page)).toContainText('Your wishlist could not be shown.');
  await expectClean(page);
  await page.unroute('**/cards?*');
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(main(page).locator('.card-title')).toHaveText(['Mast candlesticks']);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('there are no hearts, and the page says kindly what it needs [R170]', {
    tag: ['@desktop', '@all'],
  }, async ({ page }) => {
    await page.goto('/collections/table');
    await expect(page.locator('.card-heart').first()).toBeHidden();
    const answer = await page.goto('/wishlist');
    expect(answer?.headers()['cache-control']).toContain('no-store');
    await expect(main(page).locator('noscript p')).toHaveText(/To see it, please switch on JavaScript\.$/);
    await expect(main(page).getByText('Updating…')).toBeHidden();
  });
});
