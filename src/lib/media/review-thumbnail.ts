/** Pictures in reviews: shoppers' uploads, and the shop's own pictures from an imported reviews file. */
import { uploadThumbnailUrl } from './upload.ts';

/** Width, px, of the shop's own pictures in review thumbnails: sharp on a phone. */
export const reviewThumbnailWidth = 320;

/** Returns the URL of the thumbnail of a review's picture; URLs of other sites stay unchanged. */
export function reviewThumbnailUrl(address: string): string {
  return uploadThumbnailUrl(address).replace(
    /^(\/media\/[0-9a-f]+\/)\d+(\.\w+)$/,
    `$1${reviewThumbnailWidth}$2`,
  );
}
