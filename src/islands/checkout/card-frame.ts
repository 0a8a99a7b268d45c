/**
 * Exchanges messages between the checkout page and the provider's card form. The card fields are in the provider's iframe
 * (Payment.tsx), so the page only requests a token and never sees a card number.
 *
 * @example
 * const card = openCardFrame(iframe, { silent, onSubmit: () => form.requestSubmit() });
 * const { token } = await card.tokenise(); // throws CardError with a message for the shopper
 */
import { watchFormLoad } from '#client/checkout/form-ready.ts';

export interface CardFrameOptions {
  /** Error message if the provider does not respond. */
  silent: string;
  /** Height of the form in px, between 100 and 600. */
  onHeight?: (height: number) => void;
  onReady?: () => void;
  /** Called when Enter is pressed in a field of the form. */
  onSubmit?: () => void;
  /** Called when the form could not be loaded and the shopper needs another payment method. */
  onUnavailable?: () => void;
}

export interface CardToken {
  token: string;
  brand: string;
  last4: string;
}

export interface CardFrame {
  /** Exchanges the card data for a token (v1). @throws CardError */
  tokenise(): Promise<CardToken>;
  /** Starts the verification of the card with a token from the shop (API-046). @returns the provider's reference id; throws CardError */
  check(jwt: string): Promise<string>;
  /** Clears the card number and security code after a declined payment; the other fields stay filled in. */
  clear(): void;
  /** Stops listening to the iframe and rejects pending requests. */
  destroy(): void;
}

/** Error about the card data, with a message for the shopper. The iframe also displays it next to the field. */
export class CardError extends Error {
  override name = 'CardError';
}

const answerMs = 30_000;

type Message = { card?: boolean; type?: string; id?: number; height?: number } & Record<string, unknown>;

/** Returns the URL of the card form for an iframe on this page. @param frameUrl `frame_url` of the method in GET /pay/config */
export function cardFrameUrl(frameUrl: string): string {
  const address = new URL(frameUrl);
  address.searchParams.set('origin', location.origin);
  return address.href;
}

/** Returns the theme's colours and radius as CSS custom properties, so that the card fields look like the fields of the page. */
function lookOf(frame: HTMLIFrameElement): Record<string, string> {
  const page = getComputedStyle(frame);
  const names = ['ink', 'ink-soft', 'line-strong', 'raised', 'accent', 'error'].map(
    (name) => `--color-${name}`,
  );
  return Object.fromEntries(
    [...names, '--radius-sm'].map((name) => [name, page.getPropertyValue(name).trim()]),
  );
}

/** Starts exchanging messages with the card form that `frame` loads. */
export function openCardFrame(frame: HTMLIFrameElement, options: CardFrameOptions): CardFrame {
  const { origin } = new URL(frame.src);
  const waiting = new Map<number, { resolve: (answer: Message) => void; reject: (problem: Error) => void }>();
  let lastId = 0;
  const form = watchFormLoad(
    () => options.onUnavailable?.(),
    () => new CardError(options.silent),
  );

  const post = (message: Message) => frame.contentWindow?.postMessage(message, origin);

  /** Posts a request once the iframe is ready; the response timeout starts at that moment. */
  async function sendRequest(type: string, more: Message = {}): Promise<Message> {
    // On a slow connection, the shopper may press "Pay" before the iframe's script runs.
    if (!form.isReady) await form.whenReady();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(new CardError(options.silent)), answerMs);
      const finish = (answer: Message | Error) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      waiting.set(id, { resolve: finish, reject: finish });
      post({ ...more, type, id });
    });
  }

  function onMessage({ source, origin: from, data }: MessageEvent<Message>): void {
    if (source !== frame.contentWindow || from !== origin || data?.card !== true) return;
    const request = waiting.get(data.id ?? 0);
    if (data.type === 'ready') {
      post({ type: 'look', look: lookOf(frame) });
      form.markReady();
      options.onReady?.();
    } else if (data.type === 'height' && typeof data.height === 'number') {
      options.onHeight?.(Math.min(Math.max(data.height, 100), 600));
    } else if (data.type === 'submit') {
      options.onSubmit?.();
    } else if (data.type === 'error') {
      request?.reject(new CardError(String(data.message)));
    } else {
      request?.resolve(data);
    }
  }

  addEventListener('message', onMessage);

  return {
    async tokenise() {
      const { token, brand, last4 } = await sendRequest('tokenise');
      return { token: String(token), brand: String(brand), last4: String(last4) };
    },
    check: async (jwt) => String((await sendRequest('check', { jwt })).reference_id),
    clear: () => void post({ type: 'clear' }),
    destroy() {
      removeEventListener('message', onMessage);
      const closed = new CardError('The card form was closed.');
      form.fail(closed);
      for (const { reject } of [...waiting.values()]) reject(closed);
    },
  };
}
