/**
 * Loads the islands' texts in the page's language, unless the built-in English texts apply. The texts are in a file with a content
 * hash in its URL (pages/texts-[name].json.ts), which browsers cache; inlined texts would be sent with every page view (I18N-01).
 */
import { atom } from 'nanostores';
import type { CustomTexts } from '#lib/messages/format.ts';

export const $texts = atom<CustomTexts | null>(null);

/** Timeout for loading the texts, ms; after it, islands fall back to English. */
const timeoutMs = 3000;
let request: Promise<void> | undefined;

/** Loads the texts once. Never rejects: on failure islands use English (I18N-03), and the next call loads the texts again. */
export function loadTexts(): Promise<void> {
  request ??= fetchTexts(document.documentElement.dataset.texts);
  return request;
}

/** Calls `callback` once the texts are loaded, immediately if they already are, so that a message for an early click is translated. */
export function whenTextsLoaded(callback: () => void): void {
  const ready = loadTexts();
  if ($texts.get()) callback();
  else void ready.then(callback);
}

async function fetchTexts(address: string | undefined): Promise<void> {
  if (!address) return $texts.set({});
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (answer.ok) return $texts.set(await answer.json());
  } catch {
    // Offline, aborted or timed out: handled like an error response.
  }
  request = undefined;
}
