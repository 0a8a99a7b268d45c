/** Pictures of reviews as large as the window: a review's own, from the gallery on top all of the product's (PDP-19). */
import { api } from '#client/api.ts';
import { openViewer, type ViewedPicture } from '#client/product/viewer.ts';
import { words } from '#client/product/words.ts';

/** @param link the picture that was clicked */
export async function showPictures(productId: number, link: HTMLAnchorElement): Promise<void> {
  const place = link.closest('.review-pictures')!;
  const links = [...place.getElementsByTagName('a')];
  const own = links.map((each) => ({
    src: each.href,
    alt: each.getElementsByTagName('img')[0]?.alt ?? '',
  }));
  const shown = place.matches('.review-gallery') ? await allPictures(productId, own) : own;
  const start = shown === own ? links.indexOf(link) : shown.findIndex(({ src }) => src === link.href);
  openViewer(shown, Math.max(0, start), words.buyersPictures);
}

/** @param known those on the page: shown alone when the others cannot be had */
async function allPictures(
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
