import { imageVariantUrl, type MediaImage } from '#lib/media/image.ts';

/** Returns the URL of a picture in a width that satisfies `isImageWidthAllowed`, in a format that every client reads. */
export function jpegImageUrl(picture: MediaImage, width: number): string {
  return imageVariantUrl(picture.id, Math.min(width, picture.width), 'jpeg');
}
