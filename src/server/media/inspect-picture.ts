/** Looks at the merchant's picture before it is stored: what it is, how large, and which colour stands for it. */
import type { Metadata, Sharp } from 'sharp';
import { catalogueWork, openImage } from './decoding.ts';
import { PictureError } from './picture-error.ts';

/** Decoded pixels of one picture; a small file can unfold to gigabytes. */
const pixelLimit = 50_000_000;

/** Formats taken from merchants; SVG is refused because it can carry scripts and outside links. */
const formats: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

export interface PictureFacts {
  mime: string;
  /** px as shown, orientation applied. */
  width: number;
  height: number;
  /** `#rrggbb`. */
  dominantColor: string;
}

/** The picture as it is shown. */
export function decode(bytes: Uint8Array): Sharp {
  return openImage(bytes, pixelLimit).autoOrient();
}

/** @throws PictureError for anything that is not such a picture or is too large */
export function inspectPicture(bytes: Uint8Array): Promise<PictureFacts> {
  return catalogueWork.run(() => inspect(bytes));
}

async function inspect(bytes: Uint8Array): Promise<PictureFacts> {
  if (looksLikeSvg(bytes)) throw new PictureError('SVG images are not supported. Save it as PNG or WebP.');
  let metadata: Metadata;
  try {
    metadata = await openImage(bytes, pixelLimit).metadata();
  } catch {
    throw new PictureError('The file is not a readable image.');
  }
  const isAvif = metadata.format === 'heif' && metadata.compression === 'av1';
  const mime = formats[isAvif ? 'avif' : metadata.format];
  if (!mime) {
    throw new PictureError(`Images of the type ${metadata.format} are not supported. Use JPEG, PNG or WebP.`);
  }
  if (metadata.width * metadata.height > pixelLimit) {
    throw new PictureError(
      `The image has ${metadata.width} × ${metadata.height} pixels, which is too many. Make it smaller.`,
    );
  }
  try {
    // Decoding the whole picture once also proves that it is not cut off.
    const { data } = await decode(bytes)
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
    throw new PictureError('The image is damaged or incomplete.');
  }
}

/** Whether the bytes are markup; sharp would hand them to an SVG renderer. */
function looksLikeSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart().toLowerCase();
  return head.startsWith('<') || head.startsWith('\u00ef\u00bb\u00bf<') || head.includes('<svg');
}
