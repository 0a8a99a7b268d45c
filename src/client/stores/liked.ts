/** Reviews that were liked here: remembered on the device, because pages are the same for all (PDP-18). */
import { deviceList } from './device-list.ts';

/** Ids remembered at most; the oldest go first. */
const maxLiked = 500;

const { $list, change } = deviceList('liked_reviews', (stored) =>
  stored.filter((id): id is number => Number.isSafeInteger(id)),
);

/** Ids of liked reviews, the newest last. */
export const $liked = $list;

/** Remembers what the shop says of a review. */
export function rememberLike(id: number, isLiked: boolean): void {
  change((liked) =>
    [...liked.filter((likedId) => likedId !== id), ...(isLiked ? [id] : [])].slice(-maxLiked),
  );
}
