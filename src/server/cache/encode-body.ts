/** Content encodings of a page's bytes, by node:zlib. */
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzip as gzipCallback,
} from 'node:zlib';
import type { Encoding } from './negotiate.ts';

/** A page's bytes as they are cached. */
export interface EncodedBody {
  body: Buffer;
  encoding: 'br' | 'identity';
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzipCallback);

/** Takes a quarter of the time of quality 5, for a tenth more bytes. */
const quickQuality = 2;
const bestQuality = constants.BROTLI_MAX_QUALITY;
/** Below this many bytes compression saves less than a packet. */
const worthwhile = 1024;

/** The encoding in which a page goes to one client. @param accepted the smallest that it takes */
export function encodingOf(plain: Uint8Array, accepted: Encoding): Encoding {
  return plain.length < worthwhile ? 'identity' : accepted;
}

/** A page's gzip encoding, to be cached. */
export const gzip = async (plain: Uint8Array): Promise<Buffer> => apart(await compressGzip(plain));

/** A page for one visitor only, never cached. */
export async function encodeOnce(plain: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === 'identity') return plain;
  return encoding === 'br' ? brotliCompressSync(plain, brotliOptions(plain, quickQuality)) : gzip(plain);
}

/** @param immutable whether it never changes at its address: clients cache it for a year, so it gets the best encoding at once */
export function encodeBody(plain: Uint8Array, immutable: boolean): EncodedBody {
  if (plain.length < worthwhile) return { body: apart(plain), encoding: 'identity' };
  const quality = immutable ? bestQuality : quickQuality;
  return { body: apart(brotliCompressSync(plain, brotliOptions(plain, quality))), encoding: 'br' };
}

/** The page's own bytes. */
export function plainBody({ body, encoding, plain }: EncodedBody & { plain: Buffer | null }): Buffer {
  return plain ?? (encoding === 'br' ? brotliDecompressSync(body) : body);
}

/** The smallest brotli encoding: takes a hundred times as long, on another thread. */
export async function smallestBrotli(plain: Uint8Array): Promise<Buffer> {
  return apart(await compressBrotli(plain, brotliOptions(plain, bestQuality)));
}

/**
 * The bytes in memory of their own. Those of a render or of zlib may lie in a larger buffer, or in the pool that Buffers share,
 * all of which stays as long as they are cached.
 */
function apart(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** The window is no larger than the page: with the usual 4 MB every page takes as much memory while it is compressed. */
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
