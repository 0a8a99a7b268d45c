/**
 * Compressed forms of pages. Most pages are asked for once before they change, so whoever waits for a page to be made is
 * given what costs least (docs/decisions/05-page-cache.md); the next one a smaller form, and the smallest is made when there is time.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { type Encoding, type PageEncoding, takesZstd } from './negotiate.ts';
import { unpack } from './packed.ts';
import type { PageStore } from './page-store.ts';
import type { StoredPage } from './stored-page.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A tenth larger than the usual, at a quarter of its time. */
const quickQuality = 2;
const usualQuality = 5;
const bestQuality = 11;
const quickGzip = 1;
const usualGzip = 6;
/** Up to here compressing takes less time than handing the work to another thread and back. */
const atOnce = 256 * 1024;
/** Bytes handed out by zlib at a time: most pages in one piece. */
const chunkSize = 32 * 1024;

const making = new WeakMap<StoredPage, Map<Encoding, Promise<void>>>();

/**
 * The encoding the page is sent in.
 * @param wanted the smallest the client takes
 * @param acceptEncoding the client's own words, looked at only for a new page: then zstd is the quicker
 */
export function sentEncoding(
  page: StoredPage,
  wanted: Encoding,
  acceptEncoding: string | undefined,
): PageEncoding {
  if (page.packed.encoding === 'identity') return 'identity';
  if (readyForm(page, wanted) || !isNew(page) || isForEver(page)) return wanted;
  return takesZstd(acceptEncoding) ? 'zstd' : wanted;
}

/** The bytes in that encoding if they are there or made in no time, else null. */
export function readyForm(page: StoredPage, encoding: PageEncoding): Buffer | null {
  if (encoding === 'br') return page.br;
  if (encoding === 'gzip') return page.gzip;
  return encoding === 'zstd' ? page.packed.bytes : unpack(page.packed);
}

/** The bytes for those who waited for the page to be made; null where `makeForm` has to make them. */
export function quickForm(
  store: PageStore,
  key: string,
  page: StoredPage,
  encoding: PageEncoding,
): Buffer | null {
  if (!isNew(page) || isForEver(page) || encoding === 'identity' || encoding === 'zstd') return null;
  if (page.quick?.encoding === encoding) return page.quick.form;
  const form = compressSync(unpack(page.packed), encoding);
  page.quick = { encoding, form };
  store.reweigh(key, page);
  return form;
}

/** Whether it never changes at its address, as the style sheet: whoever has it in hand a year is given its best form at once. */
function isForEver(page: StoredPage): boolean {
  return page.cacheControl !== null;
}

/** Whether nobody has asked for the page since it was made: most never are asked for again. */
function isNew(page: StoredPage): boolean {
  return page.hits === 0 && page.packed.length <= atOnce;
}

function compressSync(body: Buffer, encoding: 'br' | 'gzip'): Buffer {
  return encoding === 'br'
    ? brotliCompressSync(body, brotliOptions(body, quickQuality))
    : gzipSync(body, { level: quickGzip, chunkSize });
}

/** Makes the bytes once for all who wait, and counts them in the store. */
export async function makeForm(
  store: PageStore,
  key: string,
  page: StoredPage,
  encoding: Encoding,
): Promise<void> {
  const forms = making.get(page) ?? new Map<Encoding, Promise<void>>();
  making.set(page, forms);
  let form = forms.get(encoding);
  if (!form) {
    form = (async () => {
      if (encoding === 'br')
        page.br = await brotli(unpack(page.packed), isForEver(page) ? bestQuality : usualQuality);
      else page.gzip = await compressGzip(unpack(page.packed), { level: usualGzip });
      page.quick = null;
      store.reweigh(key, page);
    })();
    forms.set(encoding, form);
  }
  await form;
}

export function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(body, brotliOptions(body, quality));
}

/**
 * The window is no larger than the page. With the usual 4 MB every page takes as much memory outside the heap, and a
 * full garbage collection follows a dozen renders.
 */
function brotliOptions(body: Buffer, quality: number) {
  const bits = Math.ceil(Math.log2(body.length + 1));
  const window = Math.min(22, Math.max(constants.BROTLI_MIN_WINDOW_BITS, bits));
  return {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  };
}

/** Looked through for one to improve: who is asked for often is among the first. */
const mostLookedAt = 200;

/** Gives the most recently used page that was sent twice its smallest br form; false when there is none to improve. */
export async function polishOne(store: PageStore): Promise<boolean> {
  const found = unpolished(store);
  if (!found) return false;
  const [key, page] = found;
  page.polished = true;
  const best = await brotli(unpack(page.packed), bestQuality);
  if (page.br && best.length < page.br.length) page.br = best;
  store.reweigh(key, page);
  return true;
}

function unpolished(store: PageStore): [string, StoredPage] | null {
  let looked = 0;
  for (const [key, page] of store.recent()) {
    if (!page.polished && page.hits >= 2 && page.br) return [key, page];
    looked += 1;
    if (looked === mostLookedAt) return null;
  }
  return null;
}
