/** Which pictures of shoppers are decoded at all: judged by their header, while they are still only bytes. Pure. */
import { BadPicture } from './bad-picture.ts';
import { readHeader } from './picture-header.ts';
import { withoutTexts } from './png-chunks.ts';

/** Bytes of a shopper's picture (R87). */
export const uploadLimit = 5 * 1024 * 1024;

/** 24 megapixels as cameras of phones make them by themselves: 5712 × 4284. */
const maxPixels = 24_500_000;

/** px of a side: what is decoded row by row holds some hundred rows. */
const maxSide = 8000;

/** Bytes of what must be held whole: a picture of 12 million pixels as messengers send it. */
const maxBufferedPixels = 40_000_000;

/**
 * @returns the picture without what no picture needs
 * @throws BadPicture saying what to do instead
 */
export function validateUpload(file: Uint8Array): Uint8Array {
  const header = readHeader(file);
  if (!header) throw new BadPicture('Only JPEG, PNG and WebP pictures are taken.');
  const { width, height, whole } = header;
  const size = `The picture has ${width} × ${height} pixels`;
  if (width * height > maxPixels) {
    throw new BadPicture(
      `${size}; at most ${Math.floor(maxPixels / 1e6)} million are taken. Please make it smaller.`,
    );
  }
  if (Math.max(width, height) > maxSide) {
    throw new BadPicture(`${size}; no side may be longer than ${maxSide}. Please make it smaller.`);
  }
  if (whole && whole.bytes > maxBufferedPixels) {
    const most = Math.floor((width * height * maxBufferedPixels) / whole.bytes / 1e6);
    throw new BadPicture(
      `${size}; as ${whole.name} at most ${most} million are taken. Please save it as an ordinary JPEG, or smaller.`,
    );
  }
  return withoutTexts(file);
}
