import { type Picture, pictureUrl } from '#lib/media/picture.ts';

/** Returns the URL of a picture in a width that satisfies `hasWidth`, in a format that every client reads. */
export function addressOf(picture: Picture, width: number): string {
  return pictureUrl(picture.id, Math.min(width, picture.width), 'jpeg');
}
