/** The two ways a context answers `cached` and `cachedMany`: reading anew for calls over HTTP, from the read cache for pages. */
import type { CachedQuery, ReadCache } from '../cache/read-cache.ts';
import type { Context } from './handler.ts';
import { noDependencies, type PageDependencies } from './page-dependencies.ts';

type CachedReads = Pick<Context, 'cached' | 'cachedMany'>;

/** @param context answers what is read */
export function readAnew(context: () => Context): CachedReads {
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
 * @param context makes a context whose reads are collected apart, so that they can be cached with their own tags
 * @param page is told of what it used
 */
export function readCached(
  reads: ReadCache,
  context: (dependencies: PageDependencies) => Context,
  page: Pick<Context, 'tag' | 'changesAt'>,
): CachedReads {
  return {
    cached: (name, read) => {
      const reading = reads.read(name, () => collect(context, read));
      return reading instanceof Promise ? reading.then((done) => use(done, page)) : use(reading, page);
    },
    cachedMany: async (name, ids, read) => {
      const readings = await reads.readMany(name, ids, read);
      return readings.flatMap((reading) => (reading ? [use(reading, page)] : []));
    },
  };
}

/** Reads with a context of its own, and says what it was made from. */
export async function collect<Value>(
  context: (dependencies: PageDependencies) => Context,
  read: (context: Context) => Promise<Value> | Value,
): Promise<CachedQuery<Value>> {
  const dependencies = noDependencies();
  const value = await read(context(dependencies));
  return { value, tags: [...dependencies.tags], changesAt: dependencies.changesAt };
}

/** The value of a reading; the page is told what it was made from. */
export function use<Value>(reading: CachedQuery<Value>, page: Pick<Context, 'tag' | 'changesAt'>): Value {
  report(reading, page);
  return reading.value;
}

function report({ tags, changesAt }: CachedQuery<unknown>, page: Pick<Context, 'tag' | 'changesAt'>): void {
  page.tag(...tags);
  if (changesAt !== null) page.changesAt(changesAt);
}
