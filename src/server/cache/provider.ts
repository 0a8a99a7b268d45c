/**
 * Lets pages use Astro's cache API. Only headers and invalidation: storing and waiting happen in server.ts, before Astro
 * is entered at all.
 */
import type { CacheProviderFactory } from 'astro';
import { pageCacheHandle } from './handle.ts';

const provider: CacheProviderFactory = () => ({
  name: 'atoll',
  setHeaders({ tags = [], maxAge }) {
    const headers = new Headers();
    if (tags.length > 0) headers.set('x-atoll-tags', tags.join(','));
    if (maxAge !== undefined) headers.set('x-atoll-max-age', String(maxAge));
    return headers;
  },
  async invalidate({ tags, path }) {
    const cache = pageCacheHandle();
    if (path) cache.forgetPath(path);
    if (tags) cache.forget(typeof tags === 'string' ? [tags] : tags);
  },
});

export default provider;
