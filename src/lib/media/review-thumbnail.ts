/** Thumbnails of review images: shoppers' uploads, and the shop's own images from an imported reviews file. */
import { uploadThumbnailUrl } from './upload.ts';

/** Width, px, of review thumbnails made from the shop's own images: wide enough to be sharp on phones. */
export const reviewThumbnailWidth = 320;

/** Returns the thumbnail URL of a review's image; URLs of other sites stay unchanged. */
export function reviewThumbnailUrl(address: string): string {
  return uploadThumbnailUrl(address).replace(
    /^(\/media\/[0-9a-f]+\/)\d+(\.\w+)$/,
    `$1${reviewThumbnailWidth}$2`,
  );
}
