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
  /** By slot: higher is better; below `ranksEnd`. Valid until the next query. */
  ranks: Uint16Array;
  /** By slot: sum of `calledBy` over the required words of the search. Valid until the next query. */
  called: Uint16Array;
  /** Number of required words. */
  wordCount: number;
  /** No product has all words; these have the most of them. */
  isPartial: boolean;
}

/** Weight of a word by field: none, description, keyword, title. */
const weights = [0, 1, 5, 10];
const beginsSo = 4;
/** Above every rank from words alone. */
const canBeBought = 2048;
/** Above all other ranks, ascending: a handle or code except for separators, a title, a SKU or barcode as written. */
export const exactRanks = { looseCode: 4096, title: 4097, code: 4098 } as const;
export const rankLimit = exactRanks.code + 1;

/** Count of a required word: more than all optional words together. */
const required = maxOptionalParts + 1;

/**
 * How a word names a product, by its title, tags, type, vendor, options or SKUs: not at all, as a prefix or whole. In a sum, the
 * low byte counts prefixes and the high byte whole words.
 */
const calledBy = { nothing: 0, beginning: 1, word: 256 } as const;

/** Slots processed between two yields. */
const piece = 4096;

/**
 * Finds and ranks products, with yields to the event loop: a common prefix over 100,000 products takes longer than other requests
 * may wait.
 * @param coded ranks by slot of products with this handle, SKU or barcode: always found, alone if no product has all words
 */
export async function findHits(
  terms: TermIndex,
  columns: ProductColumns,
  { units, phrase }: ParsedSearch,
  languages: SearchLanguages,
  coded: ReadonlyMap<number, number>,
): Promise<Hits> {
  const yieldToEventLoop = eventLoopYielder();
  const tally = columns.scratch.forHits(columns.size);
  for (const { alternatives, isOptional } of units) {
    const standings = alternatives.flatMap((one) => standingsOf(terms, one, languages));
    await addUnit(standings, tally, isOptional ? 1 : required, yieldToEventLoop);
  }
  const { sums, counts, ranks, called } = tally;
  const wordCount = units.filter((unit) => !unit.isOptional).length;
  let maxCount = 1;
  for (const count of counts) if (count > maxCount) maxCount = count;
  const slots: number[] = [];
  for (let slot = 0; slot < counts.length; slot += 1) {
    if (slot % piece === 0) await yieldToEventLoop();
    if (counts[slot] !== maxCount) continue;
    slots.push(slot);
    ranks[slot] = rankOf(columns, slot, sums[slot]! / units.length, phrase);
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
 * Totals by slot. `sums`: worth of the words so far; `counts`: how many match, as `required` or 1; `called`: how they name the
 * product. `best` and `calling`: the best worth and name match of the current word.
 */
interface Tally {
  sums: Float32Array;
  counts: Uint16Array;
  called: Uint16Array;
  best: Float32Array;
  calling: Uint16Array;
}

/** The postings of a word that the search may mean. */
interface Standing {
  /** `slot * 4 + field`. */
  postings: readonly number[];
  confidence: number;
  isWhole: boolean;
  inDescriptions: boolean;
}

function standingsOf(terms: TermIndex, alternative: Alternative, languages: SearchLanguages): Standing[] {
  const { words, confidence, isTyped, isColour } = alternative;
  if (words.length > 1) {
    const postings = inAll(words.map((word) => terms.whole(word, languages)));
    return [{ postings, confidence, isWhole: true, inDescriptions: !isColour }];
  }
  const word = words[0]!;
  const matches = isTyped ? terms.matches(word, languages) : terms.whole(word, languages);
  return matches.map((match) => ({
    postings: match.entry.postings,
    confidence: match.confidence * confidence,
    isWhole: match.confidence >= minWholeWordConfidence,
    inDescriptions: match.inDescriptions && !isColour,
  }));
}

/** Returns the products that have each word of a phrase, with the least significant of the fields. */
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

/** Adds the worth of one search word to each product that has it; only its best match in the product counts. */
async function addUnit(
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
      // An optional part of a compound does not name a product.
      if (counting === required) called[slot]! += calling[slot]!;
      best[slot] = 0;
      calling[slot] = 0;
    }
  }
}

/**
 * Separates products that the search names from those that only mention it in their description. If a product is named by all
 * words, the others need all words in their names too; otherwise one word is enough. If no whole word names any product, all are
 * found, because a prefix is no better than a mention.
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

/** Returns the `maxCount` best slots, best first. */
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

/** Ranks an exact title first, then products for sale, then by field and confidence of the words. */
function rankOf(columns: ProductColumns, slot: number, worth: number, phrase: string): number {
  const titlePhrase = columns.items[slot]!.phrase;
  if (titlePhrase === phrase) return exactRanks.title;
  const begins = titlePhrase.startsWith(phrase) && titlePhrase.charAt(phrase.length) === ' ' ? beginsSo : 0;
  // A short title that has the words is more about them.
  const brevity = 1 / (2 + titlePhrase.length / 8);
  return Math.round((worth + begins + brevity) * 100) + (columns.inStock[slot] === 1 ? canBeBought : 0);
}
