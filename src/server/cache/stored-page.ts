/** A rendered page in the form in which it is cached and sent. */
import { hash } from 'node:crypto';
import { type EncodedBody, encodeBody } from './encode-body.ts';

/** Immutable, because pages share it. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Result of one render. */
export interface RenderedPage {
  status: number;
  /** Content type, security policy, redirect target and the like; no caching headers. */
  headers: HeaderList;
  /** Chunks of HTML, or the bytes of any other response. */
  body: readonly string[] | Uint8Array;
  /** Tags of the data it was built from (cache/tags.ts). */
  tags: string[];
  /** Next time (ms UTC) at which it changes without a purge; null when none is known. */
  changesAt: number | null;
  /** Maximum age without a purge, seconds. */
  maxAge: number;
  /** Cache-Control that the page sets itself because its URL's content never changes; null for ordinary pages. */
  cacheControl: string | null;
  /** URL prefix of its language; '' for the shop's default. */
  root: string;
  /** False when a part failed or the page set no-store. */
  complete: boolean;
  /** Values that the page's query can have, as the page reported them. */
  names?: PageQueryValues;
}

/** Query values that select another version of a page. */
export interface PageQueryValues {
  /** Ids of variants that change a product page: all but the default one. */
  variants?: readonly number[];
  /** Last page of a list. */
  lastPage?: number;
}

export interface StoredPage extends Omit<RenderedPage, 'body'>, EncodedBody {
  /** Quoted, for the ETag header. */
  etag: string;
  /** Uncompressed size, bytes. */
  length: number;
  /** Uncompressed bytes while the requests that waited for the render are answered; null afterwards. */
  plain: Buffer | null;
  /** Compressed when the first client requests gzip. */
  gzip: Buffer | null;
  /** Whether `body` has the best compression. */
  isSmallest: boolean;
  /** Served without revalidation until this time, ms UTC. */
  freshUntil: number;
  /** Served stale while one render replaces it until this time, ms UTC; never after `changesAt`. */
  staleUntil: number;
  /** How often it was sent from the cache. */
  hits: number;
}

/** Returns whether a page may be cached under its own URL; a 404 is cached once for all URLs. */
export function isStorable(page: Omit<RenderedPage, 'body'>): boolean {
  const isCacheableStatus = page.status === 200 || page.status === 301 || page.status === 404;
  return page.complete && isCacheableStatus && !page.headers.some(([name]) => /^set-cookie$/i.test(name));
}

/** Returns the tags whose purge invalidates a page: any tag for a missing page, whose content may have been created. */
export function invalidatingTags(
  page: Pick<RenderedPage, 'status' | 'tags'>,
): readonly string[] | 'everything' {
  return page.status === 404 ? 'everything' : page.tags;
}

/** Returns a page's uncompressed bytes. */
export function uncompressedBytes(body: RenderedPage['body']): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(body instanceof Uint8Array ? body : body.join(''));
}

/** Returns the ETag of a page's uncompressed bytes; the same for all encodings. */
export function computeEtag(plain: Uint8Array): string {
  return `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
}

/**
 * @param now start of the render, ms UTC: the page's age counts from its reads
 * @param staleSeconds how long it may be served past its age while being replaced
 */
export function toStoredPage({ body, ...page }: RenderedPage, now: number, staleSeconds: number): StoredPage {
  const limit = page.changesAt ?? Number.POSITIVE_INFINITY;
  const aged = now + page.maxAge * 1000;
  const plain = uncompressedBytes(body);
  const immutable = page.cacheControl !== null;
  const encoded = encodeBody(plain, immutable);
  return {
    ...page,
    ...encoded,
    etag: computeEtag(plain),
    length: plain.length,
    plain: null,
    gzip: null,
    isSmallest: immutable || encoded.encoding === 'identity',
    freshUntil: Math.min(aged, limit),
    staleUntil: Math.min(aged + staleSeconds * 1000, limit),
    hits: 0,
  };
}

/** Returns a page's approximate memory, bytes: encodings, headers, tags, query values and overhead of the cache entry. */
export function estimatePageBytes(page: StoredPage, key: string): number {
  let bytes = page.body.length + (page.gzip?.length ?? 0) + key.length + 512;
  for (const [name, value] of page.headers) bytes += name.length + value.length;
  for (const tag of page.tags) bytes += tag.length + 64;
  return bytes + 8 * (page.names?.variants?.length ?? 0);
}
