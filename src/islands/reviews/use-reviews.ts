import { type RefObject, useRef, useState } from 'react';
import { announce, lostMessage } from '#client/announce.ts';
import { withWords } from '#client/product/with-words.ts';
import type { CommentData } from '#lib/contract/product.ts';
import type { Asked, Shown, Step } from './shown-reviews.ts';

type Further = typeof import('./FurtherReviews.tsx');

async function loadFurther(): Promise<Further> {
  const load = () => withWords(() => import('./FurtherReviews.tsx'));
  return load()
    .catch(load)
    .catch(() => {
      throw new Error(lostMessage());
    });
}

/**
 * The reviews that are shown: those of the page, more of them, or others in another order (PDP-16, R155).
 * @param list the element they stand in
 * @param hasMore the page does not hold them all
 */
export function useReviews(productId: number, list: RefObject<HTMLElement | null>, hasMore: boolean) {
  const none = { asked: {}, hasMore, isHeld: true, written: [], fetched: [], Cards: null, Tools: null };
  const [shown, setShown] = useState<Shown>(none);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);

  /** An answer to what was asked before the last is dropped, and not spoken of. */
  const act = async (step: (further: Further) => Step | Promise<Step>) => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    let said: string;
    let change = (before: Shown) => before;
    try {
      ({ said, change } = await step(await loadFurther()));
    } catch (error) {
      said = (error as Error).message;
    }
    if (mine !== latest.current) return;
    setShown(change);
    setBusy(false);
    if (said) announce(said);
  };

  return {
    ...shown,
    isBusy,
    showMore: () => void act((further) => further.readMore(productId, shown.asked, list.current!)),
    /** Shows others in place of those that are shown. */
    ask: (asked: Asked) => void act((further) => further.readReviews(productId, asked)),
    openTools: () => void act((further) => further.openTools(productId)),
    /** Shows what was written here above the others; an answer that is under way would take it out again. */
    add: (review: CommentData) => void act((further) => further.withWritten(review)),
  };
}
