/**
 * Notices at the edges of a page: recent purchases and the reminder of an unpaid order, one scenario each.
 * tests/unit/client/marketing/{purchase-notice,order-reminder}.test.ts test their timing and content.
 */
import type { Page } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { noticeSettings } from '#server/marketing/purchases.ts';
import { reminderSettings } from '#server/marketing/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';
import { addToBag, fillAddress, goToCheckout, recordsIn } from './shopper.ts';
import { openStopped, pass, passUntil, wakeUp } from './stopped-clock.ts';

const port = String(await freePort());
// One shop, whose settings change while it runs.
test.describe.configure({ mode: 'default', timeout: 90_000 });
test.use({ baseURL: `http://localhost:${port}` });

let data: DataFolder;
let shop: ShopProcess;
let db: Database;
const pages: ('home' | 'detail')[] = ['home', 'detail'];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder, { PORT: port });
  db = await openDatabase(readEnv(shop.env));
  // The demo shop shows neither.
  expect(await (await fetch(shop.site)).text()).not.toMatch(/id="(?:bought|reminder)"/);
  await db.transaction(async (trx) => {
    await writeSetting(
      trx,
      'purchaseNotice',
      noticeSettings,
      { enabled: true, specifyPages: pages },
      Date.now(),
    );
    await writeSetting(trx, 'orderReminder', reminderSettings, { enabled: true }, Date.now());
  });
  await until(async () => /id="bought"/.test(await (await fetch(shop.site)).text()));
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

/** Resumes the clock first, because axe uses timers. */
async function expectSound(page: Page, part: string): Promise<void> {
  await page.clock.resume();
  await expectAccessible(page, part);
}

test.describe('the purchase notice', () => {
  const purchase = (name: string, title: string, seoUrl: string, imageUrl: string, orderTime: number) => ({
    ...{ name, title, seoUrl, imageUrl, orderTime, state: '', sku: '' },
    ...(name === 'Someone' ? { country: '', countryName: '' } : { country: 'DE', countryName: 'Germany' }),
  });
  let asked: number;

  /** Stubs two purchases, because the demo shop has no orders yet. */
  async function tell(page: Page): Promise<void> {
    asked = 0;
    const { data } = await (await page.request.get('/api/v1/storefront/product?handle=tidal-mug')).json();
    const picture = `/media/${data.pictures[0].id}/320.jpeg`;
    const settings = await (
      await page.request.get('/api/v2/recently/purchase/popup/configuration/virtual/customer/get')
    ).json();
    await page.route('**/api/v2/recently/purchase/popup/**', (route) => {
      asked += 1;
      const { basicConfigResponse } = settings.data;
      const now = Date.now();
      const shopVirtualCustomerVos = [
        purchase('Ada', 'Tidal mug', 'tidal-mug', picture, now),
        purchase('Someone', 'Deckchair cushion in natural linen', 'deckchair-cushion', '', now - 86_400_000),
      ];
      return route.fulfill({
        json: { code: 0, msg: '', data: { basicConfigResponse, shopVirtualCustomerVos } },
      });
    });
  }
  const notice = (page: Page) => page.getByRole('complementary', { name: 'Recent purchases' });

  test(
    'comes two seconds after load in its corner, waits while it is focused or paused, and closed it does not come again [NOTICE-01, NOTICE-02, NOTICE-04, NOTICE-05, NOTICE-06, NOTICE-07, NOTICE-08, NOTICE-10, NOTICE-11, NOTICE-12, NOTICE-13, NOTICE-16, NOTICE-18]',
    { tag: '@all' },
    async ({ page }, info) => {
      const has = async (path: string) => /id="bought"/.test(await (await page.request.get(path)).text());
      const paths = ['/', '/products/tidal-mug', '/cart', '/login'];
      expect(await Promise.all(paths.map(has))).toEqual([true, true, false, false]);
      await tell(page);
      // Nothing shows in the editor.
      await openStopped(page, '/?edit=true');
      await pass(page, 6000);
      await page.goto('/');
      await wakeUp(page);
      await pass(page, 1900);
      expect(asked).toBe(0);
      await passUntil(page, () => notice(page).isVisible());
      expect(asked).toBe(1);
      await expect(notice(page)).toContainText('Ada from Germany bought Tidal mug');
      const link = notice(page).getByRole('link');
      await expect(link).toHaveAttribute('href', '/products/tidal-mug');

      await link.focus();
      await pass(page, 20_000);
      await expect(notice(page)).toBeVisible();
      const box = () =>
        notice(page).evaluate(async (element) => {
          await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height];
        });
      for (const size of [{ width: 390, height: 844 }, page.viewportSize()!]) {
        await page.setViewportSize(size);
        expect(await box()).toEqual([10, size.height - 110, 336, 100]);
      }
      const { width } = page.viewportSize()!;
      const moveTo = (place: string, x: string, y: string) =>
        notice(page).evaluate(
          (element, [place, x, y]) => {
            element.classList.remove('bought-left-bottom', 'bought-right-top');
            element.classList.add(place!);
            document.documentElement.style.setProperty('--bought-x', x!);
            document.documentElement.style.setProperty('--bought-y', y!);
          },
          [place, x, y],
        );
      await moveTo('bought-right-top', '20px', '30px');
      expect(await box()).toEqual([width - 336 - 20, 30, 336, 100]);
      await moveTo('bought-left-bottom', '10px', '10px');
      await expectSound(page, '#bought');
      await page.screenshot({ path: info.outputPath('notice.png') });

      await notice(page).getByRole('button', { name: 'Pause the notices' }).press('Enter');
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await pass(page, 20_000);
      await expect(notice(page).getByRole('button', { name: 'Resume notices' })).toBeVisible();
      await notice(page)
        .getByRole('button', { name: /^Don.t show these notices again/ })
        .click();
      await expect(notice(page)).toHaveCount(0);
      await page.goto('/products/tidal-mug');
      await wakeUp(page);
      await pass(page, 6000);
      expect(asked).toBe(1);
      await expect(notice(page)).toBeHidden();
    },
  );
});

