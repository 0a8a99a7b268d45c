import { type RefObject, useRef, useState } from 'react';
import { announce, lostMessage } from '#client/announce.ts';
import { withWords } from '#client/product/with-words.ts';
import { reviewIds } from '#client/reviews/review-ids.ts';
import type { CommentData } from '#lib/contract/product.ts';

type Further = typeof import('./FurtherReviews.tsx');

/** What the list shows: those that the page holds stand between what was written here and what was fetched. */
interface Shown {
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

async function loadFurther(): Promise<Further> {
  const load = () => withWords(() => import('./FurtherReviews.tsx'));
  return load()
    .catch(load)
    .catch(() => {
      throw new Error(lostMessage());
    });
}

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

  /** An answer to what was asked before the last is dropped, and not spoken of. */
  const show = async (star: number | null, isMore: boolean) => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    let message: string;
    try {
      const { FurtherReviews: Cards, fetchReviews } = await loadFurther();
      const known = isMore ? reviewIds(list.current!) : [];
      const { fresh, hasMore, said } = await fetchReviews(productId, star, known);
      if (mine !== latest.current) return;
      const rest = { hasMore, Cards };
      setShown((before) =>
        isMore
          ? { ...before, ...rest, fetched: [...before.fetched, ...fresh], reached: fresh[0]?.id }
          : { ...rest, star, isHeld: false, written: [], fetched: fresh },
      );
      message = said;
    } catch (error) {
      message = (error as Error).message;
    }
    if (mine !== latest.current) return;
    setBusy(false);
    announce(message);
  };

  return {
    ...shown,
    isBusy,
    showMore: () => void show(shown.star, true),
    /** Shows only reviews with so many stars; the same once more shows all. */
    choose: (star: number) => void show(star === shown.star ? null : star, false),
    /** Shows what was written here above the others. */
    add(review: CommentData): void {
      // An answer that is under way would take it out again.
      latest.current += 1;
      setBusy(false);
      loadFurther().then(
        ({ FurtherReviews: Cards }) =>
          setShown((before) => ({ ...before, Cards, written: [review, ...before.written] })),
        ({ message }: Error) => announce(message),
      );
    },
  };
}
