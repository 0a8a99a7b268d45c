import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip as gzipCallback,
} from 'node:zlib';
import type { Encoding } from './negotiate.ts';

/** Body of a page in the encoding in which it is cached. */
export interface EncodedBody {
  body: Buffer;
  encoding: 'br' | 'identity';
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzipCallback);

/** Brotli quality while a client waits: it takes a quarter of the time of quality 5 and produces 10 % more bytes. */
const quickQuality = 2;
const bestQuality = constants.BROTLI_MAX_QUALITY;
/** Minimum size for compression, bytes: for smaller bodies, compression saves less than a network packet. */
const worthwhile = 1024;

/** Returns the encoding in which to send a body to a client. @param accepted the best encoding that the client accepts */
export function encodingForClient(uncompressed: Uint8Array, accepted: Encoding): Encoding {
  return uncompressed.length < worthwhile ? 'identity' : accepted;
}

/** Compresses a page with gzip and copies the result into a buffer of its own, so that it can be cached. */
export const gzip = async (uncompressed: Uint8Array): Promise<Buffer> =>
  apart(await compressGzip(uncompressed));

/** Encodes a page for one response; the result must not be cached. */
export async function encodeUncached(uncompressed: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return uncompressed;
  return encoding === 'br'
    ? brotliCompressSync(uncompressed, brotliOptions(uncompressed, quickQuality))
    : gzip(uncompressed);
}

/**
 * Encodes a page for the cache.
 * @param immutable whether the content of the URL never changes: clients cache the page for a year, so it gets the best compression at once
 */
export function encodeBody(uncompressed: Uint8Array, immutable: boolean): EncodedBody {
  if (uncompressed.length < worthwhile) return { body: apart(uncompressed), encoding: 'identity' };
  const quality = immutable ? bestQuality : quickQuality;
  return {
    body: apart(brotliCompressSync(uncompressed, brotliOptions(uncompressed, quality))),
    encoding: 'br',
  };
}

/** Returns the uncompressed bytes of a page. */
export function uncompressedBody({
  body,
  encoding,
  uncompressed,
}: EncodedBody & { uncompressed: Buffer | null }): Buffer {
  return uncompressed ?? (encoding === 'br' ? brotliDecompressSync(body) : body);
}

/** Compresses a page with the best brotli quality, on another thread because that takes a hundred times as long as the quick quality. */
export async function compressMaxBrotli(uncompressed: Uint8Array): Promise<Buffer> {
  return apart(await compressBrotli(uncompressed, brotliOptions(uncompressed, bestQuality)));
}

/**
 * Copies bytes into a buffer of their own. Bytes from a render or zlib may be a slice of a larger buffer or of Node's shared pool, which
 * would stay in memory for as long as the slice is cached.
 */
function apart(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Returns brotli options with the window limited to the page's size: the default window would cost 4 MB of memory per compression. */
function brotliOptions(uncompressed: Uint8Array, quality: number) {
  const bits = Math.ceil(Math.log2(uncompressed.length + 1));
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(constants.BROTLI_DEFAULT_WINDOW, bits),
      [constants.BROTLI_PARAM_SIZE_HINT]: uncompressed.length,
    },
  };
}
