/** What pages reach the server through: `Astro.locals`, made anew for every render. */
import type { CallData, CallInput, Envelope } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { Services } from '../services.ts';

export interface CacheHints {
  /** What the page was made from, as the handlers reported it. */
  tags: string[];
  /** Seconds until the page changes by itself; the page cache's own limit when nothing is known to change. */
  maxAge: number;
}

export interface PageLocals {
  /** Calls the API in-process, as an empty caller. Refusals come back as an envelope with their code; nothing is thrown. */
  api<Key extends EndpointKey>(
    key: Key,
    input?: CallInput<Endpoints[Key]>,
  ): Promise<Envelope<CallData<Endpoints[Key]>>>;
  /** What the calls so far say about how long the page holds. The server asks again when the page is finished. */
  cacheHints(): CacheHints;
}

export function createLocals(_services: Services): PageLocals {
  return {
    api: async () => ({ code: 10404, msg: 'Not served yet.', data: null }),
    cacheHints: () => ({ tags: [], maxAge: 60 }),
  };
}
