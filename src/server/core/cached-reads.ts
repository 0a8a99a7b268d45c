/** The two implementations of a context's `cached` and `cachedMany`: direct reads for HTTP requests, the read cache for pages. */
import type { CachedQuery, ReadCache } from '../cache/read-cache.ts';
import type { Context } from './handler.ts';
import { createPageDependencies, type PageDependencies } from './page-dependencies.ts';

type CachedReads = Pick<Context, 'cached' | 'cachedMany'>;

/** Returns reads that bypass the cache. @param context passed to each read */
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
 * Returns reads that go through the cache.
 * @param context creates a context that collects the tags of one read, which are cached with its result
 * @param page collects the tags of every result it uses
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

/** Runs a read in its own context. Returns the value with the tags and the next change that the read reported. */
export async function readWithDependencies<Value>(
  context: (dependencies: PageDependencies) => Context,
  read: (context: Context) => Promise<Value> | Value,
): Promise<CachedQuery<Value>> {
  const dependencies = createPageDependencies();
  const value = await read(context(dependencies));
  return { value, tags: [...dependencies.tags], changesAt: dependencies.changesAt };
}

/** Returns a query's value and reports its tags and next change to the page. */
export function unwrapCachedQuery<Value>(
  reading: CachedQuery<Value>,
  page: Pick<Context, 'tag' | 'changesAt'>,
): Value {
  report(reading, page);
  return reading.value;
}

function report({ tags, changesAt }: CachedQuery<unknown>, page: Pick<Context, 'tag' | 'changesAt'>): void {
  page.tag(...tags);
  if (changesAt !== null) page.changesAt(changesAt);
}
