import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { uncompressedBody } from '#server/cache/encode-body.ts';
import { PageCache, type PageCacheOptions } from '#server/cache/page-cache.ts';
import { noPurgePolling, PurgePoll } from '#server/cache/purge-poll.ts';
import type { RenderedPage, StoredPage } from '#server/cache/stored-page.ts';

const start = Date.UTC(2026, 9, 1, 12);

function page(text: string, over: Partial<RenderedPage> = {}): RenderedPage {
  return {
    status: 200,
    headers: [['content-type', 'text/html']],
    body: Buffer.from(text),
    tags: ['product:1'],
    changesAt: null,
    cacheControl: null,
    maxAge: 600,
    root: '',
    complete: true,
    ...over,
  };
}

const textOf = (stored?: StoredPage) => stored && uncompressedBody(stored).toString();

/** Creates a cache whose renders wait until the test finishes them. */
function setUp(over: Partial<PageCacheOptions> = {}) {
  const clock = { now: start };
  const running: { key: string; finish: (result: RenderedPage | Error) => void }[] = [];
  const errors: unknown[] = [];
  const cache = new PageCache({
    render: (key) =>
      new Promise((resolve, reject) => {
        running.push({
          key,
          finish: (result) => (result instanceof Error ? reject(result) : resolve(result)),
        });
      }),
    purges: noPurgePolling,
    now: () => clock.now,
    maxBytes: 1_000_000,
    staleSeconds: 60,
    onError: (error) => errors.push(error),
    ...over,
  });
  const next = () => vi.waitUntil(() => running.shift(), { interval: 1 });
  const finish = async (result: RenderedPage | Error) => (await next()).finish(result);
  const text = async (key: string) => uncompressedBody(await cache.get(key)).toString();
  /** Requests a page and finishes the render that must follow. */
  const rendered = async (key: string, result: RenderedPage) => {
    const asked = cache.get(key);
    await finish(result);
    return asked;
  };
  return { cache, clock, errors, finish, next, rendered, running, text };
}

describe('one render', () => {
  it('serves 100 requests at once by one render', async () => {
    const { cache, finish, text } = setUp();
    const asked = Array.from({ length: 100 }, () => text('/'));
    await finish(page('a'));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['a']));
    expect(cache.renders).toBe(1);
    expect(await text('/')).toBe('a');
    expect(cache.renders).toBe(1);
  });

  it('has its own bytes for those who waited, and caches the packed ones alone', async () => {
    const { cache, finish } = setUp();
    const body = Buffer.from('<p>'.repeat(1000));
    const asked = [cache.get('/'), cache.get('/')].map((asked) =>
      asked.then(({ uncompressed }) => uncompressed),
    );
    await finish(page('', { body }));
    expect(await Promise.all(asked)).toEqual([body, body]);
    await new Promise(setImmediate);
    const cached = cache.fresh('/')!;
    expect([cached.uncompressed, cached.encoding, uncompressedBody(cached).equals(body)]).toEqual([
      null,
      'br',
      true,
    ]);
  });

  it('fails all who wait when the render fails, and tries again for the next', async () => {
    const { cache, finish, text, rendered } = setUp();
    const asked = [text('/'), text('/')];
    await finish(new Error('broken'));
    expect((await Promise.allSettled(asked)).map((result) => result.status)).toEqual([
      'rejected',
      'rejected',
    ]);
    await rendered('/', page('b'));
    expect(await text('/')).toBe('b');
    expect(cache.renders).toBe(2);
  });
});

