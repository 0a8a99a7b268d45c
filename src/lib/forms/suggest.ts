/**
 * Fetches suggestions while the shopper types: from 2 characters on, 300 ms after the last keystroke; outdated responses are ignored (R74).
 */
import { debounce } from './debounce.ts';

const shortest = 2;

export interface SuggestionFetcher {
  /** Handles the field's text after each keystroke. */
  typed(text: string): void;
  /** Cancels the scheduled or running request. */
  stop(): void;
}

/**
 * Creates a function that fetches suggestions with a debounce.
 * @param fetchItems fetches the suggestions for a text; if it rejects, there are none
 * @param show receives the suggestions for the latest text, an empty list if there are none
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
