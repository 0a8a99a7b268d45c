import { type RefObject, useRef, useState } from 'react';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import { withTexts } from '#client/product/with-texts.ts';
import type { CommentData } from '#lib/contract/product.ts';
import type { ReviewListState, ReviewListUpdate, ReviewQuery } from './review-list-state.ts';

type Further = typeof import('./FurtherReviews.tsx');

async function loadFurther(): Promise<Further> {
  const load = () => withTexts(() => import('./FurtherReviews.tsx'));
  return load()
    .catch(load)
    .catch(() => {
      throw new Error(loadFailedMessage());
    });
}

/**
 * Returns the reviews to show: those of the page, more of them, or others in another order (PDP-16, R155).
 * @param list element that contains them
 * @param hasMore the page does not contain all reviews
 */
export function useReviews(productId: number, list: RefObject<HTMLElement | null>, hasMore: boolean) {
  const none = {
    query: {},
    hasMore,
    hasPageReviews: true,
    written: [],
    fetched: [],
    Cards: null,
    Tools: null,
  };
  const [shown, setShown] = useState<ReviewListState>(none);
  /** The requested query until the shop answers: the controls show it at once. */
  const [awaited, setAwaited] = useState<ReviewQuery | null>(null);
  const query = awaited ?? shown.query;
  const latest = useRef(0);

  /** Results of a superseded request are ignored, and not announced. */
  const act = async (
    query: ReviewQuery,
    step: (further: Further) => ReviewListUpdate | Promise<ReviewListUpdate>,
  ) => {
    latest.current += 1;
    const mine = latest.current;
    setAwaited(query);
    let message: string;
    let change = (before: ReviewListState) => before;
    try {
      ({ message, change } = await step(await loadFurther()));
    } catch (error) {
      message = (error as Error).message;
    }
    if (mine !== latest.current) return;
    setShown(change);
    setAwaited(null);
    if (message) announce(message);
  };

  return {
    ...shown,
    query,
    isBusy: awaited !== null,
    showMore: () => void act(query, (further) => further.loadMoreReviews(productId, query, list.current!)),
    /** Replaces the shown reviews. */
    applyQuery: (nextQuery: ReviewQuery) =>
      void act(nextQuery, (further) => further.replaceReviews(productId, nextQuery)),
    /** Shows the sort and filter controls; a pending request continues. */
    openTools: () =>
      void loadFurther()
        .then((further) => further.showReviewTools(productId))
        .then(setShown, ({ message }: Error) => announce(message)),
    /** Shows a review written here above the others; cancels a pending request, which would remove it again. */
    add: (review: CommentData) => void act(shown.query, (further) => further.addWrittenReview(review)),
  };
}
