/** Messages between a quick view's iframe and the surrounding page (R80). Pure except for `postToParent`. */
import type { Addition } from '#lib/bag/line.ts';

export type QuickViewEvent = 'ready' | 'error' | 'added' | 'close';

/** An added product, with the field names of the add-to-cart event (API-116). */
export interface AddedProduct {
  spu_id: number;
  sku_id: number;
  quantity: number;
}

export interface QuickViewMessage {
  type: 'quick-view';
  event: QuickViewEvent;
  products?: readonly AddedProduct[];
  /** Sent with `added` if the iframe could not store the addition: the surrounding page adds it to its own bag. */
  addition?: Addition;
}

/** Root class of a page in a quick view's iframe; src/client/inline/framed.ts sets it before first paint. */
export const framedClass = 'framed';

/** Returns whether this page is in a quick view, where it ends after the product form and the surrounding page handles adds. */
export function isFramed(): boolean {
  return document.documentElement.classList.contains(framedClass);
}

/** Posts a message to the surrounding page, if it has the same origin. */
export function postToParent(message: Omit<QuickViewMessage, 'type'>): void {
  parent.postMessage({ type: 'quick-view', ...message } satisfies QuickViewMessage, location.origin);
}

/**
 * Returns the message if a quick view's iframe sent it; null for any other message.
 * @param pageOrigin the page's origin
 * @param frame window of the open iframe
 */
export function parseQuickViewMessage(
  { origin, source, data }: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  pageOrigin: string,
  frame: unknown,
): QuickViewMessage | null {
  if (origin !== pageOrigin || source !== frame || source === null) return null;
  const events: unknown[] = ['ready', 'error', 'added', 'close'] satisfies QuickViewEvent[];
  return data?.type === 'quick-view' && events.includes(data.event) ? data : null;
}
