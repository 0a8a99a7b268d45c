/** Reviews beside those of the page; fetched, with the words said about them, when they are asked for (PDP-16). */
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { clientId } from '#client/client-id.ts';
import { words as saidWords } from '#client/product/words.ts';
import { $liked, rememberLike } from '#client/stores/liked.ts';
import type { CommentData } from '#lib/contract/product.ts';
import type { ReviewWords } from '#lib/messages/reviews.ts';
import { ReviewCard } from './ReviewCard.tsx';
import type { Shown } from './use-reviews.ts';

const pageSize = 20;

interface Props {
  reviews: readonly CommentData[];
  words: ReviewWords;
  /** Id of the review that takes the focus. */
  reached?: number | undefined;
}

const focus = (element: HTMLElement | null) => element?.focus();

export function FurtherReviews({ reviews, words, reached }: Props) {
  const { lang } = document.documentElement;
  return reviews.map((review) => (
    <ReviewCard
      key={review.id}
      ref={review.id === reached ? focus : undefined}
      {...{ review, words, lang }}
    />
  ));
}

/**
 * The next page of what is shown.
 * @param known ids of all that stand in the list
 * @returns null when it cannot be had, which is said
 */
export async function fetchMore(
  productId: number,
  { star, fetched }: Shown,
  known: readonly number[],
): Promise<Partial<Shown> | null> {
  // A review that came meanwhile moves the others on: the page that holds the next one, and what is known is left out.
  const found = await ask(productId, star, Math.floor(known.length / pageSize) + 1);
  if (!found) return null;
  const fresh = found.list.filter(({ id }) => !known.includes(id));
  const count = known.length + fresh.length;
  sayLoaded(count, found.total);
  return { hasMore: count < found.total, fetched: [...fetched, ...fresh], reached: fresh[0]?.id };
}

/** Only reviews with so many stars, null for all; in place of what is shown. @returns as fetchMore */
export async function fetchStars(productId: number, star: number | null): Promise<Partial<Shown> | null> {
  const found = await ask(productId, star, 1);
  if (!found) return null;
  const { total, list } = found;
  sayLoaded(list.length, total);
  const hasMore = list.length < total;
  return { star, hasMore, isHeld: false, written: [], fetched: list, reached: undefined };
}

async function ask(productId: number, star: number | null, page: number) {
  const query = {
    product_id: productId,
    page_num: page,
    page_size: pageSize,
    distinct_id: clientId(),
    ...(star !== null && { star }),
  };
  const answer = await api('GET /api/v1/comments', { query });
  if (answer.code !== 0 || !answer.data) {
    announce(answer.msg || saidWords.reviewsFailed);
    return null;
  }
  for (const { id, liked } of answer.data.list)
    if (liked !== $liked.get().includes(id)) rememberLike(id, liked);
  return answer.data;
}

function sayLoaded(count: number, total: number): void {
  announce(saidWords.text('reviewsLoaded', { count, total }));
}
