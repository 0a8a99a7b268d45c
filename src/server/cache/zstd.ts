/**
 * zstd with one compressor for all pages. `zstdCompressSync` makes one for each call, and what it made is held until V8 collects
 * everything: a third of the time, and a collection every thousand pages (docs/decisions/05-page-cache.md).
 */
import {
  constants,
  createZstdCompress,
  type ZstdCompress,
  type ZstdOptions,
  zstdCompressSync,
} from 'node:zlib';

/** A twentieth more bytes than the usual 3, in two thirds of its time. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };

/** The part of Node's compressor that works at once. It is not documented; where it is missing, the documented way is taken. */
interface Compressor extends ZstdCompress {
  _handle?: {
    writeSync?(
      flush: number,
      source: Uint8Array,
      sourceStart: number,
      sourceLength: number,
      target: Uint8Array,
      targetStart: number,
      targetLength: number,
    ): void;
  };
  /** Bytes left over of the target and of the source. */
  _writeState?: Uint32Array;
}

/** Longer ones are packed with a compressor of their own: what is kept would stay as large as the largest of all. */
const longestShared = 4 * 1024 * 1024;

const compressor: Compressor = createZstdCompress({ params });
// Told of by the throw below; without anybody who listens the process would end.
compressor.on('error', () => {});
let target = Buffer.allocUnsafeSlow(64 * 1024);

/** @returns one zstd frame that says how long its content is */
export function compressZstd(plain: Uint8Array): Buffer {
  const { _handle: handle, _writeState: left } = compressor;
  if (!handle?.writeSync || !left || plain.length > longestShared) return inOneGo(plain);
  const bound = plain.length + (plain.length >> 7) + 512;
  if (target.length < bound) target = Buffer.allocUnsafeSlow(bound);
  // A call that fails leaves what the last one wrote.
  left[0] = 0;
  handle.writeSync(constants.ZSTD_e_end, plain, 0, plain.length, target, 0, target.length);
  const [room = 0, unread] = left;
  if (unread !== 0 || room === 0) throw new Error('zstd did not finish');
  return Buffer.from(target.subarray(0, target.length - room));
}

/** Told how much there is, zstd takes no more memory than that needs. */
function inOneGo(plain: Uint8Array): Buffer {
  const options: ZstdOptions & { pledgedSrcSize: number } = { params, pledgedSrcSize: plain.length };
  return Buffer.from(zstdCompressSync(plain, options));
}
