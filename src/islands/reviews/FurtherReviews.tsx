/** Loads and renders further pages and other sort orders of the reviews. Loaded on demand together with its texts (PDP-16). */
import { api } from '#client/api/api.ts';
import { overlayTexts } from '#client/product/texts.ts';
import { loadOverlayStylesheet } from '#client/product/with-texts.ts';
import { reviewIds } from '#client/reviews/review-ids.ts';
import { $likedReviewIds, rememberLike } from '#client/stores/liked.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { ReviewCard } from './ReviewCard.tsx';
import { ReviewControls } from './ReviewControls.tsx';
import type {
  ReviewCardsProps,
  ReviewControlsProps,
  ReviewListUpdate,
  ReviewQuery,
} from './review-list-state.ts';

const pageSize = 20;

const focus = (element: HTMLElement | null) => element?.focus();

export function FurtherReviews({ reviews, reached }: ReviewCardsProps) {
  const { lang } = document.documentElement;
  return reviews.map((review) => (
    <ReviewCard
      key={review.id}
      ref={review.id === reached ? focus : undefined}
      {...{ review, texts: overlayTexts, lang }}
    />
  ));
}

/**
 * Fetches the reviews that match a query and replaces the displayed reviews with them.
 * @throws Error with a message for the shopper
 */
export async function replaceReviews(productId: number, query: ReviewQuery): Promise<ReviewListUpdate> {
  const { fresh: fetched, hasMore, message } = await fetchReviews(productId, query, []);
  return {
    change: (before) => ({
      ...before,
      ...{
        query,
        hasMore,
        fetched,
        reached: undefined,
        hasPageReviews: false,
        written: [],
        Cards: FurtherReviews,
      },
    }),
    message,
  };
}

/**
 * Fetches the next page of reviews and appends it to the displayed reviews.
 * @param list element that contains the displayed reviews
 * @throws Error with a message for the shopper
 */
export async function loadMoreReviews(
  productId: number,
  query: ReviewQuery,
  list: Element,
): Promise<ReviewListUpdate> {
  const { fresh, hasMore, message } = await fetchReviews(productId, query, reviewIds(list));
  return {
    change: (before) => ({
      ...before,
      ...{ hasMore, Cards: FurtherReviews, fetched: [...before.fetched, ...fresh], reached: fresh[0]?.id },
    }),
    message,
  };
}

/** Shows the sort and filter controls; controls for images are included only if a review has images. */
export async function showReviewTools(productId: number): Promise<ReviewListUpdate['change']> {
  const query = { product_id: productId, page_size: 1, has_image: '1' as const };
  const [{ data }] = await Promise.all([api('GET /api/v1/comments', { query }), loadOverlayStylesheet()]);
  const Tools = data && data.total > 0 ? ToolsWithPictures : ReviewControls;
  return (before) => ({ ...before, Tools });
}

function ToolsWithPictures(props: ReviewControlsProps) {
  return <ReviewControls {...props} hasPictures />;
}

/** Shows a review that was written on this page above the other reviews. */
export function addWrittenReview(review: CommentData): ReviewListUpdate {
  return {
    change: (before) => ({ ...before, Cards: FurtherReviews, written: [review, ...before.written] }),
    message: '',
  };
}

async function fetchReviews(productId: number, reviewQuery: ReviewQuery, shownIds: readonly number[]) {
  const query = {
    product_id: productId,
    // New reviews shift the pages: request the page that should contain the next review, and skip reviews that are already displayed.
    page_num: Math.floor(shownIds.length / pageSize) + 1,
    page_size: pageSize,
    ...reviewQuery,
  };
  const { code, data, msg } = await api('GET /api/v1/comments', { query });
  if (code !== 0 || !data) throw new Error(msg || overlayTexts.reviewsFailed);
  for (const { id, liked } of data.list)
    if (liked !== $likedReviewIds.get().includes(id)) rememberLike(id, liked);
  const fresh = data.list.filter(({ id }) => !shownIds.includes(id));
  const count = shownIds.length + fresh.length;
  const message =
    count === 0 ? overlayTexts.reviewsNone : overlayTexts.text('reviewsLoaded', { count, total: data.total });
  return { fresh, hasMore: count < data.total, message };
}
