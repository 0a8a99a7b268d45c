/** Which products a search finds, and how well each fits. */

import type { ProductColumns } from './product-columns.ts';
import { fields, type Match, type TermIndex, wholeWord } from './term-index.ts';
import { eventLoopYielder } from './yield-to-event-loop.ts';

export interface Hits {
  /** Slots of what was found. */
  slots: number[];
  /** By slot: higher is better; below `ranksEnd`. Good until the next query. */
  ranks: Uint16Array;
  /** By slot: whether more than its description has a word of the search (`calledBy`). Good until the next query. */
  called: Uint8Array;
  /** No product has all words: these have the most of them. */
  isPartial: boolean;
  /** What was searched for where that is not what was typed. */
  corrected: string | null;
}

/** What a word counts by where it stands: nothing, description, keyword, title. */
const weights = [0, 1, 5, 10];
const beginsSo = 4;
/** Above every rank that words alone give. */
const canBeBought = 2048;
/** Above every other rank. */
const isIt = 4096;
export const ranksEnd = isIt + 1;

/** Whether one of the words stands in title, tags, kind, maker, options or SKUs: not at all, as a beginning, or whole. */
const calledBy = { nothing: 0, beginning: 1, word: 2 } as const;

/** Slots looked at between two yields. */
const piece = 4096;

/**
 * Finds with yields to the event loop between: a word that much begins with and 100,000 products take longer than an
 * answer may wait.
 * @param typed words to find with how they were typed
 */
export async function findHits(
  terms: TermIndex,
  columns: ProductColumns,
  typed: ReadonlyMap<string, string>,
): Promise<Hits> {
  const yieldToEventLoop = eventLoopYielder();
  const words: string[] = [];
  const spelled: string[] = [];
  const tally = columns.scratch.forHits(columns.size);
  let isCorrected = false;
  for (const [word, spelling] of typed) {
    let matches = terms.matches(word);
    let meant = { word, spelling };
    if (matches.length === 0) {
      await yieldToEventLoop();
      const entry = terms.nearest(word, words.length === typed.size - 1);
      if (entry) {
        matches = terms.matches(entry.word);
        meant = entry;
        isCorrected = true;
      }
    }
    words.push(meant.word);
    spelled.push(meant.spelling);
    await addWord(matches, tally, yieldToEventLoop);
  }
  const { sums, counts, ranks, called } = tally;
  let most = 1;
  for (const count of counts) if (count > most) most = count;
  const slots: number[] = [];
  const phrase = words.join(' ');
  for (let slot = 0; slot < counts.length; slot += 1) {
    if (slot % piece === 0) await yieldToEventLoop();
    if (counts[slot] !== most) continue;
    slots.push(slot);
    ranks[slot] = rankOf(columns, slot, sums[slot]! / words.length, phrase);
  }
  return {
    slots,
    ranks,
    called,
    isPartial: slots.length > 0 && most < words.length,
    corrected: isCorrected ? spelled.join(' ') : null,
  };
}

/**
 * By slot: what the words so far are worth together, how many of them it has, the best match of the word at hand, and
 * whether it is called by one of them.
 */
interface Tally {
  sums: Float32Array;
  counts: Uint8Array;
  best: Float32Array;
  called: Uint8Array;
}

/** Adds what one word of the search is worth to each product that has it: its best match there counts. */
async function addWord(
  matches: readonly Match[],
  { sums, counts, best, called }: Tally,
  yieldToEventLoop: ReturnType<typeof eventLoopYielder>,
): Promise<void> {
  for (const { entry, confidence, inDescriptions } of matches) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const calling = confidence >= wholeWord ? calledBy.word : calledBy.beginning;
    for (const posting of entry.postings) {
      const field = posting & 3;
      if (field !== fields.description && calling > called[posting >> 2]!) called[posting >> 2] = calling;
      if (!inDescriptions && field === fields.description) continue;
      const worth = weights[field]! * confidence;
      if (worth > best[posting >> 2]!) best[posting >> 2] = worth;
    }
  }
  for (const { entry } of matches) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    for (const posting of entry.postings) {
      const slot = posting >> 2;
      if (best[slot] === 0) continue;
      sums[slot]! += best[slot]!;
      counts[slot]! += 1;
      best[slot] = 0;
    }
  }
}

/**
 * Parts what is called by a word of the search from what only mentions it in its description. Where nothing is called by
 * a whole word, a mention is as good as a beginning, and all are found.
 */
export function partMentions(slots: number[], hits: Hits): { found: number[]; mentions: number[] } {
  if (!slots.some((slot) => hits.called[slot] === calledBy.word)) return { found: slots, mentions: [] };
  const isCalled = (slot: number) => hits.called[slot] !== calledBy.nothing;
  return { found: slots.filter(isCalled), mentions: slots.filter((slot) => !isCalled(slot)) };
}

/** The best of these, best first. */
export function bestOf(slots: readonly number[], ranks: Uint16Array, most: number): number[] {
  const best: number[] = [];
  for (const slot of slots) {
    let at = best.length;
    while (at > 0 && ranks[slot]! > ranks[best[at - 1]!]!) at -= 1;
    if (at < most) best.splice(at, 0, slot);
    if (best.length > most) best.pop();
  }
  return best;
}

/** The very title first, then what can be bought, then where and how surely the words stand in it. */
function rankOf(columns: ProductColumns, slot: number, worth: number, phrase: string): number {
  const own = columns.items[slot]!.phrase;
  if (own === phrase) return isIt;
  const begins = own.startsWith(phrase) && own.charAt(phrase.length) === ' ' ? beginsSo : 0;
  // A short title that has the words says more about them.
  const brevity = 1 / (2 + own.length / 8);
  return Math.round((worth + begins + brevity) * 100) + (columns.inStock[slot] === 1 ? canBeBought : 0);
}
