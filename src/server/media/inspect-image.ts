/** Validates an image of the merchant before it is stored, and determines its type, size and dominant colour. */
import type { Metadata, Sharp } from 'sharp';
import { catalogueQueue, openImage } from './decoding.ts';
import { ImageError } from './image-error.ts';

/** Maximum number of pixels of a decoded image: a small file can expand to gigabytes. */
const pixelLimit = 50_000_000;

/** Formats accepted from merchants. SVG is rejected because it can contain scripts and external links. */
const formats: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

export interface ImageMetadata {
  mime: string;
  /** Width in px after the EXIF orientation is applied. */
  width: number;
  height: number;
  /** Format `#rrggbb`. */
  dominantColor: string;
}

/** Opens an image with its EXIF orientation applied. */
export function openOrientedImage(bytes: Uint8Array): Sharp {
  return openImage(bytes, pixelLimit).autoOrient();
}

/** Inspects an image of the merchant. @throws ImageError if it is not a supported image or is too large */
export function inspectImage(bytes: Uint8Array): Promise<ImageMetadata> {
  return catalogueQueue.run(() => inspect(bytes));
}

async function inspect(bytes: Uint8Array): Promise<ImageMetadata> {
  if (looksLikeSvg(bytes))
    throw new ImageError('SVG images are not supported. Save the image as PNG or WebP.');
  let metadata: Metadata;
  try {
    metadata = await openImage(bytes, pixelLimit).metadata();
  } catch {
    throw new ImageError('The file is not a readable image.');
  }
  const isAvif = metadata.format === 'heif' && metadata.compression === 'av1';
  const mime = formats[isAvif ? 'avif' : metadata.format];
  if (!mime) {
    throw new ImageError(`Images of the type ${metadata.format} are not supported. Use JPEG, PNG or WebP.`);
  }
  if (metadata.width * metadata.height > pixelLimit) {
    throw new ImageError(
      `The image has ${metadata.width} × ${metadata.height} pixels, which is too many. Make it smaller.`,
    );
  }
  try {
    // Decoding the whole image also detects truncated files.
    const { data } = await openOrientedImage(bytes)
      .resize(1, 1, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    return {
      mime,
      width: metadata.autoOrient.width,
      height: metadata.autoOrient.height,
      dominantColor: `#${[0, 1, 2].map((at) => (data[at] ?? data[0] ?? 0).toString(16).padStart(2, '0')).join('')}`,
    };
  } catch {
    throw new ImageError('The image is damaged or incomplete.');
  }
}

/** Returns whether the bytes look like markup, which sharp would pass to an SVG renderer. */
function looksLikeSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart().toLowerCase();
  return head.startsWith('<') || head.startsWith('\u00ef\u00bb\u00bf<') || head.includes('<svg');
}
