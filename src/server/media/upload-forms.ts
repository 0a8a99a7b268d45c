/**
 * Decodes a stranger's picture once and encodes it anew: in the resolution that goods are made from, and as it is shown.
 * Runs in a process of its own (decode-upload.ts).
 */
import sharp, { type Sharp } from 'sharp';

/** px of the longer sides. What is transparent costs more to encode, and is drawn more often than photographed. */
const sides = { opaque: { original: 4000, shown: 1600 }, transparent: { original: 2000, shown: 1280 } };

export interface UploadForms {
  mime: string;
  original: Buffer;
  /** WebP. */
  shown: Buffer;
}

/** @throws Error when the picture is damaged */
export async function uploadForms(bytes: Uint8Array): Promise<UploadForms> {
  const { hasAlpha, depth } = await sharp(bytes, { pages: 1 }).metadata();
  const side = hasAlpha ? sides.transparent : sides.opaque;
  // Eight bits a colour from the first row on: with sixteen, the rows at hand would take four times the memory.
  const whole = sharp(bytes, { pages: 1, failOn: 'error' }).autoOrient();
  const upright = inside(depth === 'uchar' ? whole : whole.pipelineColourspace('srgb'), side.original);
  // Better Huffman codes would need all of the picture in memory first.
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
