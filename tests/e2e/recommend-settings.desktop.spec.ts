/** Recommendations wherever a merchant may have them, switched on by settings alone. */
import { pathToFileURL } from 'node:url';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { recommendSettings } from '#server/marketing/settings.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { readTheme } from '#server/theme/store.ts';
import { expect, expectAccessible, scriptsReady, test } from './fixtures.ts';
import { ports } from './ports.ts';
import { endShops, startShop, temporaryFolder } from './shop-process.ts';

const pictures = pathToFileURL(`${process.cwd()}/node_modules/.cache/atoll-pictures`).href;
let data: ReturnType<typeof temporaryFolder>;
test.afterAll(async () => {
  await endShops();
  data?.remove();
});

test('lists stand on product, bag and collection pages, and in a modal after adding where the shop only toasts [BAG-43, PDP-08, RECO-01, RECO-03, RECO-07, RECO-20]', async ({
  page,
}) => {
  data = temporaryFolder();
  const shop = await startShop(ports.recommendSettings, data.folder, { STORAGE_URL: pictures });
  const db = await openDatabase(readEnv(shop.env));
  const list = (id: number, title: string, page_type: 1 | 2 | 3 | 4) => ({
    id,
    title,
    imgSize: '1:1' as const,
    page_types: [page_type],
    source: { kind: 'best_selling' as const },
    limit: 3,
  });
  const titles = { 1: 'With the product', 2: 'With the bag', 3: 'With the list', 4: 'With what you added' };
  const bag = await readTheme(db.read, 'bag');
  await db.transaction(async (trx) => {
    const now = Date.now();
    await writeSetting(trx, 'bag', settingSchemas.bag, { ...bag, afterAdd: 'toast' }, now);
    const lists = ([1, 2, 3, 4] as const).map((type) => list(type, titles[type], type));
    const switches = { status: true, add_to_cart_status: true, cart_status: true };
    await writeSetting(trx, 'recommend', recommendSettings, { ...switches, lists }, now);
  });
  await db.close();

  const collection = `${shop.site}/collections/light`;
  const region = (name: string) => page.getByRole('region', { name });
  // A page that was kept is served once more while it is made anew.
  await expect(async () => {
    await page.goto(collection);
    await page.locator('#recommendations').scrollIntoViewIfNeeded();
    await expect(region(titles[3]).getByRole('heading', { level: 3 })).toHaveCount(3, { timeout: 3000 });
  }).toPass();
  await expect(region(titles[3]).locator('.card-frame').first()).toHaveCSS('aspect-ratio', '1 / 1');

  await scriptsReady(page);
  const card = page.locator('#products .card', { hasText: 'Mast candlesticks' });
  await card.hover();
  await card.getByRole('link', { name: 'Add to bag Mast candlesticks' }).click();
  const modal = page.getByRole('dialog', { name: titles[4] });
  await expect(modal.getByRole('listitem')).toHaveCount(3);
  await expect(modal.getByText('$78.00')).toBeVisible();
  await expect(page.locator('[data-bag-count]').first()).toHaveText('1');
  await expectAccessible(page);
  await modal.getByRole('combobox').first().selectOption({ index: 1 });
  await modal
    .getByRole('button', { name: /^Add to bag/ })
    .first()
    .click();
  await expect(page.locator('[data-bag-count]').first()).toHaveText('2');
  await expect(modal.getByText('$78.00')).toHaveCount(0);
  await expect(modal.locator('.bag-total')).toHaveAttribute('aria-busy', 'false');
  await expect(modal.locator('.bag-total')).toContainText('$');

  await page.goto(`${shop.site}/cart`);
  const bagList = region(titles[2]);
  await expect(bagList.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(bagList.getByRole('link', { name: 'Mast candlesticks', exact: true })).toHaveCount(0);
  await page.goto(`${shop.site}/products/tidal-mug`);
  await page.locator('#recommendations').scrollIntoViewIfNeeded();
  await expect(region(titles[1]).getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(region(titles[1]).getByRole('link', { name: 'Tidal mug', exact: true })).toHaveCount(0);
});
