/** What an endpoint's handler is given and returns. */
import type { CallData, ParsedInput } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { Frozen } from '#lib/frozen.ts';
import type { CachedQuery } from '../cache/read-cache.ts';
import type { Caller } from './caller.ts';
import type { Services } from './services.ts';

export interface Context {
  services: Services;
  caller: Caller;
  /** Milliseconds UTC at the start of the request. */
  now: number;
  /** The caller's visitor value, creating the cookie if there is none yet (R63). */
  ensureVisitor(): string;
  /** Sends a Set-Cookie header with the answer. In-process calls of pages send none. */
  setCookie(cookie: string): void;
  /**
   * Says what the answer was made from (tags of cache/tags.ts), so that a page made from it is forgotten when that changes.
   * The function that reads names what it read: a page can never forget a tag.
   */
  tag(...tags: string[]): void;
  /** Says the next instant (ms UTC) at which the answer changes by itself, e.g. a promotion that starts or ends. */
  changesAt(instant: number): void;
  /**
   * Reads what many pages need alike. Pages that are the same for everybody are given what an earlier one read, frozen,
   * until it is purged; calls over HTTP always read anew.
   * @param name what is read, with all that it depends on
   * @param read is handed a context of its own to tag with; must not depend on the caller
   */
  cached<Value>(name: string, read: (context: Context) => Promise<Value> | Value): Promise<Value> | Value;
  /**
   * The same for many things by id.
   * @param read the missing ones by id, with what each was made from
   * @returns what there is, in the order of the ids
   */
  cachedMany<Id extends string | number, Value>(
    name: string,
    ids: readonly Id[],
    read: (missing: readonly Id[]) => Promise<ReadonlyMap<Id, CachedQuery<Value>>>,
  ): Promise<Value[]>;
  /** Raw request body, at most `limit` bytes (1 MiB); only on raw rows. Longer is answered 413. */
  rawBody(limit?: number): Promise<Uint8Array>;
}

/** Raw rows answer by themselves (null: an empty 204); all others return what becomes `data`. */
export type Answer<Key extends EndpointKey> = Endpoints[Key] extends { raw: true }
  ? Response | null
  : Frozen<CallData<Endpoints[Key]>>;

export type Handler<Key extends EndpointKey> = (
  input: ParsedInput<Endpoints[Key]>,
  context: Context,
) => Promise<Answer<Key>> | Answer<Key>;

/** A domain's handlers, keyed by the contract's `METHOD /path`. */
export type Handlers = { [Key in EndpointKey]?: Handler<Key> };
