/** Encodes one variant of an image from its original. The result is the same in every process. */
import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '#lib/media/image.ts';
import { openOrientedImage } from './inspect-image.ts';

/**
 * Encoder settings: the lowest quality without visible differences on product images, and the effort beyond which files hardly
 * shrink.
 */
const encoders = {
  avif: { quality: 50, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 78, effort: 4 },
  jpeg: { quality: 80, progressive: true, mozjpeg: true },
} as const;

/** Encoder settings used while a client waits: encoding takes a quarter of the time, and files are 10 % larger. */
const quickEncoders = {
  ...encoders,
  avif: { ...encoders.avif, effort: 1 },
  webp: { ...encoders.webp, effort: 2 },
} as const;

export interface ImageVariant {
  /** Width in px; a width above the original's returns the original's width. */
  width: number;
  format: ImageFormat;
}

/** Encodes one variant, with less effort if a client is waiting for it (`isQuick`). @throws Error if the original is damaged */
export function encodeImageVariant(
  original: Uint8Array,
  form: ImageVariant,
  isQuick = false,
): Promise<Buffer> {
  return encode(openOrientedImage(original), form, isQuick ? quickEncoders : encoders);
}

/**
 * Decodes an original once and yields its variants one by one, encoded with less effort because a client is waiting.
 * @throws Error if the original is damaged
 */
export async function* encodeImageVariantsQuickly(
  original: Uint8Array,
  forms: readonly ImageVariant[],
): AsyncGenerator<Buffer> {
  const { data, info: raw } = await openOrientedImage(original).raw().toBuffer({ resolveWithObject: true });
  for (const form of forms) yield await encode(sharp(data, { raw }), form, quickEncoders);
}

function encode(
  image: Sharp,
  { width, format }: ImageVariant,
  options: typeof encoders | typeof quickEncoders,
): Promise<Buffer> {
  image.resize({ width, withoutEnlargement: true });
  if (format === 'jpeg') image.flatten({ background: '#ffffff' });
  return image.toFormat(format, options[format]).toBuffer();
}
