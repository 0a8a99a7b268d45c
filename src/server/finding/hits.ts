/** Which products a search finds, and how well each fits. Pure. */
import type { Shelf } from './shelf.ts';
import { fields, type Match, type Vocabulary } from './vocabulary.ts';

export interface Hits {
  /** Slots of what was found. */
  slots: number[];
  /** By slot: higher is better; below `ranksEnd`. Good until the next query. */
  ranks: Uint16Array;
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

/** @param typed words to find with how they were typed */
export function findHits(vocabulary: Vocabulary, shelf: Shelf, typed: ReadonlyMap<string, string>): Hits {
  const words: string[] = [];
  const spelled: string[] = [];
  const tally = shelf.scratch.forHits(shelf.size);
  let isCorrected = false;
  for (const [word, spelling] of typed) {
    let matches = vocabulary.matches(word);
    let meant = { word, spelling };
    if (matches.length === 0) {
      const entry = vocabulary.nearest(word, words.length === typed.size - 1);
      if (entry) {
        matches = vocabulary.matches(entry.word);
        meant = entry;
        isCorrected = true;
      }
    }
    words.push(meant.word);
    spelled.push(meant.spelling);
    addWord(matches, tally);
  }
  const { sums, counts, ranks } = tally;
  let most = 1;
  for (const count of counts) if (count > most) most = count;
  const slots: number[] = [];
  const phrase = words.join(' ');
  for (let slot = 0; slot < counts.length; slot += 1) {
    if (counts[slot] !== most) continue;
    slots.push(slot);
    ranks[slot] = rankOf(shelf, slot, sums[slot]! / words.length, phrase);
  }
  return {
    slots,
    ranks,
    isPartial: slots.length > 0 && most < words.length,
    corrected: isCorrected ? spelled.join(' ') : null,
  };
}

/** By slot: what the words so far are worth together, how many of them it has, and the best match of the word at hand. */
interface Tally {
  sums: Float32Array;
  counts: Uint8Array;
  best: Float32Array;
}

/** Adds what one word of the search is worth to each product that has it: its best match there counts. */
function addWord(matches: readonly Match[], { sums, counts, best }: Tally): void {
  for (const { entry, sureness, inDescriptions } of matches) {
    for (const place of entry.places) {
      const field = place & 3;
      if (!inDescriptions && field === fields.description) continue;
      const worth = weights[field]! * sureness;
      if (worth > best[place >> 2]!) best[place >> 2] = worth;
    }
  }
  for (const { entry } of matches) {
    for (const place of entry.places) {
      const slot = place >> 2;
      if (best[slot] === 0) continue;
      sums[slot]! += best[slot]!;
      counts[slot]! += 1;
      best[slot] = 0;
    }
  }
}

/** The very title first, then what can be bought, then where and how surely the words stand in it. */
function rankOf(shelf: Shelf, slot: number, worth: number, phrase: string): number {
  const own = shelf.items[slot]!.phrase;
  if (own === phrase) return isIt;
  const begins = own.startsWith(phrase) && own.charAt(phrase.length) === ' ' ? beginsSo : 0;
  // A short title that has the words says more about them.
  const brevity = 1 / (2 + own.length / 8);
  return Math.round((worth + begins + brevity) * 100) + (shelf.inStock[slot] === 1 ? canBeBought : 0);
}
