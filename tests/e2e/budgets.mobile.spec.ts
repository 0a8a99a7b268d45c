/** The byte budgets of docs/architecture.md on the measured shop: brotli as served, a 412 px phone, a first visit. */
import type { Page } from '@playwright/test';
import { imageStorage } from '../templates.ts';
import { expect, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import {
  type Budget,
  browsing,
  fillMeasuredShop,
  hydrated,
  marketingScripts,
  measured,
  measuredPages,
  switchMarketingOff,
  switchMarketingOn,
  visitScripts,
} from './measured-shop.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';
import { addToBag, goToCheckout } from './shopper.ts';
import { hydrateAll, scrollThrough, settled, type Weights, weigh } from './weigh.ts';

const port = String(await freePort());
const purchases = {
  basicConfigResponse: {
    purchaseNoticeConfig: { durationTime: 6, intervalTime: 4, animateTime: 0.3 },
    displayTextJson: '',
    displayDateType: 1,
    popFramePreview: { templateStr: '{name} bought {title}' },
  },
  shopVirtualCustomerVos: [{ name: 'Ada', title: 'a mug', orderTime: 1 }],
};
const site = `http://localhost:${port}`;
const kilobyte = 1024;

// One worker, so that the shop starts only once.
test.describe.configure({ mode: 'default', timeout: 60_000 });
test.use({ baseURL: site, viewport: { width: 412, height: 915 }, deviceScaleFactor: 1.75 });

let data: DataFolder | undefined;
let shop: ShopProcess;
test.beforeAll(async () => {
  data = demoFolder();
  const env = { PORT: port, SITE_URL: site, STORAGE_URL: imageStorage };
  await fillMeasuredShop({ DATA_DIR: data.folder, ...env });
  shop = await startShop(data.folder, env);
  expect(await (await fetch(site)).text()).not.toContain('data-visits');
});
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

const kinds = ['html', 'css', 'scripts', 'fonts', 'largestPicture'] as const;

function expectWithin(weights: Weights, budget: Budget): void {
  for (const kind of kinds) {
    expect.soft(weights[kind] / kilobyte, `KB of ${kind}`).toBeLessThanOrEqual(budget[kind]);
    // Without a measurement, every budget would pass.
    expect(weights[kind], kind).toBeGreaterThan(0);
  }
  expect.soft(weights.layoutShifts, 'layout shifts').toEqual([]);
  expect.soft(weights.blockingScripts, 'scripts that hold back the first paint').toEqual([]);
}

test('counting visits keeps its own budget', { tag: '@all' }, async ({ page, context }) => {
  await settled(site);
  const { scripts } = await weigh(page, site);
  expect(scripts / kilobyte).toBeLessThanOrEqual(visitScripts.browsing);
  const other = await context.newPage();
  const weights = await weigh(other, site + measured.product, async () => {
    await scrollThrough(other);
    await hydrateAll(other);
  });
  expect(weights.scripts / kilobyte).toBeLessThanOrEqual(visitScripts.hydrated);
});

test.describe('without marketing', () => {
  // In a hook, because a worker that restarts after a failure must switch it off again.
  test.beforeAll(async () => {
    await switchMarketingOff(shop.env);
    await until(async () => (await (await fetch(site)).text()).includes('data-visits="off"'));
  });

  for (const { name, path, html = browsing.html } of measuredPages) {
    test(`${name} keeps the budgets, before and after every island hydrates`, { tag: '@all' }, async ({
      page,
      context,
      trouble,
    }) => {
      trouble.expect(/404/);
      // The server may serve the stale page once while it renders the new one.
      await until(async () => (await (await fetch(site + path)).text()).includes('data-visits="off"'));
      await settled(site + path);
      expectWithin(await weigh(page, site + path), { ...browsing, html });
      const other = await context.newPage();
      const weights = await weigh(other, site + path, async () => {
        await scrollThrough(other);
        await hydrateAll(other);
      });
      expectWithin(weights, { ...hydrated, html });
    });
  }

  test('the measured pages hold what they are measured for', { tag: '@all' }, async ({ page }) => {
    await page.goto(measured.collection);
    await expect(page.locator('#products [data-product]')).toHaveCount(20);
    await page.goto(measured.product);
    // 20 and the demo product's own four. The page contains 8; the browser fetches the others on demand.
    await expect(page.locator('.reviews-summary .stars')).toContainText('24');
    await expect(page.locator('.review')).toHaveCount(8);
    expect(await page.locator('.review img').count()).toBeGreaterThanOrEqual(8);
    for (const [path, count] of [
      [measured.product, 24],
      [measured.manyVariants, 500],
    ] as const) {
      const html = await (await page.request.get(path)).text();
      expect(html.match(/<th scope="row">/g), `variants of ${path}`).toHaveLength(count);
    }
  });

  test('cart, checkout and order look-up keep the budget of pages that are islands', { tag: '@all' }, async ({
    page,
  }) => {
    await addToBag(page, 'harbour-lamp');
    expectWithin(await weighAgain(page, `${site}/cart`), hydrated);
    await page.goto(`${site}/cart`);
    await goToCheckout(page);
    expectWithin(await weighAgain(page, page.url()), hydrated);
    expectWithin(await weighAgain(page, `${site}/fulfillment`), hydrated);
  });
});

test('a product page keeps the budget of scripts with all of marketing on', { tag: '@all' }, async ({
  page,
}) => {
  await switchMarketingOn(shop.env);
  const address = site + measured.product;
  await until(async () =>
    /id="barrage"[\s\S]*id="events"|id="events"[\s\S]*id="barrage"/.test(await (await fetch(address)).text()),
  );
  // Stub purchases, which a shop that has sold something shows.
  await page.route('**/purchase/barrage/**', (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: purchases } }),
  );
  const { scripts } = await weigh(page, address);
  // Every feature is present.
  for (const part of ['#bought', '#reminder', '[data-bar]', '.consent'])
    await expect(page.locator(part).first()).toBeAttached();
  await expect(page.locator('html')).toHaveAttribute('data-popups', 'normal event');
  await expect(page.locator('#barrage')).toContainText('bought');
  await expect(page.locator('#events').getByRole('timer')).toBeVisible();
  expect(scripts / kilobyte).toBeLessThanOrEqual(marketingScripts);
});

/** Weighs a page in a new tab, for a shopper who has a bag, with every island hydrated. */
async function weighAgain(page: Page, address: string): Promise<Weights> {
  const tab = await page.context().newPage();
  const weights = await weigh(tab, address, () => hydrateAll(tab));
  await tab.close();
  return weights;
}
