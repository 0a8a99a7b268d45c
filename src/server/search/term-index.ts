/** Every word of the shop with where it stands: what a search looks words up in. */
import { letterBits } from './edit-distance.ts';
import type { Candidate, NearestWord } from './nearest-word.ts';
import { isInflected, type StemLanguage, stemOf } from './stemmers.ts';

/** Where in a product a word stands; a title says more about it than its description. */
export const fields = { description: 1, keyword: 2, title: 3 } as const;
export type Field = (typeof fields)[keyof typeof fields];

export class Entry implements Candidate {
  readonly word: string;
  /** As it was first written, with its accents. */
  readonly spelling: string;
  readonly letters: number;
  /** `slot * 4 + field` of each product that has the word, the best field only. */
  readonly postings: number[];

  constructor(word: string, spelling: string, posting: number) {
    this.word = word;
    this.spelling = spelling;
    this.letters = letterBits(word);
    this.postings = [posting];
  }

  get count(): number {
    return this.postings.length;
  }

  get isName(): boolean {
    return this.postings.some((posting) => (posting & 3) !== fields.description);
  }
}

/** A match at least as sure as this is the word itself or another inflection of it; below it only begins so. */
export const wholeWord = 0.9;

/** A word that may be meant, and how sure that is: 1 for the very word. */
export interface Match {
  entry: Entry;
  confidence: number;
  /**
   * Whether the word counts where it stands in a description: those have words that begin with any two letters, and words of
   * another language with the same stem.
   */
  inDescriptions: boolean;
}

/** Languages whose inflections count: that of the texts, and that of the search. */
export interface SearchLanguages {
  content: StemLanguage | null;
  search: StemLanguage | null;
}

/** Letters with which a beginning says something. */
const telling = 3;

export class TermIndex {
  readonly #byWord = new Map<string, Entry>();
  /** In binary order, for words that begin so. */
  #sorted: Entry[] = [];
  #fresh: Entry[] = [];
  /** Words of one stem, by language: few, as words are, however many products there are. */
  readonly #byStem: ReadonlyMap<StemLanguage, Map<string, Entry[]>>;

  /** @param languages whose inflections can be found: each has a map of all words */
  constructor(languages: readonly StemLanguage[]) {
    this.#byStem = new Map(languages.map((language) => [language, new Map()]));
  }

  /** Notes that the product in `slot` has `word`; call `settle` before looking words up. */
  add(word: string, spelling: string, slot: number, field: Field): Entry {
    const posting = slot * 4 + field;
    let entry = this.#byWord.get(word);
    if (entry) {
      entry.postings.push(posting);
      return entry;
    }
    entry = new Entry(word, spelling, posting);
    this.#byWord.set(word, entry);
    this.#fresh.push(entry);
    // The many words that only one product has are codes, most of them.
    if (!isInflected(word)) return entry;
    for (const [language, stems] of this.#byStem) {
      const stem = stemOf(word, language);
      const alike = stems.get(stem);
      if (alike) alike.push(entry);
      else stems.set(stem, [entry]);
    }
    return entry;
  }

  /** Forgets the product in `slot` under this word. */
  remove(entry: Entry, slot: number): void {
    const at = entry.postings.findIndex((posting) => posting >> 2 === slot);
    if (at >= 0) entry.postings.splice(at, 1);
    if (entry.postings.length > 0) return;
    this.settle();
    this.#byWord.delete(entry.word);
    for (const [language, stems] of this.#byStem) {
      const stem = stemOf(entry.word, language);
      const left = (stems.get(stem) ?? []).filter((other) => other !== entry);
      if (left.length > 0) stems.set(stem, left);
      else stems.delete(stem);
    }
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

  /** The word itself, and other inflections of it. */
  whole(word: string, { content, search }: SearchLanguages): Match[] {
    const found: Match[] = [];
    const own = this.#byWord.get(word);
    if (own) found.push({ entry: own, confidence: 1, inDescriptions: true });
    for (const language of new Set([content, search])) {
      if (language === null) continue;
      for (const entry of this.#byStem.get(language)?.get(stemOf(word, language)) ?? []) {
        if (found.some((match) => match.entry === entry)) continue;
        found.push({ entry, confidence: wholeWord, inDescriptions: language === content });
      }
    }
    return found;
  }

  /** What `whole` finds, and words that begin so. */
  matches(typed: string, languages: SearchLanguages): Match[] {
    const found = this.whole(typed, languages);
    const exact = new Set(found.map(({ entry }) => entry));
    for (let at = this.#firstFrom(typed); at < this.#sorted.length; at += 1) {
      const entry = this.#sorted[at]!;
      if (!entry.word.startsWith(typed)) break;
      if (exact.has(entry)) continue;
      const confidence = 0.4 + (0.4 * typed.length) / entry.word.length;
      found.push({ entry, confidence, inDescriptions: typed.length >= telling });
    }
    return found;
  }

  /** Whether a word begins so. */
  hasBeginning(typed: string): boolean {
    return this.#sorted[this.#firstFrom(typed)]?.word.startsWith(typed) ?? false;
  }

  /** Holds every word against what was typed. */
  offer(nearest: NearestWord): void {
    for (const entry of this.#sorted) nearest.look(entry);
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
