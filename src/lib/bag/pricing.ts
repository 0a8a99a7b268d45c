/** Keeps the quote up to date: one question for a burst of changes, answers to an older bag dropped. */
import { atom, type ReadableAtom } from 'nanostores';
import type { Bag } from './bag-codec.ts';
import type { PricingState } from './bag-view-model.ts';
import { askQuote, type PriceCache, type PricingCalls, type Quote } from './quote.ts';

/** The list is drawn and priced again so long after a change; several changes in that time count once (R95). */
const afterChange = 100;
/** After a deletion the new prices are asked for later; the line itself goes at once (R95). */
const afterDeletion = 500;

export interface Pricing {
  $quote: ReadableAtom<Quote | null>;
  $state: ReadableAtom<PricingState>;
  /** Prices by variant and customisation (R35). */
  prices: PriceCache;
  /** Prices the bag now: it was opened, the page came back, the network is there again. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface PricingEnvironment {
  $bag: ReadableAtom<Bag>;
  calls: PricingCalls;
  /** Only the tab that is looked at prices a bag that another tab changed. */
  isVisible(): boolean;
  /** Is told every new quote, e.g. to drop lines. */
  onQuote(quote: Quote): void;
}

export function createPricing({ $bag, calls, isVisible, onQuote }: PricingEnvironment): Pricing {
  const $quote = atom<Quote | null>(null);
  const $state = atom<PricingState>('idle');
  const prices: PriceCache = new Map();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    const turn = ++asked;
    const bag = $bag.get();
    $state.set('updating');
    // An answer that is none, as a proxy may give, is a failure like any other.
    const quote = await askQuote(bag, calls, prices).catch(() => null);
    // A later question is under way, or the bag has changed and its question is waiting: this answer is about the past.
    if (turn !== asked || $bag.get() !== bag) return;
    $state.set(quote && !quote.isPlain ? 'idle' : 'failed');
    if (!quote) return;
    $quote.set(quote);
    if (!quote.isPlain) onQuote(quote);
  }

  const stopListening = $bag.listen((bag, before) => {
    clearTimeout(timer);
    $state.set('updating');
    if (!isVisible()) return;
    const isDeletion = bag.lines.length < (before?.lines.length ?? 0);
    timer = setTimeout(() => void refresh(), isDeletion ? afterDeletion : afterChange);
  });

  return {
    $quote,
    $state,
    prices,
    refresh,
    stop() {
      clearTimeout(timer);
      asked++;
      stopListening();
    },
  };
}
