/**
 * What islands say in the page's language, where that is another than their own English. It is a file at an address that changes with
 * what is in it (pages/texts-[name].json.ts), which browsers cache: in the page it would be sent with every view (I18N-01).
 */
import { atom } from 'nanostores';
import type { CustomTexts } from '#lib/messages/format.ts';

/** Null until they have come. */
export const $texts = atom<CustomTexts | null>(null);

/** So long who needs them waits, ms: then it speaks English. */
const patience = 3000;
let request: Promise<void> | undefined;

/** Fetches them, once. Never rejects: what cannot be had is said in English (I18N-03), and asked for again by who needs it next. */
export function textsReady(): Promise<void> {
  request ??= fetchTexts(document.documentElement.dataset.texts);
  return request;
}

/** Says something as soon as they have come: at once, where they are there. What is said to the first click waits for them. */
export function inPageLanguage(say: () => void): void {
  const ready = textsReady();
  if ($texts.get()) say();
  else void ready.then(say);
}

async function fetchTexts(address: string | undefined): Promise<void> {
  if (!address) return $texts.set({});
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
    if (answer.ok) return $texts.set(await answer.json());
  } catch {
    // Offline, cut off or too slow: as lost as a refusal.
  }
  request = undefined;
}
