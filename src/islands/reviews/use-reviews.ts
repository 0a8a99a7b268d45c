import { type RefObject, useRef, useState } from 'react';
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { clientId } from '#client/client-id.ts';
import { withWords } from '#client/product/with-words.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { fill } from '#lib/fill.ts';
import { $liked, rememberLike, reviewIds } from './liked.ts';

const pageSize = 20;

interface Shown {
  /** Only reviews with so many stars; null for all. */
  star: number | null;
  /** How many there are of them. */
  total: number;
  /** Those of the page stand between what was written here and what was fetched. */
  isHeld: boolean;
  written: readonly CommentData[];
  fetched: readonly CommentData[];
  /** The first of those that came last. */
  reached?: number | undefined;
}

/**
 * The reviews that are shown: those of the page, more of them, or only those with so many stars (PDP-16).
 * @param list the element they stand in
 * @param held how many the page holds of `total`
 */
export function useReviews(
  productId: number,
  list: RefObject<HTMLElement | null>,
  held: number,
  total: number,
) {
  const [shown, setShown] = useState<Shown>({ star: null, total, isHeld: true, written: [], fetched: [] });
  const [isBusy, setBusy] = useState(false);
  const count = (shown.isHeld ? held : 0) + shown.written.length + shown.fetched.length;

  const latest = useRef(0);
  /** @returns null when it cannot be had, which is said, or something else has been asked for since */
  const ask = async (star: number | null, page: number) => {
    latest.current += 1;
    const mine = latest.current;
    setBusy(true);
    const query = {
      product_id: productId,
      page_num: page,
      page_size: pageSize,
      distinct_id: clientId(),
      ...(star !== null && { star }),
    };
    const [answer, { words }] = await Promise.all([
      api('GET /api/v1/comments', { query }),
      withWords(() => import('#client/product/words.ts')),
    ]).finally(() => mine === latest.current && setBusy(false));
    if (mine !== latest.current) return null;
    if (answer.code !== 0 || !answer.data) {
      announce(answer.msg || words.reviewsFailed);
      return null;
    }
    for (const { id, liked } of answer.data.list)
      if (liked !== $liked.get().includes(id)) rememberLike(id, liked);
    return { ...answer.data, words };
  };

  const more = async () => {
    // A review that came meanwhile moves the others on: the page that holds the next one, and what is known is left out.
    const found = await ask(shown.star, Math.floor(count / pageSize) + 1);
    if (!found) return;
    const known = new Set(reviewIds(list.current!));
    const fresh = found.list.filter(({ id }) => !known.has(id));
    setShown((before) => ({
      ...before,
      total: found.total,
      fetched: [...before.fetched, ...fresh],
      reached: fresh[0]?.id,
    }));
    announce(fill(found.words.reviewsLoaded, { count: known.size + fresh.length, total: found.total }));
  };

  /** Shows only reviews with so many stars; the same once more shows all. */
  const choose = async (wanted: number) => {
    const star = shown.star === wanted ? null : wanted;
    const found = await ask(star, 1);
    if (!found) return;
    setShown({ star, total: found.total, isHeld: false, written: [], fetched: found.list });
    announce(fill(found.words.reviewsLoaded, { count: found.list.length, total: found.total }));
  };

  /** Shows what was written here above the others. */
  const add = (review: CommentData) =>
    setShown((before) => ({ ...before, total: before.total + 1, written: [review, ...before.written] }));

  return { ...shown, hasMore: count < shown.total, isBusy, more, choose, add };
}
