import { type Picture, type PictureFormat, pictureUrl, widthsOf } from '#lib/media/picture.ts';

type Sized = Pick<Picture, 'id' | 'width'>;

/**
 * The forms of a picture in one format.
 * @param max widest form worth offering, px
 * @returns `srcset` with every width that exists up to `max`, and `src`, the widest of them
 */
export function pictureSource(
  picture: Sized,
  format: PictureFormat,
  max: number,
): { src: string; srcset: string } {
  const offered = offeredWidths(picture, max);
  return { src: pictureUrl(picture.id, offered.at(-1)!, format), srcset: srcsetOf(picture, offered, format) };
}

/** Widths, px, in which a picture exists, up to `max`; the narrowest where all are wider. */
export function offeredWidths(picture: Sized, max: number): number[] {
  const widths = widthsOf(picture);
  const offered = widths.filter((width) => width <= max);
  return offered.length > 0 ? offered : widths.slice(0, 1);
}

export function srcsetOf({ id }: Sized, widths: readonly number[], format: PictureFormat): string {
  return widths.map((width) => `${pictureUrl(id, width, format)} ${width}w`).join(', ');
}
