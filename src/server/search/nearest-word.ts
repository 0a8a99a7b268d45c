/** Which of many words was most likely meant. Pure. */
import { letterBits, maxMistakes, mayBeNear, mistakes } from './edit-distance.ts';

/** A word that may have been meant. */
export interface Candidate {
  /** Folded. */
  word: string;
  /** As it is written. */
  spelling: string;
  /** `letterBits(word)`. */
  letters: number;
  /** Things are called so, and not only described with it. */
  isName: boolean;
  /** How many products have it. */
  count: number;
}

/** Below it a mistake makes another word of every language: only what things are called by can be meant, and begins alike. */
const shortWord = 5;

export class NearestWord {
  readonly #typed: string;
  readonly #letters: number;
  readonly #limit: number;
  readonly #isUnfinished: boolean;
  #best: { word: string; spelling: string } | null = null;
  #bestCost = Number.POSITIVE_INFINITY;

  /**
   * @param typed in no product
   * @param isUnfinished it may be the beginning of a word still being typed
   */
  constructor(typed: string, isUnfinished: boolean) {
    this.#typed = typed;
    this.#letters = letterBits(typed);
    this.#limit = maxMistakes(typed);
    // What three or four letters begin with one mistake is anything: blue would be glued.
    this.#isUnfinished = isUnfinished && typed.length >= shortWord;
  }

  /** Nothing is forgiven in it: there is no use in looking. */
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
    const { whole, beginning } = mistakes(typed, word, limit);
    const isAlike = word[0] === typed[0];
    const found = this.#isUnfinished && isAlike ? Math.min(whole, beginning + 0.5) : whole;
    const isFar = found >= 2 || typed.length < shortWord;
    if (Math.floor(found) > limit || (isFar && !isAlike)) return;
    // Of words as near, the one that begins alike, then the one that more products have.
    const cost = found + (isAlike ? 0 : 0.25) - Math.min(candidate.count, 1e6) / 1e7;
    if (cost >= this.#bestCost || (typed.length < shortWord && !candidate.isName)) return;
    this.#best = { word, spelling: candidate.spelling };
    this.#bestCost = cost;
  }
}
