/** Inverted index: maps each word to the products that contain it, and to the field that contains it. */
import { letterBits } from './edit-distance.ts';
import type { Candidate } from './nearest-word.ts';
import { mayHaveInflections, type StemLanguage, stemWord } from './stemmers.ts';

/** Product fields, numbered by significance: a match in the title is worth more than one in the description. */
export const searchFields = { description: 1, keyword: 2, title: 3 } as const;
export type SearchField = (typeof searchFields)[keyof typeof searchFields];

export class TermEntry implements Candidate {
  readonly word: string;
  /** The word as spelled when it was first added, with accents. */
  readonly spelling: string;
  readonly letters: number;
  /** One `slot * 4 + field` per product that contains the word, with the most significant field only. */
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
    return this.postings.some((posting) => (posting & 3) !== searchFields.description);
  }
}

/** Minimum confidence of a match of the whole word or an inflected form; lower confidences are prefix matches. */
export const minWholeWordConfidence = 0.9;

/** An indexed word that matches a search word, with a confidence; 1 for an exact match. */
export interface TermMatch {
  entry: TermEntry;
  confidence: number;
  /** Whether matches in descriptions count. Two-letter prefixes, and stems of another language, would match too many descriptions. */
  inDescriptions: boolean;
}

/** Languages whose inflected forms match: the language of the shop's texts (`content`) and of the search (`search`). */
export interface SearchLanguages {
  content: StemLanguage | null;
  search: StemLanguage | null;
}

/** Minimum number of letters in a prefix that may match words in descriptions. */
const telling = 3;

export class TermIndex {
  readonly #byWord = new Map<string, TermEntry>();
  /** All words in binary order, for prefix lookups. */
  #sorted: TermEntry[] = [];
  #fresh: TermEntry[] = [];
  /** Words by language and stem. Codes such as SKUs are left out, so that the map does not grow with the number of products. */
  readonly #byStem: ReadonlyMap<StemLanguage, Map<string, TermEntry[]>>;

  /** @param languages languages whose inflected forms match; each language takes memory for a map of all words */
  constructor(languages: readonly StemLanguage[]) {
    this.#byStem = new Map(languages.map((language) => [language, new Map()]));
  }

  /** Adds a word of the product in `slot`; call `settle` before the next lookup. */
  add(word: string, spelling: string, slot: number, field: SearchField): TermEntry {
    const posting = slot * 4 + field;
    let entry = this.#byWord.get(word);
    if (entry) {
      entry.postings.push(posting);
      return entry;
    }
    entry = new TermEntry(word, spelling, posting);
    this.#byWord.set(word, entry);
    this.#fresh.push(entry);
    // Most words that occur in only one product are codes such as SKUs. They have no inflected forms and need no stem.
    if (!mayHaveInflections(word)) return entry;
    for (const [language, stems] of this.#byStem) {
      const stem = stemWord(word, language);
      const alike = stems.get(stem);
      if (alike) alike.push(entry);
      else stems.set(stem, [entry]);
    }
    return entry;
  }

  /** Removes the product in `slot` from the postings of a word. */
  remove(entry: TermEntry, slot: number): void {
    const at = entry.postings.findIndex((posting) => posting >> 2 === slot);
    if (at >= 0) entry.postings.splice(at, 1);
    if (entry.postings.length > 0) return;
    this.settle();
    this.#byWord.delete(entry.word);
    for (const [language, stems] of this.#byStem) {
      const stem = stemWord(entry.word, language);
      const remaining = (stems.get(stem) ?? []).filter((other) => other !== entry);
      if (remaining.length > 0) stems.set(stem, remaining);
      else stems.delete(stem);
    }
    this.#sorted.splice(this.#firstFrom(entry.word), 1);
  }

  /** Merges added words into the sorted list; cheap if only a few words were added. */
  settle(): void {
    if (this.#fresh.length === 0) return;
    const fresh = this.#fresh.sort((a, b) => (a.word < b.word ? -1 : 1));
    const merged: TermEntry[] = [];
    let next = 0;
    for (const entry of this.#sorted) {
      while (next < fresh.length && fresh[next]!.word < entry.word) merged.push(fresh[next++]!);
      merged.push(entry);
    }
    while (next < fresh.length) merged.push(fresh[next++]!);
    this.#sorted = merged;
    this.#fresh = [];
  }

  /** Returns the indexed words that equal the word or are other inflected forms of it. */
  whole(word: string, { content, search }: SearchLanguages): TermMatch[] {
    const found: TermMatch[] = [];
    const exactEntry = this.#byWord.get(word);
    if (exactEntry) found.push({ entry: exactEntry, confidence: 1, inDescriptions: true });
    for (const language of new Set([content, search])) {
      if (language === null) continue;
      for (const entry of this.#byStem.get(language)?.get(stemWord(word, language)) ?? []) {
        if (found.some((match) => match.entry === entry)) continue;
        found.push({ entry, confidence: minWholeWordConfidence, inDescriptions: language === content });
      }
    }
    return found;
  }

  /** Returns the indexed words that `whole` returns, then those that begin with `typed`. */
  matches(typed: string, languages: SearchLanguages): TermMatch[] {
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

  hasBeginning(typed: string): boolean {
    return this.#sorted[this.#firstFrom(typed)]?.word.startsWith(typed) ?? false;
  }

  /** Calls `visit` with every indexed word, as a candidate for a correction. */
  eachWord(visit: (candidate: Candidate) => void): void {
    for (const entry of this.#sorted) visit(entry);
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
