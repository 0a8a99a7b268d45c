/** A finished page as it is cached and sent. */
import { hash } from 'node:crypto';
import { type EncodedBody, encodeBody } from './encode-body.ts';

/** Shared between pages, so they must not be changed. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** What one render gave. */
export interface RenderedPage {
  status: number;
  /** Content type, security policy, location and the like; nothing about caching. */
  headers: HeaderList;
  /** Its HTML in pieces, or the bytes of any other answer. */
  body: readonly string[] | Uint8Array;
  /** What it was made from (cache/tags.ts). */
  tags: string[];
  /** Next instant (ms UTC) at which it changes by itself; null when none is known. */
  changesAt: number | null;
  /** Seconds it may be cached when nothing purges it. */
  maxAge: number;
  /** What the page itself says to every cache, for what never changes at its address; null for ordinary pages. */
  cacheControl: string | null;
  /** Prefix of the language it is in; '' for the shop's own. */
  root: string;
  /** False when a part failed, or the page said no-store. */
  complete: boolean;
  /** What the page's query can name, as the page said it. */
  names?: QueryNames;
}

/** What there is of a page besides its plain form: all that its query can name. */
export interface QueryNames {
  /** Variants that change a product's page: all but the one it shows anyway. */
  variants?: readonly number[];
  /** The last page of a list. */
  lastPage?: number;
}

export interface StoredPage extends Omit<RenderedPage, 'body'>, EncodedBody {
  /** Quoted, for the ETag header. */
  etag: string;
  /** Bytes of the page itself. */
  length: number;
  /** These bytes while the requests that waited for the render are answered; null otherwise. */
  plain: Buffer | null;
  /** Made when a client first asks for it. */
  gzip: Buffer | null;
  /** Whether `body` is as small as it gets. */
  isSmallest: boolean;
  /** Served without asking until here, ms UTC. */
  freshUntil: number;
  /** Served while one render replaces it until here, ms UTC; never past `changesAt`. */
  staleUntil: number;
  /** How often it was sent after it was made. */
  hits: number;
}

/** Statuses that may be cached under the page's own address; 404 is cached once for all. */
export function isStorable(page: Omit<RenderedPage, 'body'>): boolean {
  const isKeptStatus = page.status === 200 || page.status === 301 || page.status === 404;
  return page.complete && isKeptStatus && !page.headers.some(([name]) => /^set-cookie$/i.test(name));
}

/** What a purge must name to concern the page: a missing page is made from all that is not there. */
export function madeFrom(page: Pick<RenderedPage, 'status' | 'tags'>): readonly string[] | 'everything' {
  return page.status === 404 ? 'everything' : page.tags;
}

/** A page's own bytes. */
export function plainBytes(body: RenderedPage['body']): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(body instanceof Uint8Array ? body : body.join(''));
}

/** Of a page's own bytes, however they are encoded. */
export function etagOf(plain: Uint8Array): string {
  return `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
}

/**
 * @param now ms UTC at which the render began, so that its age counts from what it has read
 * @param staleSeconds how long past its age it may be served while being replaced
 */
export function toStoredPage({ body, ...page }: RenderedPage, now: number, staleSeconds: number): StoredPage {
  const limit = page.changesAt ?? Number.POSITIVE_INFINITY;
  const aged = now + page.maxAge * 1000;
  const plain = plainBytes(body);
  const immutable = page.cacheControl !== null;
  const encoded = encodeBody(plain, immutable);
  return {
    ...page,
    ...encoded,
    etag: etagOf(plain),
    length: plain.length,
    plain: null,
    gzip: null,
    isSmallest: immutable || encoded.encoding === 'identity',
    freshUntil: Math.min(aged, limit),
    staleUntil: Math.min(aged + staleSeconds * 1000, limit),
    hits: 0,
  };
}

/** Bytes a page takes in memory, roughly: its encodings, its headers, its tags, what it names and its place in the cache. */
export function pageBytes(page: StoredPage, key: string): number {
  let bytes = page.body.length + (page.gzip?.length ?? 0) + key.length + 512;
  for (const [name, value] of page.headers) bytes += name.length + value.length;
  for (const tag of page.tags) bytes += tag.length + 64;
  return bytes + 8 * (page.names?.variants?.length ?? 0);
}
