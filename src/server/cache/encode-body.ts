import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip as gzipCallback,
} from 'node:zlib';
import type { Encoding } from './negotiate.ts';

/** A page's bytes in their cached encoding. */
export interface EncodedBody {
  body: Buffer;
  encoding: 'br' | 'identity';
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzipCallback);

/** Takes a quarter of the time of quality 5, for a tenth more bytes. */
const quickQuality = 2;
const bestQuality = constants.BROTLI_MAX_QUALITY;
/** Minimum size, bytes: compressing less saves less than a packet. */
const worthwhile = 1024;

/** Returns the encoding to send to one client. @param accepted the client's best encoding */
export function encodingForClient(plain: Uint8Array, accepted: Encoding): Encoding {
  return plain.length < worthwhile ? 'identity' : accepted;
}

/** Returns the gzip encoding of a page, in its own buffer for caching. */
export const gzip = async (plain: Uint8Array): Promise<Buffer> => apart(await compressGzip(plain));

/** Encodes a page for one visitor; the result must not be cached. */
export async function encodeUncached(plain: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return plain;
  return encoding === 'br' ? brotliCompressSync(plain, brotliOptions(plain, quickQuality)) : gzip(plain);
}

/** @param immutable whether its URL's content never changes: clients cache it for a year, so it gets the best encoding at once */
export function encodeBody(plain: Uint8Array, immutable: boolean): EncodedBody {
  if (plain.length < worthwhile) return { body: apart(plain), encoding: 'identity' };
  const quality = immutable ? bestQuality : quickQuality;
  return { body: apart(brotliCompressSync(plain, brotliOptions(plain, quality))), encoding: 'br' };
}

/** Returns the page's uncompressed bytes. */
export function uncompressedBody({ body, encoding, plain }: EncodedBody & { plain: Buffer | null }): Buffer {
  return plain ?? (encoding === 'br' ? brotliDecompressSync(body) : body);
}

/** Returns the smallest brotli encoding, computed on another thread: it takes a hundred times as long. */
export async function compressMaxBrotli(plain: Uint8Array): Promise<Buffer> {
  return apart(await compressBrotli(plain, brotliOptions(plain, bestQuality)));
}

/**
 * Copies bytes into a buffer of their own. Bytes from a render or zlib may be a slice of a larger buffer or of Node's shared
 * pool, which would stay in memory as long as they are cached.
 */
function apart(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Limits brotli's window to the page's size: the default window would cost 4 MB of memory per compression. */
function brotliOptions(plain: Uint8Array, quality: number) {
  const bits = Math.ceil(Math.log2(plain.length + 1));
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(constants.BROTLI_DEFAULT_WINDOW, bits),
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  };
}
