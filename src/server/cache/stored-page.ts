/** A finished page as it is kept and sent. */
import { type HeaderList, traitsOf } from './header-list.ts';
import type { PageEncoding } from './negotiate.ts';
import { type Packed, pack } from './packed.ts';

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
  /** Seconds it may be kept when nothing purges it. */
  maxAge: number;
  /** What the page itself says to every cache, for what never changes at its address; null for ordinary pages. */
  cacheControl: string | null;
  /** Prefix of the language it is in; '' for the shop's own. */
  root: string;
  /** False when a part failed, or the page said no-store. */
  complete: boolean;
}

export interface StoredPage extends Omit<RenderedPage, 'body'> {
  packed: Packed;
  /** Served without asking until here, ms UTC. */
  freshUntil: number;
  /** Served while one render replaces it until here, ms UTC; never past `changesAt`. */
  staleUntil: number;
  /** Compressed forms, made when first asked for. */
  br: Buffer | null;
  gzip: Buffer | null;
  /** What those were given who waited for the page to be made; dropped for a form above. */
  quick: { encoding: PageEncoding; form: Buffer } | null;
  /** Whether `br` is the small, slow form already. */
  polished: boolean;
  hits: number;
}

/** Statuses that may be kept under the page's own address; 404 is kept once for all. */
export function isStorable(page: Omit<RenderedPage, 'body'>): boolean {
  const isKeptStatus = page.status === 200 || page.status === 301 || page.status === 404;
  return page.complete && isKeptStatus && !traitsOf(page.headers).setsCookie;
}

/** What a purge must name to concern the page: a missing page is made from all that is not there. */
export function madeFrom(page: Pick<RenderedPage, 'status' | 'tags'>): readonly string[] | 'everything' {
  return page.status === 404 ? 'everything' : page.tags;
}

/**
 * @param now ms UTC at which the render began, so that its age counts from what it has read
 * @param staleSeconds how long past its age it may be served while being replaced
 */
export function toStoredPage(page: RenderedPage, now: number, staleSeconds: number): StoredPage {
  const limit = page.changesAt ?? Number.POSITIVE_INFINITY;
  const aged = now + page.maxAge * 1000;
  // Field by field: V8 gives objects made by taking others apart new descriptions again and again.
  return {
    status: page.status,
    headers: page.headers,
    tags: page.tags,
    changesAt: page.changesAt,
    maxAge: page.maxAge,
    cacheControl: page.cacheControl,
    root: page.root,
    complete: page.complete,
    packed: pack(page.body),
    freshUntil: Math.min(aged, limit),
    staleUntil: Math.min(aged + staleSeconds * 1000, limit),
    br: null,
    gzip: null,
    quick: null,
    polished: false,
    hits: 0,
  };
}

/** Bytes a page takes in memory, roughly: its forms, its headers, its tags and its place in the maps. */
export function weigh(key: string, page: StoredPage): number {
  let tagBytes = 0;
  for (const tag of page.tags) tagBytes += tag.length + 64;
  return (
    page.packed.bytes.length +
    (page.br?.length ?? 0) +
    (page.quick?.form.length ?? 0) +
    (page.gzip?.length ?? 0) +
    traitsOf(page.headers).size +
    tagBytes +
    key.length +
    512
  );
}
