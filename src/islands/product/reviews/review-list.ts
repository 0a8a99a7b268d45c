/** More reviews than the page holds: the next page of them, or only those with so many stars (PDP-16). */
import { announce } from '#client/announce.ts';
import { api } from '#client/api.ts';
import { clientId } from '#client/client-id.ts';
import { words } from '#client/product/words.ts';
import type { CommentData } from '#lib/contract/product.ts';
import { fill } from '#lib/fill.ts';
import { reviewCard } from './review-card.ts';

const pageSize = 20;

/** Stars shown, null for all. */
let star: number | null = null;

/** Adds the next page of what is shown. */
export async function showMore(section: HTMLElement, productId: number): Promise<void> {
  const list = section.querySelector('#review-list')!;
  const before = list.children.length;
  // A review that came meanwhile moves the others on: the page that holds the next one, and what is known is left out.
  const found = await ask(section, productId, Math.floor(before / pageSize) + 1);
  if (!found) return;
  const known = new Set(
    [...list.querySelectorAll<HTMLButtonElement>('.like')].map(({ value }) => Number(value)),
  );
  const fresh = found.list.filter(({ id }) => !known.has(id)).map(reviewCard);
  list.append(...fresh);
  finish(section, found.total);
  fresh[0]?.setAttribute('tabindex', '-1');
  fresh[0]?.focus();
}

/** Shows only reviews with so many stars; the same once more shows all. */
export async function showStars(section: HTMLElement, productId: number, wanted: number): Promise<void> {
  const before = star;
  star = star === wanted ? null : wanted;
  const found = await ask(section, productId, 1);
  if (!found) {
    star = before;
    return;
  }
  for (const button of section.querySelectorAll<HTMLButtonElement>('.star-bars button'))
    button.setAttribute('aria-pressed', String(Number(button.value) === star));
  section.querySelector('#review-list')!.replaceChildren(...found.list.map(reviewCard));
  finish(section, found.total);
}

async function ask(section: HTMLElement, productId: number, page: number) {
  section.setAttribute('aria-busy', 'true');
  const query = {
    product_id: productId,
    page_num: page,
    page_size: pageSize,
    distinct_id: clientId(),
    ...(star !== null && { star }),
  };
  const answer = await api('GET /api/v1/comments', { query });
  section.removeAttribute('aria-busy');
  if (answer.code === 0 && answer.data) return answer.data as { total: number; list: CommentData[] };
  announce(answer.msg || words.reviewsFailed);
  return null;
}

function finish(section: HTMLElement, total: number): void {
  const count = section.querySelectorAll('.review').length;
  const more = section.querySelector<HTMLElement>('[data-more]');
  if (more) more.hidden = count >= total;
  announce(fill(words.reviewsLoaded, { count, total }));
}
