/**
 * Implements `cached` and `cachedMany` of a handler's context in two ways: as direct reads for HTTP requests, and with the read cache for
 * pages.
 */
import type { CachedResult, ReadCache } from '../cache/read-cache.ts';
import type { Context } from './handler.ts';
import { createPageDependencies, type PageDependencies } from './page-dependencies.ts';

type CachedReads = Pick<Context, 'cached' | 'cachedMany'>;

/** Returns `cached` and `cachedMany` functions that bypass the cache. @param context returns the context that is passed to each read */
export function createUncachedReads(context: () => Context): CachedReads {
  return {
    cached: (_name, read) => read(context()),
    cachedMany: async (_name, ids, read) => {
      const readings = await read(ids);
      const there = ids.flatMap((id) => readings.get(id) ?? []);
      for (const reading of there) report(reading, context());
      return there.map(({ value }) => value);
    },
  };
}

/**
 * Returns `cached` and `cachedMany` functions that use the read cache.
 * @param context creates the context of one read; the cache tags that the context collects are cached with the result
 * @param page collects the cache tags of every result that the page uses
 */
export function createCachedReads(
  reads: ReadCache,
  context: (dependencies: PageDependencies) => Context,
  page: Pick<Context, 'tag' | 'changesAt'>,
): CachedReads {
  return {
    cached: (name, read) => {
      const reading = reads.read(name, () => readWithDependencies(context, read));
      return reading instanceof Promise
        ? reading.then((done) => unwrapCachedQuery(done, page))
        : unwrapCachedQuery(reading, page);
    },
    cachedMany: async (name, ids, read) => {
      const readings = await reads.readMany(name, ids, read);
      return readings.flatMap((reading) => (reading ? [unwrapCachedQuery(reading, page)] : []));
    },
  };
}

/** Runs a read in a context of its own. Returns the value with the cache tags and the expiry time that the read registered. */
export async function readWithDependencies<Value>(
  context: (dependencies: PageDependencies) => Context,
  read: (context: Context) => Promise<Value> | Value,
): Promise<CachedResult<Value>> {
  const dependencies = createPageDependencies();
  const value = await read(context(dependencies));
  return { value, tags: [...dependencies.tags], changesAt: dependencies.changesAt };
}

/** Returns the value of a cached query, and registers its cache tags and expiry time with the page. */
export function unwrapCachedQuery<Value>(
  reading: CachedResult<Value>,
  page: Pick<Context, 'tag' | 'changesAt'>,
): Value {
  report(reading, page);
  return reading.value;
}

function report({ tags, changesAt }: CachedResult<unknown>, page: Pick<Context, 'tag' | 'changesAt'>): void {
  page.tag(...tags);
  if (changesAt !== null) page.changesAt(changesAt);
}
