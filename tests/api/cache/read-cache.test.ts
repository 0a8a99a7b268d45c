import { describe, expect, it } from 'vitest';
import type { EndpointKey } from '#lib/contract/table.ts';
import { callerFromHeaders } from '#server/api/caller.ts';
import { PurgeFeed } from '#server/cache/purge-feed.ts';
import { readNewestPurgeId, readPurges } from '#server/cache/purges-store.ts';
import { ReadCache } from '#server/cache/read-cache.ts';
import { findVariants, setPrice, setStock } from '#server/catalog/edit-store.ts';
import { readEnv } from '#server/core/env.ts';
import { createPageDependencies } from '#server/core/page-dependencies.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { cachedEndpoints, localApi } from '#server/pages/local-api.ts';
import { writeSetting } from '#server/settings/store.ts';
import { ensureShop } from '#server/shop/ensure-shop.ts';
import { settingDefaults, settingSchemas } from '#server/theme/settings.ts';
import { createTestShop, type TestShop } from '../harness.ts';

/** Opens a process that renders pages: its own cache, invalidated by its own feed. */
async function openProcess(shop: TestShop, db = shop.db) {
  const reads = new ReadCache({ now: shop.clock.now, isCurrent: () => true, maxBytes: 1_000_000 });
  const feed = new PurgeFeed({
    newest: () => readNewestPurgeId(db.read),
    read: (after, gaps) => readPurges(db.read, after, gaps),
    monotonicNow: shop.clock.now,
    now: shop.clock.now,
  });
  feed.subscribe((tags) => reads.forget(tags));
  await feed.sync();
  const api = localApi({ ...shop.services, db }, undefined, reads);
  const shopName = async () => {
    const dependencies = createPageDependencies();
    const answer = await api('GET /api/v1/storefront/shop', undefined, dependencies);
    return { name: answer.data?.name, dependencies };
  };
  return { api, feed, shopName };
}

function rename(shop: TestShop, name: string): Promise<void> {
  return shop.db.transaction((trx) =>
    writeSetting(trx, 'shop', settingSchemas.shop, { ...settingDefaults.shop, name }, shop.clock.now()),
  );
}

describe('what pages read alike', () => {
  it('is read from the database once, and names its tags to every page', async () => {
    const shop = await createTestShop();
    const { shopName } = await openProcess(shop);
    const first = await shopName();
    await shop.db.write.deleteFrom('settings').execute();
    const second = await shopName();
    expect(second).toEqual(first);
    expect(second.dependencies.tags).toContain('setting:shop');
  });

  it('is newer in every process once that process has heard of the write', async () => {
    const shop = await createTestShop();
    const otherDb = await openDatabase(readEnv(shop.databaseEnv));
    try {
      const here = await openProcess(shop);
      const there = await openProcess(shop, otherDb);
      const names = async () => [(await here.shopName()).name, (await there.shopName()).name];
      await rename(shop, 'First');
      await Promise.all([here.feed.sync(), there.feed.sync()]);
      expect(await names()).toEqual(['First', 'First']);
      await rename(shop, 'Second');
      await Promise.all([here.feed.sync(), there.feed.sync()]);
      expect(await names()).toEqual(['Second', 'Second']);
    } finally {
      await otherDb.close();
    }
  });

  it('is read anew for a page of one visitor', async () => {
    const shop = await createTestShop();
    const { api, shopName } = await openProcess(shop);
    await shopName();
    await rename(shop, 'Newer');
    const visitor = callerFromHeaders(new Headers(), '203.0.113.1', () => false);
    const own = await api('GET /api/v1/storefront/shop', undefined, createPageDependencies(), visitor);
    expect(own.data?.name).toBe('Newer');
  });

  it('holds the cards of products, until one of them changes', async () => {
    const shop = await createTestShop();
    await ensureShop(shop.services);
    const { api, feed } = await openProcess(shop);
    const related = async () => {
      const dependencies = createPageDependencies();
      const query = { handle: 'tidal-mug' };
      const answer = await api('GET /api/v1/storefront/product', { query }, dependencies);
      return { cards: answer.data?.related ?? [], dependencies };
    };
    const first = await related();
    const [card, other] = first.cards;
    expect((await related()).cards[0]).toBe(card);
    await shop.db.transaction((trx) => setPrice(trx, [card!.sku_id], 12_345, shop.clock.now()));
    await feed.sync();
    const later = await related();
    expect(later.dependencies).toEqual(first.dependencies);
    expect(later.cards.find(({ id }) => id === card!.id)).not.toBe(card);
    expect(later.cards.find(({ id }) => id === other!.id)).toBe(other);
  });

  it('holds the best sellers, and shows none that was sold out since', async () => {
    const shop = await createTestShop();
    const { api, feed } = await openProcess(shop);
    const best = async () => {
      const dependencies = createPageDependencies();
      const answer = await api('GET /api/v1/storefront/bestsellers', { query: { size: 4 } }, dependencies);
      return { handles: answer.data?.product_list.map(({ seo_url }) => seo_url) ?? [], dependencies };
    };
    const { handles: none, dependencies } = await best();
    expect([none, [...dependencies.tags]]).toEqual([[], ['catalog']]);
    await ensureShop(shop.services);
    await feed.sync();
    const { handles: first } = await best();
    const ids = (await findVariants(shop.db.read, first[0]!)).map(({ id }) => id);
    await shop.db.transaction((trx) => setStock(trx, ids, 0, shop.clock.now()));
    await feed.sync();
    const { handles: later } = await best();
    expect(later).toHaveLength(4);
    expect(later.slice(0, 3)).toEqual(first.slice(1));
  });

  it('leaves a page of a product few questions to the database', async () => {
    const shop = await createTestShop();
    await ensureShop(shop.services);
    let queries = 0;
    const counting = shop.db.read.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    });
    const { api } = await openProcess(shop, { ...shop.db, read: counting });
    const page = async (handle: string) => {
      queries = 0;
      const everyPage = { query: { lang: 'en', menuId: 1, ids: '1' } } as never;
      for (const key of cachedEndpoints) await api(key, everyPage, createPageDependencies());
      const answer = await api(
        'GET /api/v1/storefront/product',
        { query: { handle } },
        createPageDependencies(),
      );
      expect(answer.code).toBe(0);
      return queries;
    };
    await page('tidal-mug');
    // One query each for product, images, variants, collections, stars, reviews, neighbours in three collections and the best
    // of them; cards that no page has shown yet take three more.
    expect(await page('harbour-lamp')).toBeLessThanOrEqual(13);
    expect(await page('harbour-lamp')).toBeLessThanOrEqual(10);
  });

  it.each([...cachedEndpoints])(
    '%s says what it was made from, or nothing could have it forgotten',
    async (key) => {
      const shop = await createTestShop();
      const { api } = await openProcess(shop);
      const dependencies = createPageDependencies();
      const input = { query: { lang: 'en', menuId: 1, ids: '1' } } as never;
      expect((await api(key as EndpointKey, input, dependencies)).code).toBe(0);
      expect(dependencies.tags.size).toBeGreaterThan(0);
    },
  );
});
