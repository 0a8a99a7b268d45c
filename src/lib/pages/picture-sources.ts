import { type Picture, type PictureFormat, pictureUrl, widthsOf } from '#lib/media/picture.ts';

/**
 * Returns the image variants of a picture in one format.
 * @param max maximum useful width, px
 * @returns `srcset` with the offered widths up to `max`, or the narrowest if all are wider, and `src`, the widest of them
 */
export function pictureSource(
  picture: Pick<Picture, 'id' | 'width'>,
  format: PictureFormat,
  max: number,
): { src: string; srcset: string } {
  const widths = widthsOf(picture);
  const upToMax = widths.filter((width) => width <= max);
  const offered = upToMax.length > 0 ? upToMax : widths.slice(0, 1);
  return {
    src: pictureUrl(picture.id, offered.at(-1)!, format),
    srcset: offered.map((width) => `${pictureUrl(picture.id, width, format)} ${width}w`).join(', '),
  };
}
