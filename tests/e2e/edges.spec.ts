/** What comes by itself at the edges of a page: the notice of purchases and the reminder of an unpaid order. */
import type { Page, TestInfo } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { noticeSettings } from '#server/marketing/purchases.ts';
import { reminderSettings } from '#server/marketing/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { ports } from './ports.ts';
import { endShops, type ShopProcess, startShop, temporaryFolder, until } from './shop-process.ts';
import { addToBag, fillAddress, goToCheckout, recordsIn } from './shopper.ts';
import { openStopped, pass, passUntil, wakeUp } from './stopped-clock.ts';

// One shop, whose settings are changed while it runs.
test.describe.configure({ mode: 'default', timeout: 90_000 });
// Both projects run this file at once, each with a shop of its own.
const portOf = (info: TestInfo) => ports.edges + (info.project.name === 'mobile' ? 2 : 0);
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that no other fixture is asked for.
  baseURL: async ({}, use, info) => use(`http://localhost:${portOf(info)}`),
});

let data: ReturnType<typeof temporaryFolder>;
let shop: ShopProcess;
let db: Database;
const pages: ('home' | 'detail')[] = ['home', 'detail'];

// biome-ignore lint/correctness/noEmptyPattern: as above.
test.beforeAll(async ({}, info) => {
  test.setTimeout(120_000);
  data = temporaryFolder();
  shop = await startShop(portOf(info), data.folder);
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

/** axe waits for time to pass. */
async function expectSound(page: Page, part: string): Promise<void> {
  await page.clock.resume();
  await expectAccessible(page, part);
}

test.describe('the purchase notice', () => {
  const key = '**/api/v2/recently/purchase/popup/**';
  const purchase = (name: string, title: string, seoUrl: string, imageUrl: string, orderTime: number) => ({
    ...{ name, title, seoUrl, imageUrl, orderTime, state: '', sku: '' },
    ...(name === 'Someone' ? { country: '', countryName: '' } : { country: 'DE', countryName: 'Germany' }),
  });
  let asked: number;

  /** Told of two purchases: of the demo shop nobody has bought yet. */
  async function tell(page: Page, config = {}): Promise<void> {
    asked = 0;
    const { data } = await (await page.request.get('/api/v1/storefront/product?handle=tidal-mug')).json();
    const picture = `/media/${data.pictures[0].id}/320.jpeg`;
    const settings = await (
      await page.request.get('/api/v2/recently/purchase/popup/configuration/virtual/customer/get')
    ).json();
    await page.route(key, (route) => {
      asked += 1;
      const { basicConfigResponse } = settings.data;
      const { purchaseNoticeConfig } = basicConfigResponse;
      const shown = { ...basicConfigResponse, purchaseNoticeConfig: { ...purchaseNoticeConfig, ...config } };
      const now = Date.now();
      const shopVirtualCustomerVos = [
        purchase('Ada', 'Tidal mug', 'tidal-mug', picture, now),
        purchase('Someone', 'Deckchair cushion in natural linen', 'deckchair-cushion', '', now - 86_400_000),
      ];
      return route.fulfill({
        json: { code: 0, msg: '', data: { basicConfigResponse: shown, shopVirtualCustomerVos } },
      });
    });
  }
  const notice = (page: Page) => page.getByRole('complementary', { name: 'Recent purchases' });

  test('comes two seconds after load, stays three, and the next one comes after three more [NOTICE-01, NOTICE-04, NOTICE-07, NOTICE-08, NOTICE-12, NOTICE-18]', async ({
    page,
  }) => {
    await tell(page);
    await openStopped(page);
    await pass(page, 1900);
    expect(asked).toBe(0);
    await passUntil(page, () => notice(page).isVisible());
    expect(asked).toBe(1);
    await expect(notice(page)).toContainText('Ada from Germany bought Tidal mug');
    await pass(page, 2900);
    await expect(notice(page)).toBeVisible();
    await page.clock.runFor(500);
    await expect(notice(page)).toBeHidden();
    await page.clock.runFor(2700);
    await expect(notice(page)).toBeHidden();
    await page.clock.runFor(700);
    await expect(notice(page)).toContainText('Someone bought Deckchair cushion in natural linen');
    await expect(notice(page)).toContainText('Recently');
  });

  test('is 336 by 100 px, 10 px from the left and the bottom unless the settings say otherwise, and accessible [NOTICE-10, NOTICE-11, NOTICE-13, NOTICE-02]', async ({
    page,
  }, info) => {
    await tell(page);
    await openStopped(page);
    const { height, width } = page.viewportSize()!;
    const box = async () => {
      await passUntil(page, () => notice(page).isVisible());
      await page.clock.runFor(400);
      return notice(page).evaluate(async (element) => {
        await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height];
      });
    };
    expect(await box()).toEqual([10, height - 110, 336, 100]);
    await notice(page).getByRole('link').focus();
    await expectSound(page, '#bought');
    await page.screenshot({ path: info.outputPath('notice.png') });
    await page.unroute(key);
    await tell(page, { positionInfo: 'right-top', xAxis: 20, yAxis: 30 });
    await page.reload();
    await wakeUp(page);
    expect(await box()).toEqual([width - 336 - 20, 30, 336, 100]);
  });

  test('leads to its product [NOTICE-16]', async ({ page }) => {
    await tell(page);
    await openStopped(page);
    await passUntil(page, () => notice(page).isVisible());
    await expect(notice(page).getByRole('link')).toHaveAttribute('href', '/products/tidal-mug');
  });

  test('waits while it is focused, pauses by its button, and closed it does not come again [NOTICE-04, NOTICE-05]', async ({
    page,
  }, info) => {
    await tell(page);
    await openStopped(page);
    await passUntil(page, () => notice(page).isVisible());
    await notice(page).getByRole('link').focus();
    await pass(page, 60_000);
    await expect(notice(page)).toBeVisible();
    const pause = notice(page).getByRole('button', { name: 'Pause the notices' });
    await pause.press('Enter');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await pass(page, 60_000);
    await expect(notice(page).getByRole('button', { name: 'Go on with the notices' })).toBeVisible();
    await expectSound(page, '#bought');
    await page.screenshot({ path: info.outputPath('paused.png') });
    await notice(page).getByRole('button', { name: 'Close' }).click();
    await expect(notice(page)).toHaveCount(0);
    await page.goto('/products/tidal-mug');
    await wakeUp(page);
    await pass(page, 20_000);
    expect(asked).toBe(1);
    await expect(notice(page)).toBeHidden();
  });

  test('stands still under reduced motion [NOTICE-04]', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await tell(page);
    await openStopped(page);
    await passUntil(page, () => notice(page).isVisible());
    expect(await notice(page).evaluate((element) => element.getAnimations().length)).toBe(0);
    await pass(page, 60_000);
    await expect(notice(page)).toContainText('Tidal mug');
    await expect(notice(page).getByRole('button', { name: 'Go on with the notices' })).toBeVisible();
  });

  test('stands on its own pages only, never on the hidden ones, nor in the editor or a frame [NOTICE-06]', async ({
    page,
  }) => {
    const has = async (path: string) => /id="bought"/.test(await (await page.request.get(path)).text());
    expect(await Promise.all(['/', '/products/tidal-mug', '/cart', '/login'].map(has))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await tell(page);
    await openStopped(page, '/?edit=true');
    await pass(page, 20_000);
    await page.goto('/pages/about');
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = '/?framed=1';
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener('load', resolve));
    });
    await page.frames()[1]!.evaluate(() => dispatchEvent(new Event('pointermove')));
    await pass(page, 20_000);
    expect(asked).toBe(0);
  });
});

