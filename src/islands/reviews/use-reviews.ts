import { type RefObject, useRef, useState } from 'react';
import { announce, lostMessage } from '#client/announce.ts';
import { withWords } from '#client/product/with-words.ts';
import { reviewIds } from '#client/reviews/review-ids.ts';
import type { CommentData } from '#lib/contract/product.ts';

type Further = typeof import('./FurtherReviews.tsx');

/** What the list shows: those that the page holds stand between what was written here and what was fetched. */
export interface Shown {
  /** Only reviews with so many stars; null for all. */
  star: number | null;
  /** There are further ones of them. */
  hasMore: boolean;
  isHeld: boolean;
  written: readonly CommentData[];
  fetched: readonly CommentData[];
  /** The first of those that came last. */
  reached?: number | undefined;
  /** Draws those that the page does not hold; null until there are some. */
  Cards: Further['FurtherReviews'] | null;
}

const loadFurther = () => withWords(() => import('./FurtherReviews.tsx'));

/**
 * The reviews that are shown: those of the page, more of them, or only those with so many stars (PDP-16).
 * @param list the element they stand in
 * @param hasMore the page does not hold them all
 */
export function useReviews(productId: number, list: RefObject<HTMLElement | null>, hasMore: boolean) {
  const none = { star: null, hasMore, isHeld: true, written: [], fetched: [], Cards: null };
  const [shown, setShown] = useState<Shown>(none);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);

  /** An answer to what was asked before the last is dropped. */
  const show = async (change: (further: Further) => Promise<Partial<Shown> | null> | Partial<Shown>) => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    try {
      const further = await loadFurther().catch(loadFurther);
      const changed = await change(further);
      if (changed && mine === latest.current)
        setShown((before) => ({ ...before, ...changed, Cards: further.FurtherReviews }));
    } catch {
      announce(lostMessage());
    } finally {
      if (mine === latest.current) setBusy(false);
    }
  };

  return {
    ...shown,
    isBusy,
    showMore: () => void show(({ fetchMore }) => fetchMore(productId, shown, reviewIds(list.current!))),
    /** Shows only reviews with so many stars; the same once more shows all. */
    choose: (star: number) =>
      void show(({ fetchStars }) => fetchStars(productId, star === shown.star ? null : star)),
    /** Shows what was written here above the others. */
    add: (review: CommentData) => void show(() => ({ written: [review, ...shown.written] })),
  };
}
