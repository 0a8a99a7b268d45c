import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { api } from '#client/api/api.ts';
import { clientId } from '#client/api/client-id.ts';
import { announce } from '#client/page/announce.ts';
import { withTexts } from '#client/product/with-texts.ts';
import { $likedReviewIds, rememberLike } from '#client/stores/liked.ts';
import type { CommentData } from '#lib/contract/product.ts';

interface Props {
  /** The review as the server sent it. When a new object is passed, its like count replaces the local one. */
  review: Pick<CommentData, 'id' | 'like_num'>;
  label: string;
}

const none: readonly number[] = [];

/** Renders a button that likes a review or removes the like. The change is displayed at once and stored on the server (PDP-18). */
export function Like({ review, label }: Props) {
  const { id } = review;
  const isLiked = useStore($likedReviewIds, { ssr: () => none }).includes(id);
  /** Like count that the server returned after a click, and the review object that it belongs to. */
  const [answered, setAnswered] = useState({ review, count: review.like_num });
  const count = answered.review === review ? answered.count : review.like_num;
  /** The requested state, displayed until the server responds. */
  const [pendingLike, setPendingLike] = useState<{ isLiked: boolean; count: number } | null>(null);
  // A ref instead of state, because queued clicks all run at once after hydration, before React renders new state.
  const isAsking = useRef(false);
  const shown = pendingLike ?? { isLiked, count };

  const toggle = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setPendingLike({ isLiked: !isLiked, count: count + (isLiked ? -1 : 1) });
    const answer = await api('PUT /api/v1/comments/:id/like', {
      params: { id },
      body: { distinct_id: clientId() },
    });
    isAsking.current = false;
    setPendingLike(null);
    if (answer.code === 0 && answer.data) {
      setAnswered({ review, count: answer.data.like_num });
      rememberLike(id, answer.data.liked);
      return;
    }
    const { overlayTexts: texts } = await withTexts(() => import('#client/product/texts.ts'));
    announce(answer.msg || texts.likeFailed);
  };

  return (
    <button
      className="like no-print needs-script"
      type="button"
      value={id}
      aria-pressed={shown.isLiked}
      aria-busy={pendingLike !== null || undefined}
      onClick={() => void toggle()}
    >
      <span suppressHydrationWarning>{label}</span>
      <span suppressHydrationWarning>{shown.count > 0 ? ` ${shown.count}` : ''}</span>
    </button>
  );
}
