/** Finds the products that match a search and ranks them. */

import { type Alternative, maxOptionalParts, type ParsedSearch } from './parse-search.ts';
import type { ProductColumns } from './product-columns.ts';
import {
  minWholeWordConfidence,
  type SearchLanguages,
  searchFields,
  type TermIndex,
  type TermMatch,
} from './term-index.ts';
import { eventLoopYielder } from './yield-to-event-loop.ts';

export interface Hits {
  /** Slots of the found products. */
  slots: number[];
  /** Ranks indexed by slot: higher is better, all are below `rankLimit`. Valid until the next query. */
  ranks: Uint16Array;
  /**
   * Indexed by slot: how many required search words match the product's name as a whole word (high byte) and as a prefix (low
   * byte). Valid until the next query.
   */
  called: Uint16Array;
  /** Number of required words in the search. */
  wordCount: number;
  /** Whether no product matches all words; the found products then match as many words as possible. */
  isPartial: boolean;
}

/** Weight of a word by the field that contains it: none, description, keyword, title. */
const weights = [0, 1, 5, 10];
const beginsSo = 4;
/** Added to the rank of products in stock; above every rank from words alone. */
const canBeBought = 2048;
/**
 * Ranks of exact matches, above all other ranks, in ascending order: a handle or code that matches except for separators, a title,
 * a SKU or barcode as written.
 */
export const exactRanks = { looseCode: 4096, title: 4097, code: 4098 } as const;
export const rankLimit = exactRanks.code + 1;

/**
 * Value of a matching required word in a product's count of matching words. An optional word counts 1, so a required word outweighs
 * all optional words together.
 */
const required = maxOptionalParts + 1;

/**
 * How a search word matches a product's title, tags, type, vendor, options or SKUs: not at all, as a prefix or as a whole word. In
 * a sum of these values, the low byte counts prefixes and the high byte counts whole words.
 */
const calledBy = { nothing: 0, beginning: 1, word: 256 } as const;

/** Number of slots to process before checking whether to yield to the event loop. */
const piece = 4096;

/**
 * Finds and ranks products. Yields to the event loop, because a common prefix in 100,000 products would block other requests for
 * too long.
 * @param coded products whose handle, SKU or barcode is the search text: their ranks by slot. These products are always found; if
 * no product matches all words, they are the only results
 */
export async function findHits(
  termIndex: TermIndex,
  columns: ProductColumns,
  { terms, phrase }: ParsedSearch,
  languages: SearchLanguages,
  coded: ReadonlyMap<number, number>,
): Promise<Hits> {
  const yieldToEventLoop = eventLoopYielder();
  const tally = columns.scratch.forHits(columns.size);
  for (const { alternatives, isOptional } of terms) {
    const standings = alternatives.flatMap((one) => standingsOf(termIndex, one, languages));
    await addTerm(standings, tally, isOptional ? 1 : required, yieldToEventLoop);
  }
  const { sums, counts, ranks, called } = tally;
  const wordCount = terms.filter((term) => !term.isOptional).length;
  let maxCount = 1;
  for (const count of counts) if (count > maxCount) maxCount = count;
  const slots: number[] = [];
  for (let slot = 0; slot < counts.length; slot += 1) {
    if (slot % piece === 0) await yieldToEventLoop();
    if (counts[slot] !== maxCount) continue;
    slots.push(slot);
    ranks[slot] = rankOf(columns, slot, sums[slot]! / terms.length, phrase);
  }
  const isPartial = slots.length > 0 && Math.floor(maxCount / required) < wordCount;
  if (coded.size === 0) return { slots, ranks, called, wordCount, isPartial };
  const found = new Set(isPartial ? [] : slots);
  for (const [slot, rank] of coded) {
    found.add(slot);
    ranks[slot] = Math.max(ranks[slot]!, rank);
  }
  return { slots: [...found], ranks, called, wordCount, isPartial: false };
}

/**
 * Running totals of a search, indexed by slot. `sums`: total score of the words so far. `counts`: number of matching words, where a
 * required word counts as `required` and an optional word as 1. `called`: see `Hits`. `best` and `calling`: score and `calledBy`
 * value of the best match of the current word.
 */
interface Tally {
  sums: Float32Array;
  counts: Uint16Array;
  called: Uint16Array;
  best: Float32Array;
  calling: Uint16Array;
}

/** The postings of an indexed word that matches a search word. */
interface Standing {
  /** One `slot * 4 + field` per product that contains the word. */
  postings: readonly number[];
  confidence: number;
  isWhole: boolean;
  inDescriptions: boolean;
}