describe('purges', () => {
  it('forgets every page made from a tag and no other', async () => {
    const { cache, rendered } = setUp();
    await rendered('/products/a', page('a', { tags: ['product:1', 'catalog'] }));
    await rendered('/products/b', page('b', { tags: ['product:2', 'catalog'] }));
    cache.forget(['product:1']);
    expect(cache.fresh('/products/a')).toBeUndefined();
    expect(cache.fresh('/products/b')).toBeDefined();
    cache.forget(['catalog']);
    expect(cache.fresh('/products/b')).toBeUndefined();
  });

  it('renders anew for its waiters what was purged while it ran, and keeps only the newer', async () => {
    const { cache, finish, next, text } = setUp();
    const asked = text('/');
    const first = await next();
    cache.forget(['product:1']);
    first.finish(page('old price'));
    await finish(page('new price'));
    expect(await asked).toBe('new price');
    expect(textOf(cache.fresh('/'))).toBe('new price');
  });

  it('reads the purges after a render while it is not sure of them, before anybody sees the page', async () => {
    let heard = 0;
    const hear = async () => {
      heard += 1;
      if (heard === 1) set.cache.forget(['product:1']);
    };
    const set = setUp({ purges: { ...noPurgePolling, isCurrent: false, applyPurges: hear } });
    const asked = set.text('/');
    await set.finish(page('old price'));
    await set.finish(page('new price'));
    expect(await asked).toBe('new price');
  });

  it('is not disturbed by the purge of something it was not made from', async () => {
    const { cache, next, text } = setUp();
    const asked = text('/');
    const first = await next();
    cache.forget(['product:2']);
    first.finish(page('a'));
    expect(await asked).toBe('a');
    expect(cache.renders).toBe(1);
    expect(cache.fresh('/')).toBeDefined();
  });

  it('shows but does not keep a page that is purged in every render', async () => {
    const { cache, next, text } = setUp();
    const asked = text('/');
    for (let turn = 1; turn <= 5; turn += 1) {
      const render = await next();
      cache.forget(['product:1']);
      render.finish(page(`render ${turn}`));
    }
    expect(await asked).toBe('render 5');
    expect(cache.fresh('/')).toBeUndefined();
  });

  it('shows the last of those renders to nobody who came after it began', async () => {
    const { cache, next, text } = setUp();
    const first = text('/');
    for (let turn = 1; turn <= 4; turn += 1) {
      const render = await next();
      cache.forget(['product:1']);
      render.finish(page(`render ${turn}`));
    }
    const last = await next();
    cache.forget(['product:1']);
    const second = text('/');
    const own = await next();
    last.finish(page('older'));
    own.finish(page('newer'));
    expect(await Promise.all([first, second])).toEqual(['older', 'newer']);
  });

  it('never serves a purged page as a stale one', async () => {
    const { cache, clock, rendered, running, text, finish } = setUp();
    await rendered('/', page('old'));
    clock.now += 601_000;
    cache.forget(['product:1']);
    const asked = text('/');
    expect(running).toHaveLength(1);
    await finish(page('new'));
    expect(await asked).toBe('new');
  });
});

/** Creates a cache on a database that the test can take offline. */
async function onDatabase() {
  const time = { now: start };
  const database = { isAway: false, purged: [] as string[], reads: 0 };
  const purges: PurgePoll = new PurgePoll({
    async sync() {
      database.reads += 1;
      if (database.isAway) throw new Error('away');
      const purged = database.purged.splice(0);
      made.cache.forget(purged);
      purges.renew();
    },
    monotonicNow: () => time.now,
  });
  const made = setUp({ purges, now: () => time.now, staleSeconds: 2400 });
  const minutes = (count: number) => {
    time.now += count * 60_000;
  };
  const poll = () => purges.applyPurges();
  /** Takes the database offline and lets the next read of the purges fail. */
  const lose = async () => {
    database.isAway = true;
    await expect(poll()).rejects.toThrow('away');
  };
  await poll();
  return { ...made, database, lose, minutes, poll, time };
}

describe('while the database is away', () => {
  it('shows kept pages as they were for ten minutes, and renders none of them', async () => {
    const { cache, database, lose, minutes, rendered, text } = await onDatabase();
    const body = randomBytes(5000).toString('hex');
    await rendered('/', page(body));
    minutes(9);
    expect([await text('/'), database.reads]).toEqual([body, 1]);
    await lose();
    expect(textOf(cache.fresh('/'))).toBe(body);
    minutes(9.9);
    expect([await text('/'), cache.renders, database.reads]).toEqual([body, 1, 2]);
    minutes(0.2);
    expect(cache.fresh('/')).toBeUndefined();
    await expect(text('/')).rejects.toThrow('away');
  });

  it('shows pages past their age too, which nothing could replace', async () => {
    const { cache, lose, minutes, rendered, text } = await onDatabase();
    await rendered('/', page('old'));
    minutes(49);
    await lose();
    expect(await text('/')).toBe('old');
    minutes(9);
    expect(await text('/')).toBe('old');
    expect(cache.renders).toBe(1);
  });

  it('shows no page past the instant at which it changes by itself', async () => {
    const { finish, lose, rendered, text, time } = await onDatabase();
    await rendered('/', page('sale', { changesAt: start + 60_000 }));
    await lose();
    time.now = start + 59_999;
    expect(await text('/')).toBe('sale');
    time.now += 1;
    const asked = text('/');
    asked.catch(() => {});
    await finish(new Error('no database'));
    await expect(asked).rejects.toThrow('no database');
  });

  it('keeps nothing and shows nothing that is rendered while the purges cannot be read', async () => {
    const { cache, finish, lose, text } = await onDatabase();
    await lose();
    const asked = text('/');
    asked.catch(() => {});
    await finish(page('made of what other caches had'));
    await expect(asked).rejects.toThrow('away');
    expect(cache.store.size).toBe(0);
  });

  it('shows nothing that was purged meanwhile once the database is back and was read', async () => {
    const { cache, database, finish, lose, minutes, poll, rendered, text } = await onDatabase();
    await rendered('/', page('old'));
    await lose();
    expect(await text('/')).toBe('old');
    minutes(5);
    database.purged.push('product:1');
    expect(await text('/')).toBe('old');
    database.isAway = false;
    await poll();
    expect(cache.fresh('/')).toBeUndefined();
    const asked = text('/');
    await finish(page('new'));
    expect(await asked).toBe('new');
  });
});

