/** What a quick view's frame and the page around it say to each other (R80). Pure but for `postToParent`. */
import type { Addition } from '#lib/bag/line.ts';

export type QuickViewEvent = 'ready' | 'error' | 'added' | 'close';

/** What was added in the frame, as the add-to-cart event names it (API-116). */
export interface AddedProduct {
  spu_id: number;
  sku_id: number;
  quantity: number;
}

export interface QuickViewMessage {
  type: 'quick-view';
  event: QuickViewEvent;
  /** With `added`. */
  products?: readonly AddedProduct[];
  /** With `added`, where the frame's browser could not keep it: the page around it puts it into its own bag. */
  addition?: Addition;
}

/** Class of a page's root in such a frame; src/client/inline/framed.ts gives it before the first paint. */
export const framedClass = 'framed';

/** Whether this page stands in a quick view: it ends with the form there, and the page around it does what follows an add. */
export function isFramed(): boolean {
  return document.documentElement.classList.contains(framedClass);
}

/** Tells the page around the frame, if it is of our origin. */
export function postToParent(message: Omit<QuickViewMessage, 'type'>): void {
  parent.postMessage({ type: 'quick-view', ...message } satisfies QuickViewMessage, location.origin);
}

/**
 * The message of a quick view's frame; null for anything else that comes as a message.
 * @param own the page's origin
 * @param frame window of the frame that is open
 */
export function readMessage(
  { origin, source, data }: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  own: string,
  frame: unknown,
): QuickViewMessage | null {
  if (origin !== own || source !== frame || source === null) return null;
  const events: unknown[] = ['ready', 'error', 'added', 'close'] satisfies QuickViewEvent[];
  return data?.type === 'quick-view' && events.includes(data.event) ? data : null;
}
