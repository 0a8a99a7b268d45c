import { type Picture, type PictureFormat, pictureUrl, pictureWidths } from '#lib/media/picture.ts';

/**
 * The forms of a picture in one format.
 * @param max widest form worth offering, px
 * @returns `srcset` with every width that exists up to `max`, and `src`, the widest of them
 */
export function pictureSource(
  picture: Pick<Picture, 'id' | 'width'>,
  format: PictureFormat,
  max: number,
): { src: string; srcset: string } {
  const below = pictureWidths.filter((width) => width < picture.width);
  const widths = [...below, picture.width].filter((width) => width <= max);
  const offered = widths.length > 0 ? widths : [below[0] ?? picture.width];
  const url = (width: number) => pictureUrl(picture.id, width, format);
  return {
    src: url(offered.at(-1)!),
    srcset: offered.map((width) => `${url(width)} ${width}w`).join(', '),
  };
}
