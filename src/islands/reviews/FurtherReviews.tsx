/** Reviews beside those of the page; fetched, with the words said about them, when they are asked for (PDP-16). */
import { api } from '#client/api.ts';
import { words as saidWords } from '#client/product/words.ts';
import { $liked, rememberLike } from '#client/stores/liked.ts';
import type { CommentData } from '#lib/contract/product.ts';
import type { ReviewWords } from '#lib/messages/reviews.ts';
import { ReviewCard } from './ReviewCard.tsx';

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
 * The next page of a product's reviews.
 * @param star only those with so many; null for all
 * @param known ids of all that stand in the list
 * @throws Error with words for the shopper
 */
export async function fetchReviews(productId: number, star: number | null, known: readonly number[]) {
  const query = {
    product_id: productId,
    // A review that came meanwhile moves the others on: the page that holds the next one, and what is known is left out.
    page_num: Math.floor(known.length / pageSize) + 1,
    page_size: pageSize,
    ...(star !== null && { star }),
  };
  const { code, data, msg } = await api('GET /api/v1/comments', { query });
  if (code !== 0 || !data) throw new Error(msg || saidWords.reviewsFailed);
  for (const { id, liked } of data.list) if (liked !== $liked.get().includes(id)) rememberLike(id, liked);
  const fresh = data.list.filter(({ id }) => !known.includes(id));
  const count = known.length + fresh.length;
  const said = saidWords.text('reviewsLoaded', { count, total: data.total });
  return { fresh, hasMore: count < data.total, said };
}
