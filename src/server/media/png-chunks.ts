/**
 * Removes what no picture needs from a PNG. Its text chunks are compressed: a 4 MB file can contain 15 GB of text, unpacked as
 * soon as a decoder reads the header.
 */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks that define the pixels: palette, transparency, colours. */
const allowedChunks = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'cICP',
  'pHYs',
  'eXIf',
  'IDAT',
  'IEND',
]);

/** Bytes. Colour profiles are compressed too; those of displays and cameras are far smaller than this. */
const maxProfileBytes = 4096;

/** Encoders write chunks of some kilobytes; any chunks beyond this number are dropped. */
const maxChunks = 10_000;

/** Length, type and checksum around a chunk's data, bytes. */
const frame = 12;

/** Returns the PNG without unneeded chunks; the same bytes when it has none or is not a PNG. */
export function stripPngChunks(bytes: Uint8Array): Uint8Array {
  if (!isPng(bytes)) return bytes;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [signature];
  const seen = new Set<string>();
  for (let at = signature.length, count = 0; at + frame <= file.length && count < maxChunks; count += 1) {
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + frame + file.readUInt32BE(at);
    const isAllowed = allowedChunks.has(type) || (type === 'iCCP' && end - at - frame <= maxProfileBytes);
    // Only pixel data may be split into several chunks.
    if (isAllowed && (type === 'IDAT' || !seen.has(type))) parts.push(file.subarray(at, end));
    seen.add(type);
    at = end;
    if (type === 'IEND') break;
  }
  const length = parts.reduce((all, part) => all + part.length, 0);
  return length === file.length ? bytes : Buffer.concat(parts, length);
}

export function isPng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
