/** The gallery of all pictures that buyers gave of a product, as large as the window (PDP-19). */
import { api } from '#client/api.ts';
import { openViewer, type ViewedPicture } from '#client/product/viewer.ts';
import { words } from '#client/product/words.ts';

/** @param link the picture that was clicked: the gallery opens at it */
export async function showPictures(productId: number, link: HTMLAnchorElement): Promise<void> {
  const links = [...link.closest('.reviews-body')!.querySelectorAll<HTMLAnchorElement>('.review-pictures a')];
  const known = new Map(links.map((each) => [each.href, each.getElementsByTagName('img')[0]?.alt ?? '']));
  const all = await allPictures(productId, known).catch(() => []);
  // Those on the page stand in for all where these cannot be had.
  const shown = all.some(({ src }) => src === link.href)
    ? all
    : [...known].map(([src, alt]) => ({ src, alt }));
  openViewer(
    shown,
    shown.findIndex(({ src }) => src === link.href),
    words.buyersPictures,
  );
}

/** @param known what those on the page are called, by their addresses */
async function allPictures(
  productId: number,
  known: ReadonlyMap<string, string>,
): Promise<readonly ViewedPicture[]> {
  const query = { product_id: productId, page_num: 1, page_size: 100 };
  const { data } = await api('GET /api/v1/comments/images', { query });
  return (data?.list ?? []).map(({ url }) => {
    const src = new URL(url, location.href).href;
    return { src, alt: known.get(src) ?? words.buyersPictures };
  });
}
