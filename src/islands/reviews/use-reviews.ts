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
 * Returns the reviews to display: those in the page's HTML, further pages, or those that match another query (PDP-16, R155).
 * @param list element that contains the reviews
 * @param hasMore true if the page's HTML does not contain all reviews
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
  /** The requested query until the server responds, so that the controls show the new selection at once. */
  const [awaited, setAwaited] = useState<ReviewQuery | null>(null);
  const query = awaited ?? shown.query;
  const latest = useRef(0);

  /** Requests a change of the list and applies it. The result of a superseded request is ignored and not announced. */
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
    /** Replaces the displayed reviews with those that match a query. */
    applyQuery: (nextQuery: ReviewQuery) =>
      void act(nextQuery, (further) => further.replaceReviews(productId, nextQuery)),
    /** Shows the sort and filter controls; a pending request continues. */
    openTools: () =>
      void loadFurther()
        .then((further) => further.showReviewTools(productId))
        .then(setShown, ({ message }: Error) => announce(message)),
    /** Shows a review written on this page above the others; cancels a pending request, whose result would remove the review again. */
    add: (review: CommentData) => void act(shown.query, (further) => further.addWrittenReview(review)),
  };
}