test.describe('the order reminder', () => {
  const reminder = (page: Page) => page.getByRole('complementary', { name: 'Your order is waiting' });
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('order_no'));

  test('an order that was made and not paid is remembered, and reminded of three seconds after load [REMIND-01, REMIND-03, REMIND-08, REMIND-10, REMIND-12]', async ({
    page,
  }, info) => {
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

    await openStopped(page);
    await pass(page, 2900);
    await expect(reminder(page)).toBeHidden();
    await passUntil(page, () => reminder(page).isVisible());
    await expect(reminder(page).getByRole('listitem')).toHaveText([/1 × Tidal mug/]);
    await expectSound(page, '#reminder');
    await page.screenshot({ path: info.outputPath('reminder.png') });
    await reminder(page).getByRole('link', { name: 'Go to payment' }).click();
    await expect(page).toHaveURL(/\/1\/checkouts\/[\w-]+$/);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  });

  const lineOf = (title: string) => ({
    ...{ image_url: '', title, quantity: 1, variant_option_value: 'Oat', tailor_properties: '[]' },
    variant_custom_props: [],
  });
  const order = {
    order_no: 'AAAAA-BBBBB',
    web_url: '/1/checkouts/abc',
    variant_items: ['Mug', 'Bowl', 'Jug'].map(lineOf),
  };
  /** With an order stored that the shop answers as said; null is a failure. */
  async function openWith(page: Page, answered: object | null): Promise<void> {
    await page.route('**/api/v1/order/lookup?*', (route) =>
      answered ? route.fulfill({ json: answered }) : route.abort(),
    );
    await page.addInitScript(() => localStorage.setItem('order_no', 'AAAAA-BBBBB'));
    await openStopped(page);
  }

  test('shows two lines of it, and closed it forgets the order [REMIND-04, REMIND-09]', async ({
    page,
  }, info) => {
    await openWith(page, { code: 0, msg: '', data: order });
    await passUntil(page, () => reminder(page).isVisible());
    await expect(reminder(page).getByRole('listitem')).toHaveText([/Mug/, /Bowl/, 'More in this order: 1']);
    await expectSound(page, '#reminder');
    await page.screenshot({ path: info.outputPath('reminder-more.png') });
    await reminder(page).getByRole('button', { name: 'Close and do not remind me again' }).click();
    await expect(reminder(page)).toHaveCount(0);
    expect(await stored(page)).toBeNull();
  });

  test('forgets an order that the shop does not know, and one it cannot look up, without a word [REMIND-05, REMIND-06]', async ({
    page,
    trouble,
  }) => {
    trouble.expect(/ERR_FAILED/);
    for (const answer of [{ code: 0, msg: '', data: null }, null]) {
      await openWith(page, answer);
      await passUntil(page, async () => (await stored(page)) === null);
      await expect(reminder(page)).toBeHidden();
      await page.unrouteAll();
    }
  });

  test('keeps silent in the editor, and on pages where nothing comes by itself', async ({ page }) => {
    const has = async (path: string) => /id="reminder"/.test(await (await page.request.get(path)).text());
    expect(await Promise.all(['/', '/cart', '/login', '/register'].map(has))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await openWith(page, { code: 0, msg: '', data: order });
    await page.goto('/?edit=true');
    await wakeUp(page);
    await pass(page, 20_000);
    await expect(reminder(page)).toBeHidden();
    expect(await stored(page)).toBe('AAAAA-BBBBB');
  });
});