function standingsOf(termIndex: TermIndex, alternative: Alternative, languages: SearchLanguages): Standing[] {
  const { words, confidence, isMainWord, isColour } = alternative;
  if (words.length > 1) {
    const postings = inAll(words.map((word) => termIndex.whole(word, languages)));
    return [{ postings, confidence, isWhole: true, inDescriptions: !isColour }];
  }
  const word = words[0]!;
  const matches = isMainWord ? termIndex.matches(word, languages) : termIndex.whole(word, languages);
  return matches.map((match) => ({
    postings: match.entry.postings,
    confidence: match.confidence * confidence,
    isWhole: match.confidence >= minWholeWordConfidence,
    inDescriptions: match.inDescriptions && !isColour,
  }));
}

/** Returns the products that contain every word of a phrase, each with its lowest-ranked matching field. */
function inAll(matchLists: readonly TermMatch[][]): number[] {
  let all: Map<number, number> | null = null;
  const count = (matches: TermMatch[]) => matches.reduce((sum, { entry }) => sum + entry.count, 0);
  // Start with the rarest word: products without it are skipped from then on.
  for (const matches of matchLists.toSorted((a, b) => count(a) - count(b))) {
    const here = new Map<number, number>();
    for (const { entry } of matches) {
      for (const posting of entry.postings) {
        const slot = posting >> 2;
        const before: number | undefined = all ? all.get(slot) : searchFields.title;
        if (before === undefined) continue;
        here.set(slot, Math.max(here.get(slot) ?? 0, Math.min(before, posting & 3)));
      }
    }
    all = here;
  }
  return Array.from(all ?? [], ([slot, field]) => slot * 4 + field);
}

/** Adds the score of one search word to each product that contains it; only the best match in the product counts. */
async function addTerm(
  standings: readonly Standing[],
  { sums, counts, called, best, calling }: Tally,
  counting: number,
  yieldToEventLoop: ReturnType<typeof eventLoopYielder>,
): Promise<void> {
  for (const { postings, confidence, isWhole, inDescriptions } of standings) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    const name = isWhole ? calledBy.word : calledBy.beginning;
    for (const posting of postings) {
      const field = posting & 3;
      if (field !== searchFields.description && name > calling[posting >> 2]!) calling[posting >> 2] = name;
      if (!inDescriptions && field === searchFields.description) continue;
      const worth = weights[field]! * confidence;
      if (worth > best[posting >> 2]!) best[posting >> 2] = worth;
    }
  }
  for (const { postings } of standings) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    for (const posting of postings) {
      const slot = posting >> 2;
      if (best[slot] === 0) continue;
      sums[slot]! += best[slot]!;
      counts[slot]! += counting;
      // Optional parts of a compound word are not included in `called`.
      if (counting === required) called[slot]! += calling[slot]!;
      best[slot] = 0;
      calling[slot] = 0;
    }
  }
}

/**
 * Separates products that have search words in their name (title, keywords or codes) from those that only mention the words in
 * their description. If any product has all words in its name, only such products are results; otherwise one word in the name is
 * enough. If no name contains a whole word, all products are results, because a prefix match is no better than a mention.
 */
export function separateMentions(
  slots: number[],
  { called, ranks, wordCount }: Hits,
): { found: number[]; mentions: number[] } {
  const whole = (slot: number) => called[slot]! >> 8;
  const maxWholeWords = slots.reduce((count, slot) => Math.max(count, whole(slot)), 0);
  if (maxWholeWords === 0) return { found: slots, mentions: [] };
  const minWords = maxWholeWords === wordCount ? wordCount : 1;
  const isCalled = (slot: number) =>
    whole(slot) + (called[slot]! & 255) >= minWords || ranks[slot]! >= exactRanks.looseCode;
  return { found: slots.filter(isCalled), mentions: slots.filter((slot) => !isCalled(slot)) };
}

/** Returns the `limit` slots with the highest ranks, best first. */
export function pickTopSlots(slots: readonly number[], ranks: Uint16Array, limit: number): number[] {
  const best: number[] = [];
  for (const slot of slots) {
    let at = best.length;
    while (at > 0 && ranks[slot]! > ranks[best[at - 1]!]!) at -= 1;
    if (at < limit) best.splice(at, 0, slot);
    if (best.length > limit) best.pop();
  }
  return best;
}

/**
 * Returns a product's rank: an exact title match ranks highest, then products in stock. Within these, the field and confidence of
 * the matching words decide.
 */
function rankOf(columns: ProductColumns, slot: number, worth: number, phrase: string): number {
  const titlePhrase = columns.items[slot]!.phrase;
  if (titlePhrase === phrase) return exactRanks.title;
  const begins = titlePhrase.startsWith(phrase) && titlePhrase.charAt(phrase.length) === ' ' ? beginsSo : 0;
  // Prefer short titles: the search words make up a larger part of them.
  const brevity = 1 / (2 + titlePhrase.length / 8);
  return Math.round((worth + begins + brevity) * 100) + (columns.inStock[slot] === 1 ? canBeBought : 0);
}
