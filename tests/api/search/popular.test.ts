/** Popular searches: counted without visitor data, suggested once counted often enough on several days. */
import { beforeEach, describe, expect, it } from 'vitest';
import { purge } from '#server/cache/purges-store.ts';
import { tags } from '#server/cache/tags.ts';
import { savePage } from '#server/content/pages-store.ts';
import { housekeepingJob } from '#server/jobs/housekeeping.ts';
import { incrementSearchCounts, maxSearchesPerDay, popularSearches } from '#server/search/popular-store.ts';
import { normaliseCountableSearch, searchCounter } from '#server/search/search-counter.ts';
import { synonymSettings } from '#server/search/synonyms.ts';
import { writeSetting } from '#server/settings/store.ts';
import { importForSale } from '../catalog/files.ts';
import type { Visitor } from '../harness/visitor.ts';
import { createTestShop, type TestShop } from '../harness.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let shop: TestShop;
let visitor: Visitor;
beforeEach(async () => {
  shop = await createTestShop({ now: Date.parse('2026-11-25T10:00:00Z') });
  await importForSale(
    shop,
    'Handle,Title,Tags,Variant Price\nmug,Tidal mug,Mugs,20.00\nlamp,Harbour lamp,,20.00\n',
  );
  visitor = shop.visitor();
});

const search = async (q: string, more: object = {}) => {
  await visitor.data('GET /api/v1/storefront/search', { query: { q, ...more } });
  await searchCounter(shop.services).flush();
};
const counts = async () => {
  const rows = await shop.db.read
    .selectFrom('search_counts')
    .selectAll()
    .orderBy('day')
    .orderBy('q')
    .execute();
  return rows.map(({ lang, q, day, count }) => `${day} ${lang} ${q}: ${count}`);
};
const suggested = async () => {
  const { searches } = await visitor.data('GET /api/v1/storefront/suggestions', {});
  return searches;
};

describe('a search', () => {
  it('counts once a minute, however often it is made, as it is written in lower case [R152]', async () => {
    for (const q of ['Mug', ' mug  ', 'mug']) await search(q);
    expect(await counts()).toEqual(['2026-11-25 en mug: 1']);
    shop.clock.advance(minute);
    await search('mug');
    expect(await counts()).toEqual(['2026-11-25 en mug: 2']);
  });

  it('counts only where every word found something, on the first page, unfiltered [R152]', async () => {
    for (const q of ['xyzzy', 'mgu', 'mug ada lovelace', '   ']) await search(q);
    await search('lamp', { page_num: 2 });
    await search('lamp', { filter: 'in_stock=1' });
    expect(await counts()).toEqual([]);
  });

  it.each(['ada@example.com', '+49 170 1234567', 'tidal mug 42', 'a b c d e', 'x'.repeat(41), 'm'])(
    'never counts what may be of a person: %s [R152]',
    (q) => expect(normaliseCountableSearch(q)).toBeNull(),
  );
  it('counts words of any language', () => {
    expect(normaliseCountableSearch('x'.repeat(40))).toBe('x'.repeat(40));
    expect(normaliseCountableSearch(" Grüne  Vase d'été ")).toBe("grüne vase d'été");
  });
});

describe('what is suggested', () => {
  const made = (q: string, times: number, at: number, lang = 'en') =>
    shop.db.transaction((trx) =>
      incrementSearchCounts(trx, [{ lang, q, day: new Date(at).toISOString().slice(0, 10), count: times }]),
    );

  it('is the merchant’s list until searches were counted often enough, on several days [R152]', async () => {
    const own = synonymSettings.parse({ en: { popular: ['lamp', 'mug'] } });
    await shop.db.transaction((trx) => writeSetting(trx, 'synonyms', synonymSettings, own, shop.clock.now()));
    const now = shop.clock.now();
    await made('tidal mug', 9, now);
    await made('harbour', 2, now - day);
    await made('harbour', 2, now);
    await made('vase', 9, now - day, 'de');
    await made('vase', 9, now, 'de');
    expect(await suggested()).toEqual(['lamp', 'mug']);
    await made('harbour', 1, now);
    await made('tidal mug', 1, now - day);
    await made('mug', 3, now - day);
    await made('mug', 3, now);
    shop.clock.advance(minute);
    expect(await suggested()).toEqual(['tidal mug', 'mug', 'harbour', 'lamp']);
  });

  it('is of the last 30 days; housekeeping deletes what is older [R152]', async () => {
    const now = shop.clock.now();
    await made('mug', 9, now - 30 * day);
    await made('mug', 9, now - 29 * day);
    await made('lamp', 9, now - 29 * day);
    await made('lamp', 9, now);
    expect(await popularSearches(shop.db.read, 'en', now, 6)).toEqual(['lamp']);
    await housekeepingJob.run({ services: shop.services, signal: new AbortController().signal } as never);
    expect(await counts()).toEqual([
      '2026-10-27 en lamp: 9',
      '2026-10-27 en mug: 9',
      '2026-11-25 en lamp: 9',
    ]);
  });

  it('is bounded: a full day takes no new search, and counts those it has [R152]', async () => {
    const rows = Array.from({ length: maxSearchesPerDay }, (_, at) => ({
      lang: 'en',
      q: `q${at}`,
      day: '2026-11-25',
      count: 1,
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await shop.db.write
        .insertInto('search_counts')
        .values(rows.slice(at, at + 500))
        .execute();
    }
    await search('mug');
    await made('q7', 1, shop.clock.now());
    const stored = await shop.db.read
      .selectFrom('search_counts')
      .select(['q', 'count'])
      .where('q', 'in', ['mug', 'q7'])
      .execute();
    expect(stored).toEqual([{ q: 'q7', count: 2 }]);
  });

  it('is collections as well, and while somebody types the collections and pages of the name [R152, SRCH-23]', async () => {
    const page = { handle: 'mug-care', title: 'Mug care', body_html: '', is_indexed: 1 as const };
    await shop.db.transaction(async (trx) => {
      await savePage(trx, { ...page, seo_title: '', seo_description: '' }, shop.clock.now());
      await purge(trx, [tags.catalog], shop.clock.now());
    });
    const { collections } = await visitor.data('GET /api/v1/storefront/suggestions', {});
    expect(collections).toMatchObject([{ title: 'Mugs', seo_url: 'mugs', picture: null }]);
    const typed = await visitor.data('POST /api/v1/productFilterSelector', {
      body: { q: 'mug', page_size: 5 },
    });
    expect(typed).toMatchObject({
      collections: [{ title: 'Mugs', seo_url: 'mugs' }],
      pages: [{ title: 'Mug care', seo_url: 'mug-care' }],
    });
  });
});
