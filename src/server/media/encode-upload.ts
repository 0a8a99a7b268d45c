/**
 * Decodes an untrusted image once and encodes it twice: as the original, which the merchant needs to produce the ordered item, and
 * as the variant for pages. Runs in a child process (decode-upload.ts).
 */
import sharp, { type Sharp } from 'sharp';

/**
 * Maximum px of the longer side. Lower for transparent images: they take longer to encode, and are more often drawings than photos.
 */
const sides = { opaque: { original: 4000, shown: 1600 }, transparent: { original: 2000, shown: 1280 } };

export interface EncodedUpload {
  mime: string;
  original: Buffer;
  /** The variant for pages, WebP. */
  shown: Buffer;
}

/** Encodes the original and the page variant of an upload. @throws Error if the image is damaged */
export async function encodeUpload(bytes: Uint8Array): Promise<EncodedUpload> {
  const { hasAlpha, depth } = await sharp(bytes, { pages: 1 }).metadata();
  const side = hasAlpha ? sides.transparent : sides.opaque;
  // Converts to eight bits per channel before resizing: with sixteen bits, the buffered rows would take four times the memory.
  const whole = sharp(bytes, { pages: 1, failOn: 'error' }).autoOrient();
  const upright = inside(depth === 'uchar' ? whole : whole.pipelineColourspace('srgb'), side.original);
  // Optimised Huffman tables would require the whole image in memory.
  const original = await (hasAlpha
    ? upright.png()
    : upright.jpeg({ quality: 90, optimiseCoding: false })
  ).toBuffer();
  const shown = await inside(sharp(original), side.shown)
    .webp({ quality: 82, alphaQuality: 50, effort: 2 })
    .toBuffer();
  return { mime: hasAlpha ? 'image/png' : 'image/jpeg', original, shown };
}

function inside(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
}
