/** Reviews that were liked here: remembered on the device, because pages are the same for all (PDP-18). */
import { atom } from 'nanostores';
import { deviceStorage } from '#lib/storage/device-storage.ts';

const storage = deviceStorage(() => window.localStorage);
const key = 'liked_reviews';
/** Ids remembered at most; the oldest go first. */
const most = 500;

function read(): number[] {
  try {
    const stored: unknown = JSON.parse(storage.get(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

/** Ids of liked reviews, the newest last. */
export const $liked = atom<readonly number[]>(read());

/** Remembers what the shop says of a review. */
export function rememberLike(id: number, isLiked: boolean): void {
  // Another tab may have liked others.
  const others = read().filter((known) => known !== id);
  $liked.set([...others, ...(isLiked ? [id] : [])].slice(-most));
  storage.set(key, JSON.stringify($liked.get()));
}

/** Ids of the reviews that stand in a place of the page. */
export function reviewIds(place: Element): number[] {
  const likes = place.getElementsByClassName('like') as HTMLCollectionOf<HTMLButtonElement>;
  return Array.from(likes, ({ value }) => Number(value));
}
