/** Small files that decode to large images: one colour, in the formats that cost most to decode. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

export function plain(width: number, height: number, channels: 3 | 4 = 3) {
  const background = channels === 4 ? { r: 120, g: 60, b: 30, alpha: 0.5 } : '#8a5a2b';
  return sharp({ create: { width, height, channels, background } });
}

/** Returns the same file with other dimensions in its header. */
export function claiming(file: Buffer, width: number, height: number): Buffer {
  const claims = Buffer.from(file);
  if (claims[0] === 0x89) {
    claims.writeUInt32BE(width, 16);
    claims.writeUInt32BE(height, 20);
  } else if (claims[0] === 0xff) {
    const frame = [0xc0, 0xc2]
      .map((marker) => claims.indexOf(Buffer.from([0xff, marker])))
      .find((at) => at > 0)!;
    claims.writeUInt16BE(height, frame + 5);
    claims.writeUInt16BE(width, frame + 7);
  } else {
    const [extended, lossy, lossless] = ['VP8X', 'VP8 ', 'VP8L'].map((kind) => claims.indexOf(kind));
    if (extended! > 0) claims.writeUIntLE((height - 1) * 2 ** 24 + width - 1, extended! + 12, 6);
    if (lossy! > 0) claims.writeUInt32LE((height << 16) | width, lossy! + 14);
    if (lossless! > 0) claims.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, lossless! + 9);
  }
  return claims;
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/** Returns a PNG with these chunks after its header. */
export async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await plain(10, 10).png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

/** Returns a text chunk of a few KB that inflates to `bytes` bytes. */
export function textChunk(bytes: number): Buffer {
  return pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(bytes, 65))]));
}

/** Returns a one-colour JPEG with a scan per channel: not progressive, but decoders must hold all of it in memory. */
export function jpegInScans(width: number, height: number): Buffer {
  const part = (marker: number, ...data: number[]) =>
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
  const sizes = [height >> 8, height & 255, width >> 8, width & 255];
  const codes = (kind: number, length: number) =>
    part(0xc4, kind, ...Array.from({ length: 16 }, (_, at) => Number(at === length - 1)), 0);
  // Six zero bits per block: a 2-bit code for no difference from the previous block, a 4-bit code for its end.
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const scan = (color: number) =>
    Buffer.concat([part(0xda, 1, color, 0, 0, 63, 0), Buffer.alloc(Math.ceil((blocks * 6) / 8))]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    part(0xdb, 0, ...Array<number>(64).fill(16)),
    part(0xc0, 8, ...sizes, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0),
    ...[codes(0x00, 2), codes(0x10, 4), scan(1), scan(2), scan(3)],
    Buffer.from([0xff, 0xd9]),
  ]);
}

function crc32(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  }
  return ~sum >>> 0;
}
