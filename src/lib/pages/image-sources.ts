import { type ImageFormat, imageVariantUrl, type MediaImage, srcsetWidths } from '#lib/media/image.ts';

/**
 * Returns the sources of an image in one format.
 * @param max maximum useful width, px
 * @returns `srcset` with the offered widths up to `max`, or the narrowest if all are wider; `src` is the widest of them
 */
export function getImageSources(
  picture: Pick<MediaImage, 'id' | 'width'>,
  format: ImageFormat,
  max: number,
): { src: string; srcset: string } {
  const widths = srcsetWidths(picture);
  const upToMax = widths.filter((width) => width <= max);
  const offered = upToMax.length > 0 ? upToMax : widths.slice(0, 1);
  return {
    src: imageVariantUrl(picture.id, offered.at(-1)!, format),
    srcset: offered.map((width) => `${imageVariantUrl(picture.id, width, format)} ${width}w`).join(', '),
  };
}
