/** Visit data that the browser sends; unit/tracking/visits tests when it sends none. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { addToBag, goToCheckout } from './shopper.ts';

interface Told {
  path: string;
  body: Record<string, unknown> & { extra_params?: Record<string, unknown> };
}

/** Records tracking requests from now on, in order. */
function listen(page: Page): Told[] {
  const told: Told[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (/\/(session|page\/view|page\/performance|cart\/add\/event)$/.test(path))
      told.push({ path: path.replace('/api/v1/', ''), body: request.postDataJSON() });
  });
  return told;
}

const counts = (told: readonly Told[], path: string) => told.filter((each) => each.path === path).length;

test('a visit is told once, each page of it is, and an add to the bag says whose it was [SESS-10, TRK-05, TRK-07, TRK-12]', {
  tag: '@all',
}, async ({ page }) => {
  const told = listen(page);
  const refused: string[] = [];
  page.on('response', async (response) => {
    if (!/page\/(view|performance)$|v1\/session$/.test(response.url())) return;
    const text = await response.text().catch(() => '"code":0');
    if (!text.includes('"code":0')) refused.push(text);
  });
  await page.goto('/collections/table?utm_source=news&sort_type=4');
  await expect.poll(() => counts(told, 'page/performance')).toBe(1);
  await page.goto('/search?q=mug');
  await expect.poll(() => counts(told, 'page/performance')).toBe(2);
  await addToBag(page, 'harbour-lamp');
  await expect.poll(() => counts(told, 'cart/add/event')).toBe(1);
  expect(counts(told, 'session')).toBe(1);
  const session = told.find(({ path }) => path === 'session')!.body;
  expect(session).toMatchObject({
    utm_source: 'news',
    landing_page: expect.stringMatching(/\/collections\/table$/),
  });
  const views = told.filter(({ path }) => path === 'page/view').map(({ body }) => body);
  expect(views.map(({ page_type }) => page_type)).toEqual(['collections', 'search', 'detail']);
  expect(views.map(({ extra_params }) => [extra_params?.sort_type, extra_params?.q])).toEqual([
    ['4', undefined],
    [undefined, 'mug'],
    [undefined, undefined],
  ]);
  expect(views.every(({ ready_time }) => Number(ready_time) > 0)).toBe(true);
  // A busy browser may not have painted yet when the page sends its data: it then sends null, not 0.
  const paints = views.map(({ first_paint_time }) => first_paint_time);
  expect(paints.filter((time) => time !== null && !(Number(time) > 0))).toEqual([]);
  expect(paints.some(Number)).toBe(true);
  for (const { body } of told) expect(body.session_id).toBe(session.session_id);
  expect(refused).toEqual([]);
});

test('a checkout that is left says for how long it was open [TRK-08]', { tag: '@all' }, async ({ page }) => {
  const told = listen(page);
  // Freeze the page's own clock in the checkout.
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/1/checkouts')) return;
    const start = performance.now();
    performance.now = () => start + Number(document.documentElement.dataset.later ?? 0);
  });
  await addToBag(page, 'harbour-lamp');
  await goToCheckout(page);
  const ofCheckout = () =>
    told.filter(({ path, body }) => path === 'page/view' && body.page_type === 'checkouts');
  await expect.poll(() => ofCheckout().length).toBe(1);
  const { view_id } = ofCheckout()[0]!.body.extra_params!;
  await page.evaluate(() => {
    document.documentElement.dataset.later = '42000';
  });
  await page.goto('/pages/shipping');
  // Read the database: Playwright does not see requests that a page sends while it unloads.
  const shop = new DatabaseSync(join(process.env.E2E_DATA_DIR!, 'atoll.db'), { readOnly: true });
  const seconds = () =>
    shop.prepare('select seconds from page_views where view_id = ?').get(String(view_id))?.seconds ?? null;
  await expect.poll(seconds).not.toBeNull();
  expect(seconds()).toBe(42);
  shop.close();
});

test('a shopper sees no difference when tracking requests fail [TRK-15]', { tag: '@all' }, async ({
  page,
  trouble,
}) => {
  trouble.expect(/ERR_FAILED/);
  let refused = 0;
  await page.route(/\/api\/v1\/(session|page\/|cart\/add)/, (route) => {
    refused += 1;
    return route.abort();
  });
  await addToBag(page, 'tidal-mug', 'Rust');
  await page.goto('/cart');
  const line = page.locator('.bag-line');
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('Tidal mug');
  await expect(line).toContainText('Rust');
  await expect(page.locator('.bag-summary')).toContainText('$28.00');
  expect(refused).toBeGreaterThan(2);
});
