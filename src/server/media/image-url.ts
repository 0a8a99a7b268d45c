import { imageVariantUrl, type MediaImage } from '#lib/media/image.ts';

/** Returns the URL of an image as JPEG, which every client supports. The width must satisfy `isImageWidthAllowed`. */
export function jpegImageUrl(picture: MediaImage, width: number): string {
  return imageVariantUrl(picture.id, Math.min(width, picture.width), 'jpeg');
}
