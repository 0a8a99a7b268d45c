/** Messages between a quick view's frame and the page around it (R80). Pure except for `postToParent`. */
import type { Addition } from '#lib/bag/line.ts';

export type QuickViewEvent = 'ready' | 'error' | 'added' | 'close';

/** An added product, in the fields of the add-to-cart event (API-116). */
export interface AddedProduct {
  spu_id: number;
  sku_id: number;
  quantity: number;
}

export interface QuickViewMessage {
  type: 'quick-view';
  event: QuickViewEvent;
  products?: readonly AddedProduct[];
  /** With `added`, if the frame could not store it: the surrounding page adds it to its own bag. */
  addition?: Addition;
}

/** Root class of a page in such a frame; src/client/inline/framed.ts sets it before first paint. */
export const framedClass = 'framed';

/** Returns whether this page is in a quick view: it ends after the form, and the surrounding page reacts to adds. */
export function isFramed(): boolean {
  return document.documentElement.classList.contains(framedClass);
}

/** Posts a message to the surrounding page, if it has the same origin. */
export function postToParent(message: Omit<QuickViewMessage, 'type'>): void {
  parent.postMessage({ type: 'quick-view', ...message } satisfies QuickViewMessage, location.origin);
}

/**
 * Returns the message of a quick view's frame; null for any other message.
 * @param pageOrigin the page's origin
 * @param frame window of the open frame
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
