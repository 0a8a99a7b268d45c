/** Defines the types of a rendered page and of a cached page, and converts one to the other. */
import { hash } from 'node:crypto';
import { type EncodedBody, encodeBody } from './encode-body.ts';

/** HTTP headers as name-value pairs; immutable, because pages share them. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Result of one page render. */
export interface RenderedPage {
  status: number;
  /** Response headers such as content type, security policy and redirect target, without caching headers. */
  headers: HeaderList;
  /** HTML as a list of chunks, or the bytes of a response that is not HTML. */
  body: readonly string[] | Uint8Array;
  /** Tags of the data that the page was built from (cache/tags.ts). */
  tags: string[];
  /** Next time (ms UTC) at which the page changes without a purge; null if none is known. */
  changesAt: number | null;
  /** Maximum age of the page without a purge, seconds. */
  maxAge: number;
  /** Cache-Control header that the page sets itself, because the content of its URL never changes; null for ordinary pages. */
  cacheControl: string | null;
  /** URL prefix of the page's language; '' for the shop's default language. */
  root: string;
  /** False if a part of the page failed or the page set no-store. */
  complete: boolean;
  /** Query values that the page accepts, as reported by the page during its render. */
  names?: PageQueryValues;
}

/** Query values that select another version of a page. */
export interface PageQueryValues {
  /** Ids of the variants that select another version of a product page: all except the default variant. */
  variants?: readonly number[];
  /** Number of the last page of a list. */
  lastPage?: number;
}

export interface StoredPage extends Omit<RenderedPage, 'body'>, EncodedBody {
  /** ETag of the page, in quotes as in the ETag header. */
  etag: string;
  /** Uncompressed size of the page, bytes. */
  length: number;
  /** Uncompressed bytes of the page, until the requests that waited for the render have been answered; null afterwards. */
  uncompressed: Buffer | null;
  /** Page compressed with gzip; null until the first client requests gzip. */
  gzip: Buffer | null;
  /** Whether `body` has the best compression. */
  isSmallest: boolean;
  /** Time until which the page is served without revalidation, ms UTC. */
  freshUntil: number;
  /** Time until which the page is served stale while a new one is rendered, ms UTC; never after `changesAt`. */
  staleUntil: number;
  /** How often the page was sent from the cache. */
  hits: number;
}

/** Returns whether a page may be cached: it is complete, has status 200, 301 or 404, and sets no cookie. */
export function isStorable(page: Omit<RenderedPage, 'body'>): boolean {
  const isCacheableStatus = page.status === 200 || page.status === 301 || page.status === 404;
  return page.complete && isCacheableStatus && !page.headers.some(([name]) => /^set-cookie$/i.test(name));
}

/** Returns the tags whose purge invalidates a page: for a 404 page every tag, because any change may have created the missing content. */
export function invalidatingTags(
  page: Pick<RenderedPage, 'status' | 'tags'>,
): readonly string[] | 'everything' {
  return page.status === 404 ? 'everything' : page.tags;
}

/** Returns the uncompressed bytes of a rendered body. */
export function uncompressedBytes(body: RenderedPage['body']): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(body instanceof Uint8Array ? body : body.join(''));
}

/** Returns the ETag of a page, computed from the uncompressed bytes and therefore the same for all encodings. */
export function computeEtag(uncompressed: Uint8Array): string {
  return `"${hash('sha256', uncompressed, 'base64url').slice(0, 22)}"`;
}

/**
 * Converts a rendered page to the form in which it is cached.
 * @param now start of the render, ms UTC; the page's age is counted from here, because its data may be that old
 * @param staleSeconds how long the stale page may be served while a new one is rendered
 */
export function toStoredPage({ body, ...page }: RenderedPage, now: number, staleSeconds: number): StoredPage {
  const limit = page.changesAt ?? Number.POSITIVE_INFINITY;
  const aged = now + page.maxAge * 1000;
  const uncompressed = uncompressedBytes(body);
  const immutable = page.cacheControl !== null;
  const encoded = encodeBody(uncompressed, immutable);
  return {
    ...page,
    ...encoded,
    etag: computeEtag(uncompressed),
    length: uncompressed.length,
    uncompressed: null,
    gzip: null,
    isSmallest: immutable || encoded.encoding === 'identity',
    freshUntil: Math.min(aged, limit),
    staleUntil: Math.min(aged + staleSeconds * 1000, limit),
    hits: 0,
  };
}

/** Returns the approximate memory of a cached page, bytes: encodings, headers, tags, query values and the overhead of the cache entry. */
export function estimatePageBytes(page: StoredPage, key: string): number {
  let bytes = page.body.length + (page.gzip?.length ?? 0) + key.length + 512;
  for (const [name, value] of page.headers) bytes += name.length + value.length;
  for (const tag of page.tags) bytes += tag.length + 64;
  return bytes + 8 * (page.names?.variants?.length ?? 0);
}
