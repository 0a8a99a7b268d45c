/** Fetches server-rendered product cards (pages/cards) for lists that depend on data in the browser. */
import { requestHeaders } from '#client/api/request-headers.ts';
import { localPath } from '#client/language/local-path.ts';

export interface FetchedCard {
  id: number;
  title: string;
  html: string;
}

export interface CardList {
  /** Heading of a recommendation list; '' for other lists. */
  title: string;
  /** Maximum number of cards in a recommendation list; 0 for all. */
  limit: number;
  /** Id of the collection that a recommendation list takes its products from, 0 for none. */
  collectionId: number;
  cards: FetchedCard[];
}

const timeoutMs = 10_000;

/**
 * Fetches a list of cards. Returns null if the list does not exist.
 * @param path includes the query, without a language prefix
 * @throws Error if the shop is unreachable or returns an error
 */
export async function fetchCards(path: string, signal?: AbortSignal): Promise<CardList | null> {
  const limit = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(localPath(path), {
    headers: requestHeaders(false),
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
  const { title = '', limit: maxCards = 0, collection = 0 } = list.dataset;
  return { title, limit: Number(maxCards), collectionId: Number(collection), cards };
}

export function renderCardItems(cards: readonly FetchedCard[]): string {
  return cards.map(({ html }) => `<li>${html}</li>`).join('');
}
