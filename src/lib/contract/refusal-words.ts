/** Refusals in the page's language, where it is not the shop's own (decision 0159). Fetched with the first of them. */
import type { Envelope } from './endpoint.ts';

let asked: Promise<Readonly<Record<string, string>>> | undefined;

/** @returns the refusal in the page's words; as it came where the language has none for its code, or they cannot be had */
export async function inPageWords<Refusal extends Envelope<unknown>>(refusal: Refusal): Promise<Refusal> {
  asked ??= fetchWords(document.documentElement.lang);
  const words = (await asked)[`refusal${refusal.code}`];
  return words ? { ...refusal, msg: words } : refusal;
}

/** Not by `api`, which would come back here with what it is refused. */
async function fetchWords(lang: string): Promise<Readonly<Record<string, string>>> {
  try {
    const answer = await fetch(`/api/v1/test/getLanguage?lang=${lang}`, {
      signal: AbortSignal.timeout(5_000),
    });
    const { data } = await answer.json();
    return data?.languageConfig ?? {};
  } catch {
    asked = undefined;
    return {};
  }
}
