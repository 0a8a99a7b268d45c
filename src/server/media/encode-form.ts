/** One form of a picture from the bytes of its original: the same in every process. */
import type { PictureFormat } from '#lib/media/picture.ts';
import { decode } from './inspect-picture.ts';

/** Quality where the eye stops seeing a difference on shop pictures; effort where time stops paying. */
const encoders = {
  avif: { quality: 50, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 78, effort: 4 },
  jpeg: { quality: 80, progressive: true, mozjpeg: true },
} as const;

export interface PictureForm {
  /** px; wider than the original gives the original's width. */
  width: number;
  format: PictureFormat;
}

/** @throws Error when the original is damaged */
export function encodeForm(original: Uint8Array, { width, format }: PictureForm): Promise<Buffer> {
  const image = decode(original).resize({ width, withoutEnlargement: true });
  if (format === 'jpeg') image.flatten({ background: '#ffffff' });
  return image.toFormat(format, encoders[format]).toBuffer();
}
