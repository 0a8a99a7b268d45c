/** Bars, the consent banner, corner popups and sticky buttons together: none covers another one's control. */
import type { Page } from '@playwright/test';
import { readEnv } from '#server/core/env.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { popupSettings } from '#server/marketing/popups.ts';
import { writeSetting } from '#server/settings/store.ts';
import { consentSchema, pixelSettings } from '#server/tracking/pixel-settings.ts';
import { expect, test } from './fixtures.ts';
import { freePort } from './free-port.ts';
import { type DataFolder, demoFolder, endShops, type ShopProcess, startShop, until } from './shop-process.ts';

const port = String(await freePort());
test.describe.configure({ mode: 'default', timeout: 90_000 });
test.use({ baseURL: `http://localhost:${port}` });

let data: DataFolder;
let shop: ShopProcess;
let db: Database;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  data = demoFolder();
  shop = await startShop(data.folder, { PORT: port });
  db = await openDatabase(readEnv(shop.env));
  await db.transaction(async (trx) => {
    const now = Date.now();
    await writeSetting(trx, 'pixels', pixelSettings, { meta: '123456789012345' }, now);
    await writeSetting(trx, 'consent', consentSchema, 'ask', now);
    const bars = [1, 2, 3].map((position) => ({
      ...{ id: position, type: 5 as const, display_frequency: 6 as const },
      json_config: {
        position: position as 1 | 2 | 3,
        text: 'Forty new pieces from Friday',
        link: '/collections/new',
      },
    }));
    const corner = {
      ...{ id: 9, type: 2 as const, display_type: 2 as const, display_frequency: 6 as const },
      ...{ trigger_type: 1 as const, delay_time: 1 },
      json_config: {
        firstPage: {
          activityType: 2 as const,
          activityUrl: 'table',
          activityText: 'See it',
          title: 'The kiln is open',
        },
      },
    };
    await writeSetting(trx, 'popups', popupSettings, [...bars, corner], now);
  });
  await until(async () => {
    const html = await (await fetch(`${shop.site}/cart`)).text();
    return html.includes('data-consent="ask"') && html.includes('data-bar="3"');
  });
});
test.afterAll(async () => {
  await db?.close();
  await endShops();
  data?.remove();
});

/** Returns the visible controls of fixed and sticky parts whose centre another part covers. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = '.bars, #consent, .popup-corner, .buy-bar, .bag-ways, #bought, #reminder, .to-top';
    return [...document.querySelectorAll<HTMLElement>(parts)].flatMap((part) => {
      const controls = part.matches('a, button')
        ? [part]
        : [...part.querySelectorAll<HTMLElement>('a, button, input')];
      return controls.flatMap((control) => {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
        const { left, top, width, height } = control.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [];
        const hit = document.elementFromPoint(x, y);
        // Page content scrolls under sticky parts; only these parts must not cover each other.
        const over = hit?.closest(parts);
        return over && over !== part && !part.contains(hit)
          ? [
              `${part.className || part.id} › ${control.textContent?.trim() || control.className} under ${over.className || over.id}`,
            ]
          : [];
      });
    });
  });

for (const width of [390, 768, 1440])
  test(`bars, privacy question, popup, buying bar and checkout button leave each other's controls free at ${width} px`, {
    tag: '@all',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/products/tidal-mug');
    await page.getByRole('button', { name: 'Add to bag' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible();
    for (const path of ['/products/tidal-mug', '/cart', '/']) {
      await page.goto(path);
      await expect(page.locator('#consent')).toBeVisible();
      await expect(page.locator('.bars-bottom .bar')).toBeVisible();
      for (const y of [0, 700, 100_000]) {
        await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y);
        await expect.poll(() => covered(page), { message: `${path} at ${y}` }).toEqual([]);
      }
    }
    await page.locator('#consent [data-answer=no]').click();
    await page.goto('/products/tidal-mug');
    await expect(page.locator('.popup-corner')).toBeVisible();
    for (const y of [0, 700, 100_000]) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), y);
      await expect.poll(() => covered(page), { message: `with the popup at ${y}` }).toEqual([]);
    }
  });
