/** Pictures in reviews: what shoppers uploaded, and what a merchant's file of reviews names of the shop's own. */
import { smallUrl } from './upload.ts';

/** Width, px, in which the shop's own pictures stand small in reviews: enough for a sharp telephone. */
export const smallPictureWidth = 320;

/** Address of the small form of a review's picture; an address elsewhere stays as it is. */
export function smallReviewPicture(address: string): string {
  return smallUrl(address).replace(/^(\/media\/[0-9a-f]+\/)\d+(\.\w+)$/, `$1${smallPictureWidth}$2`);
}
