/**
 * Encodings that a page is given after it was made. It is cached as brotli alone, made quickly while a client waits for it:
 * once it was asked for again it is compressed as small as can be, and gzip is cached once a client asked for it.
 */
import { gzip, plainBody, smallestBrotli } from './encode-body.ts';
import type { StoredPage } from './stored-page.ts';
import type { TaggedCache } from './tagged-cache.ts';

/** Pages looked through for one to compress again: what is asked for often is among the most recently used. */
const maxLookedAt = 200;

const gzipping = new WeakMap<StoredPage, Promise<Buffer>>();

/** Makes a page's gzip encoding, once for all who wait, and caches it with the page. */
export function gzipBody(store: TaggedCache<StoredPage>, key: string, page: StoredPage): Promise<Buffer> {
  let running = gzipping.get(page);
  if (!running) {
    running = gzip(plainBody(page))
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

/** Compresses the most recently used page that was sent again as small as can be; false when there is none left. */
export async function compressOneAgain(store: TaggedCache<StoredPage>): Promise<boolean> {
  const found = nextToCompress(store);
  if (!found) return false;
  const [key, page] = found;
  page.isSmallest = true;
  const smallest = await smallestBrotli(plainBody(page));
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
