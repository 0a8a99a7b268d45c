/** What a browser tells the shop of a visit, and when it tells nothing. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, scriptsReady, test } from './fixtures.ts';
import { addToBag, goToCheckout } from './shopper.ts';

interface Told {
  path: string;
  body: Record<string, unknown> & { extra_params?: Record<string, unknown> };
}

/** What is told from now on, in order. */
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

test('a visit is told once, each page of it is, and an add to the bag says whose it was [SESS-10, TRK-05, TRK-07, TRK-12]', async ({
  page,
}) => {
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
  // A busy browser may not have painted yet when the page is told of: it says so, and not 0.
  const paints = views.map(({ first_paint_time }) => first_paint_time);
  expect(paints.filter((time) => time !== null && !(Number(time) > 0))).toEqual([]);
  expect(paints.some(Number)).toBe(true);
  for (const { body } of told) expect(body.session_id).toBe(session.session_id);
  expect(refused).toEqual([]);
});

for (const [name, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test(`${name} says no: nothing is told, and no label is stored`, async ({ page }) => {
    await page.addInitScript(
      ([property, value]) =>
        Object.defineProperty(Navigator.prototype, property, { get: () => value, configurable: true }),
      [property, value] as const,
    );
    const told = listen(page);
    await addToBag(page, 'harbour-lamp');
    await page.waitForLoadState('networkidle');
    await scriptsReady(page);
    expect(told).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('session_data'))).toBeNull();
  });
}

test('the editor and a frame tell nothing [TRK-16]', async ({ page }) => {
  const told = listen(page);
  await page.goto('/products/harbour-lamp?edit=true');
  await page.waitForLoadState('networkidle');
  // As in the quick view: a page of the shop within one of the shop that is silent itself.
  await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = '/products/harbour-lamp?p_source=quick';
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve));
  });
  await page.waitForLoadState('networkidle');
  expect(told).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('session_data'))).toBeNull();
});

test('what the back button restores is a view of the same visit', async ({ page }) => {
  const told = listen(page);
  await page.goto('/collections/table');
  await expect.poll(() => counts(told, 'page/performance')).toBe(1);
  // As the browser says it of a page it has kept, which this one does not while it is watched.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect.poll(() => counts(told, 'page/view')).toBe(2);
  expect(counts(told, 'page/performance')).toBe(1);
  expect(counts(told, 'session')).toBe(1);
  expect(told.at(-1)?.body).toMatchObject({ page_type: 'collections' });
});

test('a checkout that is left says for how long it was open [TRK-08]', async ({ page }) => {
  const told = listen(page);
  await addToBag(page, 'harbour-lamp');
  await page.goto('/cart');
  await goToCheckout(page);
  const ofCheckout = () =>
    told.filter(({ path, body }) => path === 'page/view' && body.page_type === 'checkouts');
  await expect.poll(() => ofCheckout().length).toBe(1);
  await page.goto('/pages/shipping');
  // The browser tells nobody but the shop of what a page sends while it is left.
  const { view_id } = ofCheckout()[0]!.body.extra_params!;
  const shop = new DatabaseSync(join(process.env.E2E_DATA_DIR!, 'atoll.db'), { readOnly: true });
  const seconds = () =>
    shop.prepare('select seconds from page_views where view_id = ?').get(String(view_id))?.seconds ?? null;
  await expect.poll(seconds).not.toBeNull();
  expect(seconds()).toBeLessThan(60);
  shop.close();
});

test('a shop that hears nothing is the same to its shopper [TRK-15]', async ({ page, trouble }) => {
  trouble.expect(/ERR_FAILED/);
  await page.route(/\/api\/v1\/(session|page\/|cart\/add)/, (route) => route.abort());
  await addToBag(page, 'harbour-lamp');
  await page.goto('/cart');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
