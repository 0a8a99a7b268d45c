/** Every word of the shop with where it stands: what a search looks words up in. */
import { forgiven, lettersOf, mayBeNear, mistakes } from './edit-distance.ts';
import { rootsOf } from './tokenizer.ts';

/** Where in a product a word stands; a title says more about it than its description. */
export const fields = { description: 1, keyword: 2, title: 3 } as const;
export type Field = (typeof fields)[keyof typeof fields];

export interface Entry {
  word: string;
  /** As it was first written, with its accents. */
  spelling: string;
  letters: number;
  /** `slot * 4 + field` of each product that has the word, the best field only. */
  postings: number[];
}

/** A match at least as sure as this is the word itself, or the word without its ending; below it only begins so. */
export const wholeWord = 0.9;

/** A word that may be meant, and how sure that is: 1 for the very word. */
export interface Match {
  entry: Entry;
  confidence: number;
  /** Whether the word counts where it stands in a description: those have words that begin with any two letters. */
  inDescriptions: boolean;
}

/** Letters with which a beginning says something. */
const telling = 3;

export class TermIndex {
  readonly #byWord = new Map<string, Entry>();
  /** In binary order, for words that begin so. */
  #sorted: Entry[] = [];
  #fresh: Entry[] = [];

  /** Notes that the product in `slot` has `word`; call `settle` before looking words up. */
  add(word: string, spelling: string, slot: number, field: Field): Entry {
    const posting = slot * 4 + field;
    let entry = this.#byWord.get(word);
    if (entry) {
      entry.postings.push(posting);
      return entry;
    }
    entry = { word, spelling, letters: lettersOf(word), postings: [posting] };
    this.#byWord.set(word, entry);
    this.#fresh.push(entry);
    return entry;
  }

  /** Forgets the product in `slot` under this word. */
  remove(entry: Entry, slot: number): void {
    const at = entry.postings.findIndex((posting) => posting >> 2 === slot);
    if (at >= 0) entry.postings.splice(at, 1);
    if (entry.postings.length > 0) return;
    this.settle();
    this.#byWord.delete(entry.word);
    this.#sorted.splice(this.#firstFrom(entry.word), 1);
  }

  /** Puts new words in their place; cheap when there are few. */
  settle(): void {
    if (this.#fresh.length === 0) return;
    const fresh = this.#fresh.sort((a, b) => (a.word < b.word ? -1 : 1));
    const merged: Entry[] = [];
    let next = 0;
    for (const entry of this.#sorted) {
      while (next < fresh.length && fresh[next]!.word < entry.word) merged.push(fresh[next++]!);
      merged.push(entry);
    }
    while (next < fresh.length) merged.push(fresh[next++]!);
    this.#sorted = merged;
    this.#fresh = [];
  }

  /** The word itself, the word without an ending, and words that begin so. */
  matches(typed: string): Match[] {
    const found: Match[] = [];
    for (const root of rootsOf(typed)) {
      const entry = this.#byWord.get(root);
      if (entry) found.push({ entry, confidence: wholeWord, inDescriptions: true });
    }
    for (let at = this.#firstFrom(typed); at < this.#sorted.length; at += 1) {
      const entry = this.#sorted[at]!;
      if (!entry.word.startsWith(typed)) break;
      const share = typed.length / entry.word.length;
      const isWhole = share === 1;
      const confidence = isWhole ? 1 : 0.4 + 0.4 * share;
      found.push({ entry, confidence, inDescriptions: isWhole || typed.length >= telling });
    }
    return found;
  }

  /**
   * The word that was most likely meant where `typed` is in no product.
   * @param isUnfinished it may be the beginning of a word still being typed
   */
  nearest(typed: string, isUnfinished: boolean): Entry | null {
    const limit = forgiven(typed);
    if (limit === 0) return null;
    const letters = lettersOf(typed);
    let best: Entry | null = null;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const entry of this.#sorted) {
      if (!mayBeNear(letters, entry.letters, limit)) continue;
      if (!isUnfinished && Math.abs(entry.word.length - typed.length) > limit) continue;
      const { whole, beginning } = mistakes(typed, entry.word, limit);
      const found = isUnfinished ? Math.min(whole, beginning + 0.5) : whole;
      if (found > limit + 0.5 || Math.floor(found) > limit) continue;
      // Of words as near, the one that begins alike, then the one that more products have.
      const cost =
        found + (entry.word[0] === typed[0] ? 0 : 0.25) - Math.min(entry.postings.length, 1e6) / 1e7;
      if (cost < bestCost) {
        best = entry;
        bestCost = cost;
      }
    }
    return best;
  }

  #firstFrom(word: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]!.word < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
