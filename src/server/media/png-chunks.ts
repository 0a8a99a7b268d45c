/**
 * Removes chunks from a PNG that are not needed to display it. Text chunks are compressed: a 4 MB file can contain 15 GB of text,
 * which decoders decompress as soon as they read the header.
 */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG chunks that define the pixels: palette, transparency, colours. */
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

/** Maximum size of a colour profile, bytes. Profiles are compressed too; those of displays and cameras are far smaller. */
const maxProfileBytes = 4096;

/**
 * Maximum number of chunks; further chunks are dropped. Normal files have far fewer, because encoders write chunks of several
 * kilobytes.
 */
const maxChunks = 10_000;

/** Size of a chunk's length, type and checksum fields, bytes. */
const frame = 12;

/** Returns the PNG without unneeded chunks; returns the same bytes if it has none or is not a PNG. */
export function stripPngChunks(bytes: Uint8Array): Uint8Array {
  if (!isPng(bytes)) return bytes;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [signature];
  const seen = new Set<string>();
  for (let at = signature.length, count = 0; at + frame <= file.length && count < maxChunks; count += 1) {
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + frame + file.readUInt32BE(at);
    const isAllowed = allowedChunks.has(type) || (type === 'iCCP' && end - at - frame <= maxProfileBytes);
    // Only IDAT chunks may occur more than once.
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
