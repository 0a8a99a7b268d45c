import { type RefObject, useRef, useState } from 'react';
import { announce, loadFailedMessage } from '#client/page/announce.ts';
import { withTexts } from '#client/product/with-texts.ts';
import type { CommentData } from '#lib/contract/product.ts';
import type { ReviewQuery, ShownReviews, Step } from './shown-reviews.ts';

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
 * The reviews that are shown: those of the page, more of them, or others in another order (PDP-16, R155).
 * @param list the element they stand in
 * @param hasMore the page does not hold them all
 */
export function useReviews(productId: number, list: RefObject<HTMLElement | null>, hasMore: boolean) {
  const none = { asked: {}, hasMore, isHeld: true, written: [], fetched: [], Cards: null, Tools: null };
  const [shown, setShown] = useState<ShownReviews>(none);
  /** What was asked for and is not answered yet: what chooses shows it at once. */
  const [awaited, setAwaited] = useState<ReviewQuery | null>(null);
  const asked = awaited ?? shown.asked;
  const latest = useRef(0);

  /** An answer to what was asked before the last is dropped, and not spoken of. */
  const act = async (query: ReviewQuery, step: (further: Further) => Step | Promise<Step>) => {
    latest.current += 1;
    const mine = latest.current;
    setAwaited(query);
    let message: string;
    let change = (before: ShownReviews) => before;
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
    asked,
    isBusy: awaited !== null,
    showMore: () => void act(asked, (further) => further.readMore(productId, asked, list.current!)),
    /** Shows others in place of those that are shown. */
    ask: (wanted: ReviewQuery) => void act(wanted, (further) => further.readReviews(productId, wanted)),
    /** Shows what sorts and filters; an answer that is under way comes all the same. */
    openTools: () =>
      void loadFurther()
        .then((further) => further.openTools(productId))
        .then(setShown, ({ message }: Error) => announce(message)),
    /** Shows what was written here above the others; an answer that is under way would take it out again. */
    add: (review: CommentData) => void act(shown.asked, (further) => further.withWritten(review)),
  };
}
