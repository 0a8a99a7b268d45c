/** Likes of reviews: shown at once, kept by the shop, remembered on the device because pages are the same for all (PDP-18). */
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { clientId } from '#client/client-id.ts';
import { withWords } from '#client/product/with-words.ts';
import { deviceStorage } from '#lib/storage/device-storage.ts';

const storage = deviceStorage(() => window.localStorage);
const key = 'liked_reviews';
/** Ids remembered at most; the oldest go first. */
const most = 500;

function likedIds(): number[] {
  try {
    const stored: unknown = JSON.parse(storage.get(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

function remember(id: number, isLiked: boolean): void {
  const others = likedIds().filter((known) => known !== id);
  storage.set(key, JSON.stringify([...others, ...(isLiked ? [id] : [])].slice(-most)));
}

/** Marks what this visitor has liked before. */
export function markLiked(within: ParentNode): void {
  const liked = new Set(likedIds());
  for (const button of within.querySelectorAll<HTMLButtonElement>('.like'))
    button.setAttribute('aria-pressed', String(liked.has(Number(button.value))));
}

/** Likes the button's review, or takes the like back; a click while the last one is on its way does nothing. */
export async function toggleLike(button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return;
  const id = Number(button.value);
  const before = { isLiked: button.getAttribute('aria-pressed') === 'true', count: countOf(button) };
  show(button, !before.isLiked, before.count + (before.isLiked ? -1 : 1));
  button.setAttribute('aria-busy', 'true');
  const answer = await api('PUT /api/v1/comments/:id/like', {
    params: { id },
    body: { distinct_id: clientId() },
  });
  button.removeAttribute('aria-busy');
  if (answer.code === 0 && answer.data) {
    show(button, answer.data.liked, answer.data.like_num);
    remember(id, answer.data.liked);
    return;
  }
  show(button, before.isLiked, before.count);
  const { words } = await withWords(() => import('#client/product/words.ts'));
  announce(answer.msg || words.likeFailed);
}

function countOf(button: HTMLElement): number {
  return Number(button.querySelector('span')?.textContent ?? 0);
}

function show(button: HTMLElement, isLiked: boolean, count: number): void {
  button.setAttribute('aria-pressed', String(isLiked));
  const number = button.querySelector('span');
  if (number) number.textContent = count > 0 ? String(count) : '';
}