describe('age', () => {
  it('serves a page past its age once more while one render replaces it, then no longer', async () => {
    const { cache, clock, rendered, finish, text } = setUp();
    await rendered('/', page('first'));
    clock.now += 600_000;
    expect(cache.fresh('/')).toBeUndefined();
    expect(await Promise.all([text('/'), text('/')])).toEqual(['first', 'first']);
    await finish(page('second'));
    await vi.waitUntil(() => cache.fresh('/'), { interval: 1 });
    expect(await text('/')).toBe('second');
    expect(cache.renders).toBe(2);
    clock.now += 660_000;
    const asked = text('/');
    await finish(page('third'));
    expect(await asked).toBe('third');
  });

  it('stops at the next instant the page changes by itself, stale or not', async () => {
    const { cache, clock, rendered, finish, text } = setUp();
    await rendered('/', page('before the sale', { changesAt: start + 5000 }));
    clock.now += 4999;
    expect(cache.fresh('/')).toBeDefined();
    clock.now += 1;
    const asked = text('/');
    await finish(page('sale'));
    expect(await asked).toBe('sale');
  });

  it('renders anew what changed by itself while it was made', async () => {
    const { clock, next, finish, text } = setUp();
    const asked = text('/');
    const render = await next();
    clock.now += 5000;
    render.finish(page('before the sale', { changesAt: start + 5000 }));
    await finish(page('sale'));
    expect(await asked).toBe('sale');
  });

  it('counts age from the begin of the render', async () => {
    const { cache, clock, next, text } = setUp();
    const asked = text('/');
    const render = await next();
    clock.now += 300_000;
    render.finish(page('slow'));
    await asked;
    clock.now += 300_000;
    expect(cache.fresh('/')).toBeUndefined();
  });

  it('keeps the stale page when the render that should replace it fails', async () => {
    const { clock, errors, rendered, finish, text } = setUp();
    await rendered('/', page('first'));
    clock.now += 600_000;
    expect(await text('/')).toBe('first');
    await finish(new Error('broken'));
    await vi.waitUntil(() => errors.length > 0, { interval: 1 });
    expect(await text('/')).toBe('first');
  });
});

describe('URLs that say nothing new', () => {
  it('are answered by the page without their query, without a render and without being stored', async () => {
    const { cache, rendered } = setUp();
    const plain = await rendered('/products/mug', page('mug', { names: { variants: [7] } }));
    for (let variant = 100; variant < 200; variant += 1) {
      expect(cache.answer(`/products/mug?variant=${variant}`)).toBe(plain);
      expect(await cache.get(`/products/mug?variant=${variant}`)).toBe(plain);
    }
    expect([cache.renders, cache.store.size]).toEqual([1, 1]);
    expect(cache.answer('/products/mug?variant=7')).toBeUndefined();
    const seventh = await rendered('/products/mug?variant=7', page('mug in blue'));
    expect(cache.answer('/products/mug?variant=7')).toBe(seventh);
    expect([cache.renders, cache.store.size]).toEqual([2, 2]);
  });

  it('render the page without their query where it is not cached, and no other', async () => {
    const { cache, finish, next, text } = setUp();
    const asked = [text('/products/mug?variant=8'), text('/products/mug?variant=9')];
    const render = await next();
    expect(render.key).toBe('/products/mug');
    render.finish(page('mug', { names: { variants: [7] } }));
    expect(await Promise.all(asked)).toEqual(['mug', 'mug']);
    // The page's data is purged: the queries that it names may have changed.
    cache.forget(['product:1']);
    expect(cache.answer('/products/mug?variant=8')).toBeUndefined();
    const again = text('/products/mug?variant=8');
    await finish(page('mug', { names: { variants: [7, 8] } }));
    await finish(page('mug in red'));
    expect(await again).toBe('mug in red');
  });

  it('are a 404 beyond the last page of a list, without a render', async () => {
    const { cache, rendered } = setUp();
    await rendered('/404', page('not found', { status: 404, tags: [] }));
    await rendered('/collections/cups', page('cups', { names: { lastPage: 3 } }));
    for (let number = 4; number < 100; number += 1)
      expect(cache.answer(`/collections/cups?page_num=${number}`)?.status).toBe(404);
    expect([cache.renders, cache.store.size]).toEqual([2, 2]);
  });

  it('are not stored where the page without their query is a redirect, or missing', async () => {
    const { cache, finish, next } = setUp();
    const moved = (to: string) => page('', { status: 301, headers: [['location', to]] });
    for (const [path, query, plain, made] of [
      ['/products/old', '?variant=9', moved('/products/new'), moved('/products/new?variant=9')],
      ['/collections/old', '?map_id=5', page('', { status: 404 }), page('cups')],
    ] as const) {
      const asked = cache.get(path + query);
      await finish(plain);
      const render = await next();
      expect(render.key).toBe(path + query);
      render.finish(made);
      expect((await asked).complete).toBe(false);
      expect(cache.fresh(path + query)).toBeUndefined();
    }
  });
});

