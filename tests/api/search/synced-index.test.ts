import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { pricingWithoutPromotions } from '#server/search/search-index.ts';
import { SyncedIndex } from '#server/search/synced-index.ts';
import { writeSetting } from '#server/settings/store.ts';
import { settingSchemas } from '#server/theme/settings.ts';
import { importForSale } from '../catalog/files.ts';
import { createTestShop } from '../harness.ts';

it('keeps the catalogue that was read anew, though the reading before it fails later', async () => {
  const { services, clock } = await createTestShop();
  const first = Promise.withResolvers<never>();
  const failsLate: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: () => first.promise,
  };
  // Reading an empty catalogue takes two queries, the settings first; the very first query fails.
  let readings = 0;
  const db = {
    ...services.db,
    get read() {
      readings += 1;
      return readings === 1 ? services.db.read.withPlugin(failsLate) : services.db.read;
    },
  };
  const index = new SyncedIndex({ db, purges: services.purges });
  const use = () => index.use(pricingWithoutPromotions, 0, async () => 'used');
  await services.purges.sync();

  const failing = use();
  const failed = expect(failing).rejects.toThrow('too late');
  await expect.poll(() => readings).toBe(1);
  // So long that purges may have been missed: the index reads everything again.
  clock.advance(60 * 60_000);
  expect(await use()).toBe('used');
  first.reject(new Error('too late'));
  await failed;
  expect(await use()).toBe('used');
  expect(readings).toBe(3);
});

it.each([
  ['fr', 'Tapis bleu', 'bleues'],
  ['es', 'Espejo redondo', 'redondas'],
])(
  'finds inflections of the language that the shop speaks from now on: %s, %s by %s [SRCH-09]',
  async (lang, title, q) => {
    const shop = await createTestShop();
    await importForSale(shop, `Handle,Title,Variant Price\nit,${title},20.00`);
    const find = async () => {
      const found = await shop.visitor().data('GET /api/v1/storefront/search', { query: { q, lang } });
      return [found.total, found.corrected];
    };
    // Found only as a misspelling.
    expect(await find()).not.toEqual([1, null]);
    const settings = { name: 'Shop', lang };
    await shop.db.transaction((trx) =>
      writeSetting(trx, 'shop', settingSchemas.shop, settings, shop.clock.now()),
    );
    expect(await find()).toEqual([1, null]);
  },
);
