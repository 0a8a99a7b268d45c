/** Types of an endpoint's handler: its parameters and its result. */
import type { ParsedInput, ResponseData } from '#lib/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '#lib/contract/table.ts';
import type { DeepReadonly } from '#lib/deep-freeze.ts';
import type { CachedResult } from '../cache/read-cache.ts';
import type { Queryable } from '../db/database.ts';
import type { Caller } from './caller.ts';
import type { Services } from './services.ts';

/** Facts about a write for the audit log; never a secret. */
export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

export interface Context {
  services: Services;
  caller: Caller;
  /** Time at the start of the request, ms UTC. */
  now: number;
  /** Returns the caller's visitor id; if there is none yet, creates one and sets the visitor cookie (R63). */
  ensureVisitor(): string;
  /** Adds a Set-Cookie header to the response. In-process calls of pages ignore it. */
  setCookie(cookie: string): void;
  /**
   * Registers the cache tags (cache/tags.ts) of the data in the response, so that a purge removes the pages built from the data. Each
   * function that reads data registers its own tags, so a page cannot omit one.
   */
  tag(...tags: string[]): void;
  /** Registers a time (ms UTC) at which the response changes without a purge, such as the start or end of a promotion. */
  changesAt(instant: number): void;
  /**
   * Reads data that many pages share. Pages that are the same for all visitors get a frozen value, cached until it is purged; HTTP requests
   * bypass the cache.
   * @param name cache key; must contain everything that the value depends on
   * @param read gets its own context for registering cache tags; must not depend on the caller
   */
  cached<Value>(name: string, read: (context: Context) => Promise<Value> | Value): Promise<Value> | Value;
  /**
   * Reads many values by id, with the same caching as `cached`.
   * @param read returns the missing values by id, each with its cache tags
   * @returns the existing values, in the order of the ids
   */
  cachedMany<Id extends string | number, Value>(
    name: string,
    ids: readonly Id[],
    read: (missing: readonly Id[]) => Promise<ReadonlyMap<Id, CachedResult<Value>>>,
  ): Promise<Value[]>;
  /**
   * Adds the endpoint's row to the audit log. Pass the transaction of the write, so that both are stored or neither. An act that calls a
   * payment provider adds `requested` before the call and `answered` after it. An endpoint with `audit` fails if its handler does not call
   * this function.
   */
  audit(trx: Queryable, details?: AuditDetails, state?: 'done' | 'requested' | 'answered'): Promise<void>;
  /**
   * Returns the raw request body; only for raw endpoints. A body of more than `limit` bytes (default 1 MiB) is rejected with status 413.
   */
  rawBody(limit?: number): Promise<Uint8Array>;
}

/** Result of a handler: a Response for raw endpoints (null for an empty 204), otherwise the value of `data`. */
export type HandlerResult<Key extends EndpointKey> = Endpoints[Key] extends { raw: true }
  ? Response | null
  : DeepReadonly<ResponseData<Endpoints[Key]>>;

export type Handler<Key extends EndpointKey> = (
  input: ParsedInput<Endpoints[Key]>,
  context: Context,
) => Promise<HandlerResult<Key>> | HandlerResult<Key>;

export type Handlers = { [Key in EndpointKey]?: Handler<Key> };