describe('what is kept', () => {
  it.each([
    ['a failed part', { complete: false }],
    ['a server failure', { status: 500 }],
    ['a temporary redirect', { status: 302 }],
    ['an answer that sets a cookie', { headers: [['Set-Cookie', 'a=b']] }],
  ] satisfies [string, Partial<RenderedPage>][])('never keeps %s', async (_name, over) => {
    const { cache, rendered } = setUp();
    await rendered('/', page('a', over));
    expect(cache.fresh('/')).toBeUndefined();
  });

  it('keeps a permanent redirect', async () => {
    const { cache, rendered } = setUp();
    await rendered('/old', page('', { status: 301, headers: [['location', '/new']] }));
    expect(cache.fresh('/old')?.status).toBe(301);
  });

  it('answers all missing addresses by one shared 404, until anything is purged', async () => {
    const { cache, rendered, text } = setUp();
    await rendered('/a', page('not found', { status: 404, tags: ['setting:shop'] }));
    await rendered('/b', page('not found either', { status: 404 }));
    expect(await text('/b')).toBe('not found');
    expect(cache.store.size).toBe(1);
    expect(cache.renders).toBe(2);
    cache.forget(['catalog']);
    await rendered('/b', page('found'));
    expect(await text('/b')).toBe('found');
  });

  it('has a shared 404 for each language', async () => {
    const { cache, rendered, text } = setUp();
    await rendered('/de/x', page('nicht gefunden', { status: 404, tags: [], root: '/de' }));
    await rendered('/x', page('not found', { status: 404, tags: [] }));
    expect([await text('/de/x'), await text('/x')]).toEqual(['nicht gefunden', 'not found']);
    await rendered('/de/y', page('nicht gefunden', { status: 404, tags: [], root: '/de' }));
    expect(await text('/de/y')).toBe('nicht gefunden');
    expect(cache.store.size).toBe(2);
  });

  it('looks for a missing address again when its time is over, whatever others are missing meanwhile', async () => {
    const { clock, rendered, text } = setUp({ staleSeconds: 0 });
    const missing = () => page('not found', { status: 404, tags: [], maxAge: 60 });
    await rendered('/products/new', missing());
    clock.now += 40_000;
    await rendered('/elsewhere', missing());
    clock.now += 25_000;
    await rendered('/another', missing());
    const asked = rendered('/products/new', page('found'));
    await asked;
    expect(await text('/products/new')).toBe('found');
  });

  it('does not keep an address as missing when anything was purged while that was found', async () => {
    const { cache, next, finish, text } = setUp();
    const asked = text('/products/new');
    const render = await next();
    cache.forget(['product:9']);
    render.finish(page('not found', { status: 404, tags: [] }));
    await finish(page('found', { tags: ['product:9'] }));
    expect(await asked).toBe('found');
  });

  it('stays within its bound of bytes, least recently used out first', async () => {
    const { cache, rendered } = setUp({ maxBytes: 10_000 });
    // Random bytes do not compress.
    const noise = (bytes: number) => page('', { body: randomBytes(bytes) });
    for (const key of ['/1', '/2', '/3']) await rendered(key, noise(2500));
    cache.fresh('/1');
    await rendered('/4', noise(2500));
    expect(cache.store.bytes).toBeLessThanOrEqual(10_000);
    expect(cache.fresh('/1')).toBeDefined();
    expect(cache.fresh('/2')).toBeUndefined();
    await rendered('/huge', noise(20_000));
    expect(cache.fresh('/huge')).toBeUndefined();
    expect(cache.fresh('/1')).toBeDefined();
  });
});
