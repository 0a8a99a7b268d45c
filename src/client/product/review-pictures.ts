/** Full-window gallery of all customer images in a product's reviews (PDP-19). */
import { api } from '#client/api/api.ts';
import { overlayTexts } from '#client/product/texts.ts';
import { openViewer } from '#client/product/viewer.ts';

/** Timeout for the list of all images, ms; afterwards only the images on the page are displayed. */
const timeoutMs = 2000;
/** True while the gallery is opening, so that a double click does not open two. */
let isOpening = false;

/** Opens the gallery at the clicked image. @param link the clicked image's link */
export async function openReviewImages(productId: number, link: HTMLAnchorElement): Promise<void> {
  if (isOpening) return;
  isOpening = true;
  const links = link.closest('.reviews-body')!.querySelectorAll<HTMLAnchorElement>('.review-pictures a');
  /** Reviewer names by URL of the images on the page. Images in the top row have no names, so later entries override them. */
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
    return { src, alt: name ? overlayTexts.text('reviewPicture', facts) : overlayTexts.buyersPictures };
  });
  openViewer(pictures, shown.indexOf(link.href), overlayTexts.buyersPictures);
}

/** Returns the URLs of all review images of a product; none on failure or timeout. */
async function addressesOfAll(productId: number): Promise<string[]> {
  const query = { product_id: productId, page_num: 1, page_size: 100 };
  const { data } = await api('GET /api/v1/comments/images', { query }, { timeout: timeoutMs });
  return data?.list.map(({ url }) => new URL(url, location.href).href) ?? [];
}
