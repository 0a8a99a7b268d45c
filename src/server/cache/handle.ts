/**
 * How Astro's bundle reaches the page cache of server.ts. A module both import exists twice, so they meet on globalThis,
 * under a name that carries a version: two builds that do not fit fail instead of forgetting in the wrong place.
 */
export interface PageCacheHandle {
  forget(tags: readonly string[] | 'everything'): void;
  forgetPath(path: string): void;
}

const place = Symbol.for('atoll.page-cache.1');
type Place = { [place]?: PageCacheHandle };

export function offerPageCache(handle: PageCacheHandle): void {
  (globalThis as Place)[place] = handle;
}

/** @throws Error when the pages run without the server they were built for */
export function pageCacheHandle(): PageCacheHandle {
  const handle = (globalThis as Place)[place];
  if (!handle)
    throw new Error('The page cache is missing: run the built pages through server.ts of the same version.');
  return handle;
}
