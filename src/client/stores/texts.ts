/**
 * Texts of the islands in the page's language, if it differs from their built-in English. A file with a content hash in its URL
 * (pages/texts-[name].json.ts), which browsers cache: inlined, every page view would send it again (I18N-01).
 */
import { atom } from 'nanostores';
import type { CustomTexts } from '#lib/messages/format.ts';

export const $texts = atom<CustomTexts | null>(null);

/** Timeout, ms; after it, islands fall back to English. */
const timeoutMs = 3000;
let request: Promise<void> | undefined;

/** Loads the texts once. Never rejects: on failure English applies (I18N-03), and the next caller loads again. */
export function loadTexts(): Promise<void> {
  request ??= fetchTexts(document.documentElement.dataset.texts);
  return request;
}

/** Calls `callback` once the texts are loaded, at once if they already are: a message for the first click waits for them. */
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
    // Offline, aborted or too slow: treated like an error response.
  }
  request = undefined;
}
