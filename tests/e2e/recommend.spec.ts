/** Parts that a merchant adds by settings: recommendations, the trust panel and the checkout countdown. */

import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type MarketingEventSettings, marketingEventSettings } from '#server/marketing/settings.ts';
import { readSetting, writeSetting } from '#server/settings/store.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { addToBag, goToCheckout } from './shopper.ts';

const cards = '**/cards/*';

const productsOf = (cards: Element[]) => cards.map((card) => (card as HTMLElement).dataset.product ?? '');

test('a collection page shows lists of products that are not on it, and nothing moves [COLL-11]', {
  tag: '@all',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let release = () => {};
  const isScrolled = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(cards, async (route) => {
    await isScrolled;
    await route.continue();
  });
  await page.goto('/collections/light');
  const own = await page.locator('#products [data-product]').evaluateAll(productsOf);
  // The request starts once the list's place is in view.
  const requested = page.waitForRequest(cards);
  await page.locator('#recommendations').evaluate((place) => place.scrollIntoView());
  await requested;
  // Keep the end of the page in view while the list loads, so that a layout shift would count.
  await page.getByRole('contentinfo').evaluate((footer) => footer.scrollIntoView({ block: 'end' }));
  const answered = page.waitForResponse(cards);
  release();
  expect(new URL((await answered).url()).pathname).toBe('/cards/1');

  const list = page.getByRole('region', { name: 'You may also like' });
  await expect(list.getByRole('heading', { level: 3 })).toHaveCount(4);
  const shown = await list.locator('[data-product]').evaluateAll(productsOf);
  expect(shown.filter((id) => own.includes(id))).toEqual([]);
  await expect(list.locator('.price').first()).toContainText('$');
  const first = list.getByRole('link').first();
  await expect(first).toHaveAttribute('href', /^\/products\/[\w-]+$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts).toEqual([]);
  await expectAccessible(page);
  const title = await first.textContent();
  await first.click();
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
});

test('on phones a list has room for titles with as many lines as a card shows [COLL-11]', {
  tag: '@mobile',
}, async ({ page }) => {
  await page.goto('/collections/light');
  await page.locator('#recommendations').evaluate((place) => place.scrollIntoView());
  const list = page.getByRole('region', { name: 'You may also like' });
  await expect(list.getByRole('heading', { level: 3 })).toHaveCount(4);
  // A card with everything that the place is reserved for.
  const room = await list.locator('.shelf').evaluate((shelf) => {
    const before = shelf.clientHeight;
    for (const text of shelf.querySelectorAll('.card-text')) {
      const title = text.querySelector('.card-title')!;
      title.querySelector('a')!.textContent = 'A long title that needs every line of its card '.repeat(3);
      const line = Number.parseFloat(getComputedStyle(title).lineHeight);
      if (title.clientHeight < 2.5 * line) throw new Error('a title has fewer lines than it can have');
      const rows = ['card-reduced', 'stars'].filter((name) => !text.querySelector(`.${name}`));
      for (const name of rows) {
        const row = document.createElement('p');
        row.className = name;
        row.textContent = 'From $20';
        text.append(row);
      }
    }
    return { before, after: shelf.clientHeight };
  });
  expect(room.after).toBe(room.before);
});

test('a list that cannot be had leaves no trace on its page [RECO-17]', {
  tag: ['@desktop', '@all'],
}, async ({ page, trouble }) => {
  trouble.expect(/404/);
  await page.route(cards, (route) => route.fulfill({ status: 404, body: 'No such list.' }));
  const answered = page.waitForResponse(cards);
  await page.goto('/collections/light');
  await page.locator('#recommendations').scrollIntoViewIfNeeded();
  await answered;
  await expect(page.locator('[data-list]')).toHaveCount(0);
  await expect(page.getByText('No such list.')).toHaveCount(0);
  await expect(page.locator('#products .card').first()).toBeVisible();
});

test('checkout shows the trust panel, folded away until it is asked for, in its topic colour [CHK-20, TRUST-09, TRUST-11, TRUST-12]', {
  tag: '@all',
}, async ({ page }) => {
  await addToBag(page, 'tidal-mug', 'Ink');
  await goToCheckout(page);
  const head = page.locator('.trust > summary');
  const text = page.getByText('Packed within 1-2 working days');
  await expect(head).toHaveText(/Delivery and returns/);
  await expect(text).toBeHidden();
  await head.click();
  await expect(text).toBeVisible();
  // The setting's #cbb898
  await expect(head).toHaveCSS('background-color', /^color\(srgb 0\.796.* 0\.721.* 0\.596.* \/ 0\.2\)$/);
  await expect(page.locator('.trust-items')).toHaveCSS(
    'background-color',
    /^color\(srgb 0\.796.* 0\.721.* 0\.596.* \/ 0\.05\)$/,
  );
  await head.press('Enter');
  await expect(text).toBeHidden();
});

test.describe('with a countdown in the settings', { tag: '@desktop' }, () => {
  const countdown = (event: string, title: string) => ({
    event,
    type: 3 as const,
    title,
    params: { minutes: 2, endingTitle: `${title} is over`, fontDisplay: { color: '#23483c' } },
  });
  /** Changes the shared shop's settings without replacing those that other tests use. */
  const save = async (change: (before: MarketingEventSettings) => MarketingEventSettings) => {
    const db = await openDatabase(readEnv({ DATA_DIR: process.env.E2E_DATA_DIR }));
    const settings = change((await readSetting(db.read, 'atmosphere', marketingEventSettings)) ?? []);
    await db.transaction((trx) =>
      writeSetting(trx, 'atmosphere', marketingEventSettings, settings, Date.now()),
    );
    await db.close();
  };
  const titles = ['Bag time', 'Checkout time'];
  test.beforeAll(() =>
    save((before) => [
      ...before,
      { ...countdown('BAG_COUNTDOWN', 'Bag time'), products: [] },
      { ...countdown('CHECKOUT_PAGE_COUNTDOWN', 'Checkout time'), products: [] },
    ]),
  );
  test.afterAll(() => save((before) => before.filter(({ title }) => !titles.includes(title))));

  test('checkout counts its own down once a session, then says that it has ended [CHK-21, MKT-13, MKT-14]', {
    tag: '@all',
  }, async ({ page }) => {
    await page.clock.install();
    await addToBag(page, 'tidal-mug', 'Ink');
    await goToCheckout(page);
    const timer = page.getByRole('timer');
    await expect(timer).toHaveText(/^Checkout time 01:5\d:\d{3}$/);
    await expect(page.getByText('Bag time')).toHaveCount(0);
    await expect(timer).toHaveCSS('color', 'rgb(35, 72, 60)');

    await page.clock.runFor(60_000);
    // A restarted countdown would show more than a minute.
    await expect(timer).toHaveText(/^Checkout time 00:[0-5]\d:\d{3}$/);
    await page.reload();
    await expect(timer).toHaveText(/^Checkout time 00:[0-5]\d:\d{3}$/);

    await page.clock.runFor(61_000);
    await expect(timer).toHaveCount(0);
    await expect(page.locator('.countdown').getByText('Checkout time is over')).toBeVisible();
    await expect(page.getByRole('status')).toHaveText('Checkout time is over');
    await page.reload();
    await expect(page.getByText('Checkout time is over')).toBeVisible();
    await expect(timer).toHaveCount(0);
  });
});
