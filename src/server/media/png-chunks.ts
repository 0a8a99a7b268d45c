/**
 * Leaves out of a PNG what no picture needs. Its text parts are compressed: a file of 4 MB can hold 15 GB of them, and
 * they are unpacked as soon as the header is read.
 */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What the pixels are made of: palette, transparency, colours. */
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

/** Compressed too; profiles of displays and cameras are far smaller than this, bytes. */
const maxProfileBytes = 4096;

/** Encoders write parts of kilobytes; what comes after so many is left out. */
const maxChunks = 10_000;

/** Length, type and checksum around the data of a chunk, bytes. */
const frame = 12;

/** @returns the same bytes when they are no PNG, or one with nothing to leave out */
export function withoutTexts(bytes: Uint8Array): Uint8Array {
  if (!isPng(bytes)) return bytes;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [signature];
  const seen = new Set<string>();
  for (let at = signature.length, count = 0; at + frame <= file.length && count < maxChunks; count += 1) {
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + frame + file.readUInt32BE(at);
    const isWanted = allowedChunks.has(type) || (type === 'iCCP' && end - at - frame <= maxProfileBytes);
    // Only the pixels come in several chunks.
    if (isWanted && (type === 'IDAT' || !seen.has(type))) parts.push(file.subarray(at, end));
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
