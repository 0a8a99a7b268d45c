/** Validates shoppers' images by their headers alone, before any decoder runs. Pure. */
import { ImageError } from './image-error.ts';
import { isPng, stripPngChunks } from './png-chunks.ts';

interface PictureHeader {
  width: number;
  height: number;
  /**
   * Set if the decoder must buffer the whole image, because its last byte may change the first row: format name, and buffer size in
   * bytes. Null if the image is decoded row by row.
   */
  whole: { name: string; bytes: number } | null;
}

/**
 * Parses the image header without a decoder, so that the memory for decoding can be checked before decoding starts.
 * @returns null for anything but a JPEG, PNG or WebP image
 */
function readHeader(bytes: Uint8Array): PictureHeader | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (isPng(file)) return pngHeader(file);
    if (file.readUInt16BE(0) === 0xffd8) return jpegHeader(file);
    const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
    return isWebp ? webpHeader(file) : null;
  } catch (error) {
    // The read was out of range: the file ends within its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Number of channels by PNG colour type; palette images (3) are decoded to RGBA. */
const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

function pngHeader(file: Buffer): PictureHeader | null {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [depth, colors, interlace] = [file[24]!, file[25]!, file[28]!];
  const channels = pngChannels[colors];
  if (file.toString('latin1', 12, 16) !== 'IHDR' || !channels) return null;
  const bytes = width * height * channels * (depth > 8 ? 2 : 1);
  return { width, height, whole: interlace === 0 ? null : { name: 'an interlaced PNG', bytes } };
}

/**
 * JPEG markers without a length field, and start-of-frame markers: 0xc0 to 0xcf, except 0xc4, 0xc8 and 0xcc, which mark tables and
 * extensions.
 */
const isLone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const startOfScan = 0xda;

function jpegHeader(file: Buffer): PictureHeader | null {
  let frame: (PictureHeader & { isProgressive: boolean; colors: number; bufferedBytes: number }) | null =
    null;
  for (let at = 2; ; ) {
    if (file.readUInt8(at) !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isLone(marker)) at += 2;
    else if (marker === startOfScan) {
      // If each colour has its own scan, a decoder buffers the JPEG as it does a progressive one.
      const isInScans = frame !== null && (frame.isProgressive || file.readUInt8(at + 4) < frame.colors);
      if (!frame || !isInScans) return frame;
      return { ...frame, whole: { name: 'a progressive JPEG', bytes: frame.bufferedBytes } };
    } else {
      if (isFrame(marker)) frame = jpegFrame(file, at, marker);
      at += 2 + file.readUInt16BE(at + 2);
    }
  }
}

/**
 * Parses a JPEG frame header and calculates `bufferedBytes`: a buffering decoder stores two bytes per coefficient of each colour
 * component, which may be subsampled.
 */
function jpegFrame(file: Buffer, at: number, marker: number) {
  const [height, width] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7)];
  const colors = file.readUInt8(at + 9);
  const sampling = Array.from({ length: colors }, (_, color) => {
    const factors = file.readUInt8(at + 11 + 3 * color);
    return { across: factors >> 4, down: factors & 15 };
  });
  const finest =
    Math.max(...sampling.map(({ across }) => across)) * Math.max(...sampling.map(({ down }) => down));
  const samples = sampling.reduce((all, { across, down }) => all + (across * down) / finest, 0);
  const isProgressive = ![0xc0, 0xc1].includes(marker);
  return { width, height, whole: null, isProgressive, colors, bufferedBytes: 2 * samples * width * height };
}

function webpHeader(file: Buffer): PictureHeader | null {
  const size = webpSize(file, file.toString('latin1', 12, 16));
  return size && { ...size, whole: { name: 'a WebP image', bytes: 4 * size.width * size.height } };
}

function webpSize(file: Buffer, kind: string): { width: number; height: number } | null {
  if (kind === 'VP8 ')
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (kind === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  if (kind !== 'VP8L') return null;
  const sizes = file.readUInt32LE(21);
  return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
}

/** Maximum size of a shopper's image, bytes (R87). */
export const uploadLimit = 5 * 1024 * 1024;

/** Maximum pixels: the 24-megapixel photos that phones take by default (5712 × 4284). */
const maxPixels = 24_500_000;

/** Maximum px per side: even row-by-row decoding buffers a few hundred rows. */
const maxSide = 8000;

/**
 * Maximum buffer size, in bytes, for an image that must be buffered as a whole: enough for 12 megapixels, as sent by messenger
 * apps.
 */
const maxBufferedPixels = 40_000_000;

/**
 * Validates an upload and returns it without unneeded PNG chunks.
 * @throws ImageError with the limit and advice for the shopper
 */
export function validateUpload(file: Uint8Array): Uint8Array {
  const header = readHeader(file);
  if (!header) throw new ImageError('Please use a JPEG, PNG or WebP image.');
  const { width, height, whole } = header;
  const size = `The image has ${width} × ${height} pixels`;
  if (width * height > maxPixels) {
    throw new ImageError(
      `${size}; at most ${Math.floor(maxPixels / 1e6)} million are allowed. Please make it smaller.`,
    );
  }
  if (Math.max(width, height) > maxSide) {
    throw new ImageError(`${size}; no side may be longer than ${maxSide}. Please make it smaller.`);
  }
  if (whole && whole.bytes > maxBufferedPixels) {
    const maxMegapixels = Math.floor((width * height * maxBufferedPixels) / whole.bytes / 1e6);
    throw new ImageError(
      `${size}; as ${whole.name} at most ${maxMegapixels} million are allowed. Please save it as a plain JPEG, or make it smaller.`,
    );
  }
  return stripPngChunks(file);
}
