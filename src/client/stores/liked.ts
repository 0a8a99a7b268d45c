/** Reviews liked on this device; stored in the browser, because pages are the same for everyone (PDP-18). */
import { createDeviceList } from './device-list.ts';

/** Maximum number of stored ids; the oldest are dropped first. */
const maxLiked = 500;

const { $list, change } = createDeviceList('liked_reviews', (stored) =>
  stored.filter((id): id is number => Number.isSafeInteger(id)),
);

/** Ids of liked reviews, newest last. */
export const $likedReviewIds = $list;

/** Stores a like or its removal, once the server has confirmed it. */
export function rememberLike(id: number, isLiked: boolean): void {
  change((liked) =>
    [...liked.filter((likedId) => likedId !== id), ...(isLiked ? [id] : [])].slice(-maxLiked),
  );
}
