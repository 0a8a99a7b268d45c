/** Wakes what the reviews of a page can do; all but the likes is fetched when it is meant. */
import type { ViewedPicture } from '#client/product/viewer.ts';
import { withWords } from '#client/product/with-words.ts';
import { markLiked, toggleLike } from './likes.ts';

/** @returns what a click in the section does, for clicks that came before this was here */
export function mountReviews(section: HTMLElement, productId: number): (target: Element) => boolean {
  markLiked(section);
  function act(target: Element): boolean {
    const like = target.closest<HTMLButtonElement>('.like');
    const star = target.closest<HTMLButtonElement>('.star-bars button');
    const picture = target.closest<HTMLAnchorElement>('.review-pictures a');
    if (like) void toggleLike(like);
    else if (star) void list().then(({ showStars }) => showStars(section, productId, Number(star.value)));
    else if (target.closest('[data-more]')) void list().then(({ showMore }) => showMore(section, productId));
    else if (target.closest('[data-write]'))
      void withStyle(() => import('./review-form.ts')).then(({ openReviewForm }) =>
        openReviewForm(section, productId),
      );
    else if (picture) void openPictures(productId, picture);
    else return false;
    return true;
  }
  return act;
}

const list = () => withWords(() => import('./review-list.ts'));

/** Runs what needs the later style sheet and words once they are there. */
export async function withStyle<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([
    withWords(load),
    import('#client/product/overlay-style.ts').then(({ overlayStyle }) => overlayStyle()),
  ]);
  return module;
}

/** One review's pictures from its own; from the gallery on top all pictures of the product's reviews (PDP-19). */
async function openPictures(productId: number, link: HTMLAnchorElement): Promise<void> {
  const isAll = link.closest('.review-gallery') !== null;
  const links = [...link.closest('.review-pictures')!.querySelectorAll('a')];
  const [{ openViewer }, { allPictures, allPicturesTitle }] = await Promise.all([
    withStyle(() => import('#client/product/viewer.ts')),
    import('./all-pictures.ts'),
  ]);
  const own: ViewedPicture[] = links.map((each) => ({
    src: each.href,
    alt: each.querySelector('img')?.alt ?? '',
  }));
  const start = links.indexOf(link);
  const shown = isAll ? await allPictures(productId, own) : own;
  openViewer(
    shown,
    isAll
      ? Math.max(
          0,
          shown.findIndex(({ src }) => src === link.href),
        )
      : start,
    allPicturesTitle(),
  );
}
