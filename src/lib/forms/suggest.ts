/** Suggestions while typing: from 2 characters, fetched 300 ms after the last key; outdated responses are ignored (R74). */
import { debounce } from './debounce.ts';

const shortest = 2;

export interface SuggestionFetcher {
  /** Handles the field's text after each key. */
  typed(text: string): void;
  /** Cancels the scheduled or running request. */
  stop(): void;
}

/**
 * @param fetchItems fetches the suggestions of a text; a rejection shows none
 * @param show receives the suggestions of the newest text, an empty list if there are none
 */
export function createSuggestionFetcher<Item>(
  fetchItems: (text: string, signal: AbortSignal) => Promise<Item[]>,
  show: (items: Item[]) => void,
): SuggestionFetcher {
  let running: AbortController | undefined;
  const debouncedFetch = debounce((text: string) => {
    const current = new AbortController();
    running = current;
    fetchItems(text, current.signal).then(
      (items) => !current.signal.aborted && show(items),
      () => !current.signal.aborted && show([]),
    );
  });
  const stop = () => {
    debouncedFetch.cancel();
    running?.abort();
  };
  return {
    typed(value) {
      stop();
      const text = value.trim();
      if (text.length < shortest) show([]);
      else debouncedFetch(text);
    },
    stop,
  };
}
