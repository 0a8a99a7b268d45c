/** Picks the word that a shopper most likely meant to type. Pure. */
import { computeEditDistances, letterBits, maxMistakes, mayBeNear } from './edit-distance.ts';

/** A word that the shopper may have meant. */
export interface Candidate {
  /** The word in folded form (tokenizer.ts). */
  word: string;
  /** The word as originally spelled, with accents. */
  spelling: string;
  /** Letter mask of the word: `letterBits(word)`. */
  letters: number;
  /** Whether the word occurs in product titles or keywords, not only in descriptions. */
  isName: boolean;
  /** Number of products that contain the word. */
  count: number;
}

/**
 * Typed words with fewer letters are corrected only to words from product names with the same first letter, because one mistake in
 * a short word often yields another valid word.
 */
const shortWord = 5;

export class NearestWord {
  readonly #typed: string;
  readonly #letters: number;
  readonly #limit: number;
  readonly #isUnfinished: boolean;
  #best: { word: string; spelling: string } | null = null;
  #bestCost = Number.POSITIVE_INFINITY;

  /**
   * @param typed a word that no product contains
   * @param isUnfinished whether the shopper may still be typing the word
   */
  constructor(typed: string, isUnfinished: boolean) {
    this.#typed = typed;
    this.#letters = letterBits(typed);
    this.#limit = maxMistakes(typed);
    // Prefixes of three or four letters are not corrected: with one typo allowed, too many words match, as "glued" does for "blue".
    this.#isUnfinished = isUnfinished && typed.length >= shortWord;
  }

  /** Whether the typed word is too short, or contains digits, so that it is never corrected and candidates need not be checked. */
  get toleratesNoMistake(): boolean {
    return this.#limit === 0;
  }

  get best(): { word: string; spelling: string; cost: number } | null {
    return this.#best && { ...this.#best, cost: this.#bestCost };
  }

  consider(candidate: Candidate): void {
    const typed = this.#typed;
    const limit = this.#limit;
    const { word, letters } = candidate;
    if (!mayBeNear(this.#letters, letters, limit)) return;
    if (!this.#isUnfinished && Math.abs(word.length - typed.length) > limit) return;
    const { whole, beginning } = computeEditDistances(typed, word, limit);
    const isAlike = word[0] === typed[0];
    const found = this.#isUnfinished && isAlike ? Math.min(whole, beginning + 0.5) : whole;
    const isFar = found >= 2 || typed.length < shortWord;
    if (Math.floor(found) > limit || (isFar && !isAlike)) return;
    // Among words at the same distance, prefer those with the same first letter, then those that more products contain.
    const cost = found + (isAlike ? 0 : 0.25) - Math.min(candidate.count, 1e6) / 1e7;
    if (cost >= this.#bestCost || (typed.length < shortWord && !candidate.isName)) return;
    this.#best = { word, spelling: candidate.spelling };
    this.#bestCost = cost;
  }
}
