/**
 * Pages as they are kept: as zstd, a sixth of their size. What a page is before it is packed lives in one block of
 * memory that all pages use in turn; a buffer for each page would make V8 collect everything after a few hundred of them
 * (docs/decisions/05-page-cache.md).
 */
import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { compressZstd } from './zstd.ts';

/** One page without the forms made from it. */
export interface Packed {
  /** Quoted, for the ETag header. Of the packed bytes: the same page is packed alike everywhere. */
  etag: string;
  bytes: Buffer;
  encoding: 'zstd' | 'identity';
  /** Bytes of the page itself. */
  length: number;
}

/** Below this many bytes compression saves less than a packet. */
const worthwhile = 1024;
/** Longer pages are encoded in a buffer of their own. */
const longestShared = 4 * 1024 * 1024;

let shared = Buffer.allocUnsafeSlow(512 * 1024);

export function pack(page: readonly string[] | Uint8Array): Packed {
  const plain = page instanceof Uint8Array ? page : encode(page);
  const isPacked = plain.length >= worthwhile;
  // Copied: what is encoded makes room for the next page.
  const bytes = isPacked ? compressZstd(plain) : Buffer.from(plain);
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  return { etag, bytes, encoding: isPacked ? 'zstd' : 'identity', length: plain.length };
}

/** The page's own bytes. */
export function unpack({ bytes, encoding }: Packed): Buffer {
  return encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes;
}

/** UTF-8, good until the next call. */
function encode(pieces: readonly string[]): Uint8Array {
  // No character takes more bytes than three for each of its UTF-16 units.
  const most = pieces.reduce((sum, piece) => sum + piece.length, 0) * 3;
  if (most > longestShared) return Buffer.from(pieces.join(''));
  if (most > shared.length) shared = Buffer.allocUnsafeSlow(most);
  let length = 0;
  for (const piece of pieces) length += shared.write(piece, length);
  return shared.subarray(0, length);
}
