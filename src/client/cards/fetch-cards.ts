/** Fetches server-rendered cards (pages/cards) for lists that only the browser can compile. */
import { callHeaders } from '#client/api/call-headers.ts';
import { localPath } from '#client/language/local-path.ts';

export interface FetchedCard {
  id: number;
  title: string;
  html: string;
}

export interface CardList {
  /** Heading of a recommendation list, '' for others. */
  title: string;
  /** Maximum number of cards in a recommendation list; 0 for all. */
  limit: number;
  cards: FetchedCard[];
}

const timeoutMs = 10_000;

/**
 * Returns the cards, or null if the list does not exist.
 * @param path includes the query, without a language prefix
 * @throws Error if the shop is unreachable or fails
 */
export async function fetchCards(path: string, signal?: AbortSignal): Promise<CardList | null> {
  const limit = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(localPath(path), {
    headers: callHeaders(false),
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  if (answer.status === 404) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const list = page.querySelector<HTMLElement>('ul[data-cards]');
  if (!answer.ok || !list) throw new Error(`${path} shows no cards.`);
  const cards = [...list.querySelectorAll<HTMLElement>('.card')].map((card) => ({
    id: Number(card.dataset.product),
    title: card.querySelector('.card-title')?.textContent ?? '',
    html: card.outerHTML,
  }));
  return { title: list.dataset.title ?? '', limit: Number(list.dataset.limit ?? 0), cards };
}

export function cardItems(cards: readonly FetchedCard[]): string {
  return cards.map(({ html }) => `<li>${html}</li>`).join('');
}
