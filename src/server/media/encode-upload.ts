/**
 * Decodes an untrusted picture once and encodes it again: at the resolution for production, and as a page shows it. Runs in a
 * child process (decode-upload.ts).
 */
import sharp, { type Sharp } from 'sharp';

/** px of the longer side. Transparent pictures cost more to encode and are more often drawn than photographed. */
const sides = { opaque: { original: 4000, shown: 1600 }, transparent: { original: 2000, shown: 1280 } };

export interface EncodedUpload {
  mime: string;
  original: Buffer;
  /** WebP. */
  shown: Buffer;
}

/** Encodes both variants of an upload. @throws Error when the picture is damaged */
export async function encodeUpload(bytes: Uint8Array): Promise<EncodedUpload> {
  const { hasAlpha, depth } = await sharp(bytes, { pages: 1 }).metadata();
  const side = hasAlpha ? sides.transparent : sides.opaque;
  // Eight bits per colour from the first row on: with sixteen, the buffered rows would take four times the memory.
  const whole = sharp(bytes, { pages: 1, failOn: 'error' }).autoOrient();
  const upright = inside(depth === 'uchar' ? whole : whole.pipelineColourspace('srgb'), side.original);
  // Optimised Huffman tables would need the whole picture in memory.
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
