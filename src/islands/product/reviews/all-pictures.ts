/** Every picture of the product's published reviews (PDP-19). */

import { api } from '#client/api.ts';
import type { ViewedPicture } from '#client/product/viewer.ts';
import { words } from '#client/product/words.ts';

export const allPicturesTitle = () => words.buyersPictures;

/** @param known those on the page: shown alone when the others cannot be had */
export async function allPictures(
  productId: number,
  known: readonly ViewedPicture[],
): Promise<readonly ViewedPicture[]> {
  const query = { product_id: productId, page_num: 1, page_size: 100 };
  const answer = await api('GET /api/v1/comments/images', { query });
  if (answer.code !== 0 || !answer.data || answer.data.list.length === 0) return known;
  const altOf = new Map(known.map(({ src, alt }) => [src, alt]));
  return answer.data.list.map(({ url }) => {
    const src = new URL(url, location.href).href;
    return { src, alt: altOf.get(src) ?? words.buyersPictures };
  });
}
