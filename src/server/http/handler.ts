/** What an endpoint's handler is given and returns. */
import type { CallData, ParsedInput } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { Reading } from '../cache/read-cache.ts';
import type { Services } from '../services.ts';

/** Who is calling. In-process page calls carry the empty caller, so cached pages cannot depend on a visitor. */
export interface Caller {
  /** Client address by TRUSTED_PROXIES; '' in-process. */
  ip: string;
  /** Login token of header `token` or the cookies `token`, `frontToken` (R42). */
  token: string | null;
  /** Random part of the HttpOnly cookie `visitor` (R63) when the shop has issued it, null before the first checkout. */
  visitor: string | null;
  /** Whether that cookie is of the time before they were signed, and has to be replaced. */
  isUnsigned: boolean;
  /** IANA zone of the header `time-zone`. */
  timeZone: string | null;
  /** Request headers, lower-case; empty in-process. */
  header(name: string): string | undefined;
  /** True for prefetches (Sec-Purpose, Purpose, X-Moz), which must change nothing (R90). */
  prefetch: boolean;
}

export interface Context {
  services: Services;
  caller: Caller;
  /** Milliseconds UTC at the start of the request. */
  now: number;
  /** The caller's visitor value, creating the cookie if there is none yet (R63). */
  ensureVisitor(): string;
  /** Adds a Set-Cookie header to the answer. */
  setCookie(header: string): void;
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
    read: (missing: readonly Id[]) => Promise<ReadonlyMap<Id, Reading<Value>>>,
  ): Promise<Value[]>;
  /** Raw request body, at most `limit` bytes (1 MiB); only on raw rows. Longer is answered 413. */
  rawBody(limit?: number): Promise<Uint8Array>;
}

/** Raw rows answer by themselves (null: an empty 204); all others return what becomes `data`. */
export type Answer<Key extends EndpointKey> = Endpoints[Key] extends { raw: true }
  ? Response | null
  : CallData<Endpoints[Key]>;

export type Handler<Key extends EndpointKey> = (
  input: ParsedInput<Endpoints[Key]>,
  context: Context,
) => Promise<Answer<Key>> | Answer<Key>;

/** A domain's handlers, keyed by the contract's `METHOD /path`. */
export type Handlers = { [Key in EndpointKey]?: Handler<Key> };
