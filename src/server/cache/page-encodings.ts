/**
 * Improves the compression of cached pages. A page is first compressed with fast brotli while its client waits. Once the page is requested
 * again, it gets the best compression; gzip is added when the first client requests it.
 */
import { compressMaxBrotli, gzip, uncompressedBody } from './encode-body.ts';
import type { StoredPage } from './stored-page.ts';
import type { TaggedCache } from './tagged-cache.ts';

/** Maximum number of recently used pages that are searched for one to recompress; frequently requested pages are among them. */
const maxLookedAt = 200;

const gzipping = new WeakMap<StoredPage, Promise<Buffer>>();

/** Compresses a page with gzip, once for all waiting requests, and caches the result with the page. */
export function gzipBody(store: TaggedCache<StoredPage>, key: string, page: StoredPage): Promise<Buffer> {
  let running = gzipping.get(page);
  if (!running) {
    running = gzip(uncompressedBody(page))
      .then((gzipped) => {
        page.gzip = gzipped;
        store.resize(key, page);
        return gzipped;
      })
      .finally(() => gzipping.delete(page));
    gzipping.set(page, running);
  }
  return running;
}

/** Recompresses the most recently used page that was requested again and lacks the best compression. Returns false if there is none. */
export async function recompressNextPage(store: TaggedCache<StoredPage>): Promise<boolean> {
  const found = nextToCompress(store);
  if (!found) return false;
  const [key, page] = found;
  page.isSmallest = true;
  const smallest = await compressMaxBrotli(uncompressedBody(page));
  if (smallest.length < page.body.length) page.body = smallest;
  store.resize(key, page);
  return true;
}

function nextToCompress(store: TaggedCache<StoredPage>): [string, StoredPage] | null {
  let looked = 0;
  for (const entry of store.entries()) {
    const [, page] = entry;
    if (!page.isSmallest && page.hits > 0) return entry;
    looked += 1;
    if (looked === maxLookedAt) return null;
  }
  return null;
}
