/** The gallery of all pictures that buyers gave of a product, as large as the window (PDP-19). */
import { api } from '#client/api/api.ts';
import { words } from '#client/product/texts.ts';
import { openViewer } from '#client/product/viewer.ts';

/** How long all of them are waited for, ms, until those on the page stand in for them. */
const patience = 2000;
/** One press opens one gallery. */
let isOpening = false;

/** @param link the picture that was clicked: the gallery opens at it */
export async function showPictures(productId: number, link: HTMLAnchorElement): Promise<void> {
  if (isOpening) return;
  isOpening = true;
  const links = link.closest('.reviews-body')!.querySelectorAll<HTMLAnchorElement>('.review-pictures a');
  /** Addresses of those on the page, with who gave them. The row on top comes first: it does not say who. */
  const givers = new Map(
    [...links].map((each) => [
      each.href,
      each.closest('.review')?.querySelector('.review-meta b')?.textContent,
    ]),
  );
  const all = await addressesOfAll(productId);
  isOpening = false;
  const shown = all.includes(link.href) ? all : [...givers.keys()];
  const pictures = shown.map((src, at) => {
    const name = givers.get(src);
    const facts = { number: at + 1, count: shown.length, name: name ?? '' };
    return { src, alt: name ? words.text('reviewPicture', facts) : words.buyersPictures };
  });
  openViewer(pictures, shown.indexOf(link.href), words.buyersPictures);
}

/** Nothing where the shop does not say in time. */
async function addressesOfAll(productId: number): Promise<string[]> {
  const query = { product_id: productId, page_num: 1, page_size: 100 };
  const { data } = await api('GET /api/v1/comments/images', { query }, { timeout: patience });
  return data?.list.map(({ url }) => new URL(url, location.href).href) ?? [];
}
