/** Picks the word that a shopper most likely meant to type. Pure. */
import { computeEditDistances, letterBits, maxMistakes, mayBeNear } from './edit-distance.ts';

/** A word that the shopper may have meant. */
export interface Candidate {
  /** Folded. */
  word: string;
  /** As written, with accents. */
  spelling: string;
  /** `letterBits(word)`. */
  letters: number;
  /** The word names products, rather than only describing them. */
  isName: boolean;
  /** Number of products that have it. */
  count: number;
}

/** Below this length one mistake yields another word of any language: only names with the same first letter count. */
const shortWord = 5;

export class NearestWord {
  readonly #typed: string;
  readonly #letters: number;
  readonly #limit: number;
  readonly #isUnfinished: boolean;
  #best: { word: string; spelling: string } | null = null;
  #bestCost = Number.POSITIVE_INFINITY;

  /**
   * @param typed a word that no product has
   * @param isUnfinished the shopper may still be typing it
   */
  constructor(typed: string, isUnfinished: boolean) {
    this.#typed = typed;
    this.#letters = letterBits(typed);
    this.#limit = maxMistakes(typed);
    // Three or four letters with one mistake begin too many words: blue would become glued.
    this.#isUnfinished = isUnfinished && typed.length >= shortWord;
  }

  /** The word tolerates no mistake, so looking for candidates is pointless. */
  get isHopeless(): boolean {
    return this.#limit === 0;
  }

  get best(): { word: string; spelling: string; cost: number } | null {
    return this.#best && { ...this.#best, cost: this.#bestCost };
  }

  look(candidate: Candidate): void {
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
    // Among equally near words, prefer the same first letter, then the word that more products have.
    const cost = found + (isAlike ? 0 : 0.25) - Math.min(candidate.count, 1e6) / 1e7;
    if (cost >= this.#bestCost || (typed.length < shortWord && !candidate.isName)) return;
    this.#best = { word, spelling: candidate.spelling };
    this.#bestCost = cost;
  }
}
