import type { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { uncompressedBody } from '#server/cache/encode-body.ts';
import { PageCache } from '#server/cache/page-cache.ts';
import { PurgeFeed } from '#server/cache/purge-feed.ts';
import { noPurgePolling } from '#server/cache/purge-poll.ts';
import { createPurgeReader, purge, readNewestPurgeId } from '#server/cache/purges-store.ts';
import { tags } from '#server/cache/tags.ts';
import { readEnv } from '#server/core/env.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { readSetting, writeSetting } from '#server/settings/store.ts';
import { createTestShop, type TestShop } from '../harness.ts';

/** Opens a feed on the shop's database. */
function feedOf(shop: TestShop, onRead: (purged: string[]) => void, read = shop.db.read): PurgeFeed {
  const feed = new PurgeFeed({
    newest: () => readNewestPurgeId(shop.db.read),
    read: createPurgeReader({ dialect: shop.db.dialect, read }),
    monotonicNow: shop.clock.now,
    now: shop.clock.now,
  });
  feed.subscribe((purged) => onRead(purged === 'everything' ? [purged] : [...purged]));
  return feed;
}

async function setUp() {
  const shop = await createTestShop();
  const heard: string[][] = [];
  const feed = feedOf(shop, (purged) => {
    if (purged.length > 0) heard.push(purged);
  });
  const write = (...tags: string[]) => shop.db.transaction((trx) => purge(trx, tags, shop.clock.now()));
  return { shop, feed, heard, write };
}

/** Inserts a purge with a chosen id, like a transaction that commits late. */
async function writeLate(shop: TestShop, id: number, tag: string): Promise<void> {
  await shop.db.write.insertInto('purges').values({ id, tag, at: shop.clock.now() }).execute();
}

describe('hearing of purges', () => {
  it('tells each tag once, and nothing from before it was opened', async () => {
    const { feed, heard, write } = await setUp();
    await write('old');
    await feed.sync();
    await feed.sync();
    expect(heard).toEqual([]);
    await write('a', 'b');
    await feed.sync();
    await feed.sync();
    expect(heard).toEqual([['a', 'b']]);
  });

  it('hears of a purge that another process committed', async () => {
    const { shop, feed, heard } = await setUp();
    await feed.sync();
    const other = await openDatabase(readEnv(shop.databaseEnv));
    await other.transaction((trx) => purge(trx, ['elsewhere'], shop.clock.now()));
    await other.close();
    await feed.sync();
    expect(heard).toEqual([['elsewhere']]);
  });

  it('hears once of a row that is committed long after one with a higher id', async () => {
    const { shop, feed, heard } = await setUp();
    await feed.sync();
    await writeLate(shop, 1_000_003, 'last');
    await feed.sync();
    shop.clock.advance(14 * 60_000);
    await writeLate(shop, 1_000_001, 'first');
    await feed.sync();
    await feed.sync();
    await writeLate(shop, 1_000_002, 'second');
    await feed.sync();
    await feed.sync();
    expect(heard).toEqual([['last'], ['first'], ['second']]);
  });

  it('hears of a row that was given its id before the feed was opened and is committed after', async () => {
    const { shop, feed, heard } = await setUp();
    await writeLate(shop, 1_000_002, 'known');
    await feed.sync();
    await writeLate(shop, 1_000_001, 'late');
    await feed.sync();
    expect(heard).toEqual([['late']]);
  });

  it('tells everybody who listens, until they listen no more', async () => {
    const { feed, heard, write } = await setUp();
    const other: (readonly string[] | 'everything')[] = [];
    const end = feed.subscribe((purged) => other.push(purged));
    await feed.sync();
    await write('a');
    await feed.sync();
    end();
    await write('b');
    await feed.sync();
    expect([heard, other]).toEqual([
      [['a'], ['b']],
      [[], ['a']],
    ]);
  });

  it('tells that everything may have been purged when nobody listened for longer than purges are sure to be there', async () => {
    const { shop, feed, heard, write } = await setUp();
    await feed.sync();
    shop.clock.advance(30 * 60_000);
    await feed.sync();
    expect(heard).toEqual([]);
    shop.clock.advance(30 * 60_000 + 1);
    await feed.sync();
    await write('a');
    await feed.sync();
    expect(heard).toEqual([['everything'], ['a']]);
  });

  it('has heard, when sync returns, of what was committed before it was called, though a read was under way', async () => {
    const { feed, heard, write } = await setUp();
    await feed.sync();
    const underWay = feed.sync();
    await write('a');
    await feed.sync();
    await underWay;
    expect(heard.flat()).toEqual(['a']);
  });

  it('looks once for all who ask together, after the last of them has, and before the first waits long', async () => {
    const { shop, write } = await setUp();
    const heard: string[][] = [];
    const gatherings: (() => void)[] = [];
    const feed = new PurgeFeed({
      newest: () => readNewestPurgeId(shop.db.read),
      read: createPurgeReader(shop.db),
      monotonicNow: shop.clock.now,
      now: shop.clock.now,
      gather: () => new Promise<void>((resolve) => void gatherings.push(resolve)),
    });
    feed.subscribe((purged) => heard.push([...purged]));
    const opening = feed.sync();
    gatherings.at(-1)?.();
    await opening;
    const first = feed.sync();
    await write('a');
    const second = feed.sync();
    gatherings.at(-1)?.();
    await Promise.all([first, second]);
    const next = feed.sync();
    await write('b');
    gatherings.at(-1)?.();
    await next;
    expect(heard).toEqual([[], ['a'], ['b']]);
    const early = feed.sync();
    shop.clock.advance(25);
    await write('c');
    await Promise.all([early, feed.sync()]);
    expect(heard.slice(3)).toEqual([['c']]);
    expect(gatherings).toHaveLength(4);
  });
});

/** Returns the shop's read connection, which calls `after` after each query for purges; `after` may throw to fail it. */
function watched(shop: TestShop, after: () => Promise<void>): TestShop['db']['read'] {
  return new Proxy(shop.db.read, {
    get(target, name) {
      if (name !== 'executeQuery') {
        const own: unknown = Reflect.get(target, name, target);
        return typeof own === 'function' ? own.bind(target) : own;
      }
      return async (query: CompiledQuery) => {
        const answer = await target.executeQuery(query);
        if (query.sql.includes('purges')) await after();
        return answer;
      };
    },
  });
}

describe('a look for purges that costs little', () => {
  it('misses nothing that is committed right after the table was read', async () => {
    const { shop, heard, write } = await setUp();
    let between: (() => Promise<void>) | null = null;
    const read = watched(shop, async () => {
      const once = between;
      between = null;
      await once?.();
    });
    const feed = feedOf(shop, (purged) => void heard.push(purged), read);
    await feed.sync();
    await write('first');
    between = () => write('between');
    await feed.sync();
    await feed.sync();
    await feed.sync();
    expect(heard).toEqual([[], ['first'], ['between'], []]);
  });

  it('asks again for what it could not read', async () => {
    const { shop, heard, write } = await setUp();
    let fails = false;
    const read = watched(shop, async () => {
      if (fails) throw new Error('away');
    });
    const feed = feedOf(shop, (purged) => void heard.push(purged), read);
    await feed.sync();
    await write('a');
    fails = true;
    await expect(feed.sync()).rejects.toThrow('away');
    fails = false;
    await feed.sync();
    expect(heard).toEqual([[], ['a']]);
  });

  it('leaves the table alone on SQLite while nobody writes', async () => {
    const { shop, write } = await setUp();
    let looks = 0;
    const read = watched(shop, async () => {
      looks += 1;
    });
    const feed = feedOf(shop, () => {}, read);
    await feed.sync();
    for (let turn = 0; turn < 5; turn += 1) await feed.sync();
    expect(looks).toBe(shop.db.dialect === 'sqlite' ? 1 : 6);
    await write('a');
    await feed.sync();
    expect(looks).toBe(shop.db.dialect === 'sqlite' ? 2 : 7);
  });
});

const price = z.number().int();

describe('a page made from the database', () => {
  it('is never shown older once it was shown newer, though prices change while it renders', async () => {
    const { shop } = await setUp();
    const change = (value: number) =>
      shop.db.transaction((trx) => writeSetting(trx, 'test-price', price, value, shop.clock.now()));
    const cache: PageCache = new PageCache({
      render: async () => ({
        status: 200,
        headers: [],
        body: Buffer.from(String(await readSetting(shop.db.read, 'test-price', price))),
        tags: [tags.setting('test-price')],
        changesAt: null,
        cacheControl: null,
        maxAge: 600,
        root: '',
        complete: true,
      }),
      purges: noPurgePolling,
      now: shop.clock.now,
      maxBytes: 1_000_000,
      staleSeconds: 60,
      onError: (error) => {
        throw error;
      },
    });
    const feed = feedOf(shop, (purged) => cache.forget(purged));
    await change(0);
    await feed.sync();
    const show = async () => Number(uncompressedBody(await cache.get('/')).toString());
    const seen: number[] = [];
    let changing = true;
    const changes = (async () => {
      for (let value = 1; value <= 40; value += 1) await change(value);
      changing = false;
    })();
    while (changing) {
      seen.push(await show());
      await feed.sync();
    }
    await changes;
    await feed.sync();
    seen.push(await show());
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(40);
  });
});