test.describe('the order reminder', () => {
  const reminder = (page: Page) => page.getByRole('complementary', { name: 'Your order is waiting' });
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('order_no'));

  test(
    'an order that was made and not paid is remembered, and reminded of three seconds after load [REMIND-01, REMIND-03, REMIND-08, REMIND-10, REMIND-12]',
    { tag: '@all' },
    async ({ page }, info) => {
      const has = async (path: string) => /id="reminder"/.test(await (await page.request.get(path)).text());
      expect(await Promise.all(['/', '/cart', '/login'].map(has))).toEqual([true, true, false]);
      await addToBag(page, 'tidal-mug');
      await goToCheckout(page);
      await fillAddress(page);
      expect(await stored(page)).toBeNull();
      const frame = page.frameLocator('iframe');
      await frame.getByLabel('Card number').fill('4000 0000 0000 0002');
      await frame.getByLabel(/Expiry/).fill('12/30');
      await frame.getByLabel('Security code').fill('123');
      await page.getByRole('button', { name: /^Pay \$/ }).click();
      await expect.poll(() => stored(page)).toMatch(/^\w{5}-\w{5}$/);
      const [order] = recordsIn(data.folder).read<{ order_no: string }>('select order_no from orders');
      expect(await stored(page)).toBe(order!.order_no);

      // Nothing shows in the editor.
      await openStopped(page, '/?edit=true');
      await pass(page, 6000);
      await expect(reminder(page)).toBeHidden();
      await page.goto('/');
      await wakeUp(page);
      await pass(page, 2900);
      await expect(reminder(page)).toBeHidden();
      await passUntil(page, () => reminder(page).isVisible());
      await expect(reminder(page).getByRole('listitem')).toHaveText([/1 × Tidal mug/]);
      await expectSound(page, '#reminder');
      await page.screenshot({ path: info.outputPath('reminder.png') });
      await reminder(page).getByRole('link', { name: 'Go to payment' }).click();
      await expect(page).toHaveURL(/\/1\/checkouts\/[\w-]+$/);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    },
  );
});
