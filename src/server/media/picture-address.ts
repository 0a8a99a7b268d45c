import { type Picture, pictureUrl, widthsOf } from '#lib/media/picture.ts';

/** Address of a picture in about this width, in a format that everything reads. */
export function addressOf(picture: Picture, width: number): string {
  const widths = widthsOf(picture);
  return pictureUrl(picture.id, widths.find((known) => known >= width) ?? widths.at(-1)!, 'jpeg');
}
