import { type Picture, pictureUrl } from '#lib/media/picture.ts';

/** Address of a picture in this width, one of those that `hasWidth` knows, in a format that everything reads. */
export function addressOf(picture: Picture, width: number): string {
  return pictureUrl(picture.id, Math.min(width, picture.width), 'jpeg');
}
