/** Which products a search finds, and how well each fits. */

import type { ProductColumns } from './product-columns.ts';
import { type Alternative, maxOptional, type ParsedSearch } from './read-search.ts';
import { fields, type Match, type SearchLanguages, type TermIndex, wholeWord } from './term-index.ts';
import { eventLoopYielder } from './yield-to-event-loop.ts';

export interface Hits {
  /** Slots of what was found. */
  slots: number[];
  /** By slot: higher is better; below `ranksEnd`. Good until the next query. */
  ranks: Uint16Array;
  /** By slot: how many words of the search more than its description has (`calledBy`, added up). Good until the next query. */
  called: Uint16Array;
  /** How many words have to be there. */
  words: number;
  /** No product has all words: these have the most of them. */
  isPartial: boolean;
}

/** What a word counts by where it stands: nothing, description, keyword, title. */
const weights = [0, 1, 5, 10];
const beginsSo = 4;
/** Above every rank that words alone give. */
const canBeBought = 2048;
/** Above every other rank, the surest last: the search is a handle or a code but for its separators, a title, a SKU or barcode as it is written. */
export const exactRanks = { looseCode: 4096, title: 4097, code: 4098 } as const;
export const ranksEnd = exactRanks.code + 1;

/** What a word counts that has to be there: more than all optional ones together. */
const required = maxOptional + 1;

/**
 * A word that stands in title, tags, kind, maker, options or SKUs: not at all, as a beginning, or whole. Added up, the lower byte has
 * how many do as a beginning, the upper one how many do whole.
 */
const calledBy = { nothing: 0, beginning: 1, word: 256 } as const;

/** Slots looked at between two yields. */
const piece = 4096;

/**
 * Finds with yields to the event loop between: a word that much begins with and 100,000 products take longer than an
 * answer may wait.
 * @param coded ranks by slot of the products whose handle, SKU or barcode the search is: found whatever words they have, and alone where no product has all words
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
  const words = units.filter((unit) => !unit.isOptional).length;
  let most = 1;
  for (const count of counts) if (count > most) most = count;
  const slots: number[] = [];
  for (let slot = 0; slot < counts.length; slot += 1) {
    if (slot % piece === 0) await yieldToEventLoop();
    if (counts[slot] !== most) continue;
    slots.push(slot);
    ranks[slot] = rankOf(columns, slot, sums[slot]! / units.length, phrase);
  }
  const isPartial = slots.length > 0 && Math.floor(most / required) < words;
  if (coded.size === 0) return { slots, ranks, called, words, isPartial };
  const found = new Set(isPartial ? [] : slots);
  for (const [slot, rank] of coded) {
    found.add(slot);
    ranks[slot] = Math.max(ranks[slot]!, rank);
  }
  return { slots: [...found], ranks, called, words, isPartial: false };
}

/**
 * By slot: what the words so far are worth together, how many of them it has (`required` and optional ones), and by how many it is called
 * (`calledBy`); the best match of the word at hand, and whether it is called by that.
 */
interface Tally {
  sums: Float32Array;
  counts: Uint16Array;
  called: Uint16Array;
  best: Float32Array;
  calling: Uint16Array;
}

/** Where what a word may stand for is found. */
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
    isWhole: match.confidence >= wholeWord,
    inDescriptions: match.inDescriptions && !isColour,
  }));
}

/** Products that have each word of a phrase, at the field that says least of them. */
function inAll(words: readonly Match[][]): number[] {
  let all: Map<number, number> | null = null;
  const count = (matches: Match[]) => matches.reduce((sum, { entry }) => sum + entry.count, 0);
  // The rarest first: what does not have it is not looked at again.
  for (const matches of words.toSorted((a, b) => count(a) - count(b))) {
    const here = new Map<number, number>();
    for (const { entry } of matches) {
      for (const posting of entry.postings) {
        const slot = posting >> 2;
        const before: number | undefined = all ? all.get(slot) : fields.title;
        if (before === undefined) continue;
        here.set(slot, Math.max(here.get(slot) ?? 0, Math.min(before, posting & 3)));
      }
    }
    all = here;
  }
  return Array.from(all ?? [], ([slot, field]) => slot * 4 + field);
}

/** Adds what one word of the search is worth to each product that has it: its best standing there counts. */
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
      if (field !== fields.description && name > calling[posting >> 2]!) calling[posting >> 2] = name;
      if (!inDescriptions && field === fields.description) continue;
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
      // A part that may be left out is no name.
      if (counting === required) called[slot]! += calling[slot]!;
      best[slot] = 0;
      calling[slot] = 0;
    }
  }
}

/**
 * Parts what is called by the search from what only mentions it in its description. Where something is called by all words, one that
 * stands in the description is a mention; else one word that it is called by is enough. Where nothing is called by
 * a whole word, a mention is as good as a beginning, and all are found.
 */
export function partMentions(
  slots: number[],
  { called, ranks, words }: Hits,
): { found: number[]; mentions: number[] } {
  const whole = (slot: number) => called[slot]! >> 8;
  const most = slots.reduce((count, slot) => Math.max(count, whole(slot)), 0);
  if (most === 0) return { found: slots, mentions: [] };
  const least = most === words ? words : 1;
  const isCalled = (slot: number) =>
    whole(slot) + (called[slot]! & 255) >= least || ranks[slot]! >= exactRanks.looseCode;
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
  if (own === phrase) return exactRanks.title;
  const begins = own.startsWith(phrase) && own.charAt(phrase.length) === ' ' ? beginsSo : 0;
  // A short title that has the words says more about them.
  const brevity = 1 / (2 + own.length / 8);
  return Math.round((worth + begins + brevity) * 100) + (columns.inStock[slot] === 1 ? canBeBought : 0);
}
