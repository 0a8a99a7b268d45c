/** The few words of the shop that matter for what was typed, read from PostgreSQL, to read a search by (read-search.ts). */
import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import { lettersOf } from '../edit-distance.ts';
import type { Candidate } from '../nearest-word.ts';
import type { Vocabulary } from '../read-search.ts';
import { type StemLanguage, stemLanguages, stemOf } from '../stemmers.ts';
import type { SearchLanguages } from '../term-index.ts';

/** A word of the shop, and where any product has it. */
export interface WordPlaces {
  word: string;
  isName: boolean;
  /** Stands in the description only. */
  isDescription: boolean;
}

/** A word that is what was looked for, or an inflection of it. */
export interface WordForm extends WordPlaces {
  /** Whether it counts where it stands in a description: not with the stem of another language. */
  inDescriptions: boolean;
}

interface Row {
  word: string;
  spelling: string;
  products: number;
  names: number;
}

type StemColumns = { [Language in StemLanguage as `stem_${Language}`]: string | null };

const placesOf = ({ word, products, names }: Pick<Row, 'word' | 'products' | 'names'>): WordPlaces => ({
  word,
  isName: names > 0,
  isDescription: products > names,
});

/** Above every letter in binary order. */
const last = '\u{10ffff}';

/** Words that begin so are named one by one up to here: an index finds named words several times as fast as a beginning. */
const namedBeginnings = 40;

/** Parts of longer words are not looked for. */
const longestCompound = 32;

/** Words compared letter by letter with a mistyped one. */
const maxNear = 150;
const maxShortNear = 400;

/** Letters below which likeness says little: see nearest-word.ts. */
const shortWord = 5;

export class WordForms {
  readonly #languages: SearchLanguages;
  readonly #byWord = new Map<string, Row>();
  readonly #byStem = new Map<string, Row[]>();
  readonly #beginnings = new Map<string, WordPlaces[]>();

  constructor(languages: SearchLanguages) {
    this.#languages = languages;
  }

  /** Reads the words and their inflections. */
  async read(db: Queryable, words: readonly string[]): Promise<void> {
    if (words.length === 0) return;
    const languages = this.#used();
    const stems = languages.map(
      (language) =>
        sql`or ${sql.ref(`stem_${language}`)} = any(${words.map((word) => stemOf(word, language))}::text[])`,
    );
    const columns = stemLanguages.map((language) => sql.ref(`stem_${language}`));
    const { rows } = await sql<Row & StemColumns>`
      select word, spelling, products, names, ${sql.join(columns)} from search_words
      where word = any(${words}::text[]) ${sql.join(stems, sql` `)}`.execute(db);
    for (const row of rows) {
      if (this.#byWord.has(row.word)) continue;
      this.#byWord.set(row.word, row);
      for (const language of languages) {
        const key = `${language} ${row[`stem_${language}`]}`;
        this.#byStem.set(key, [...(this.#byStem.get(key) ?? []), row]);
      }
    }
  }

  /** Reads what begins with these. */
  async readBeginnings(db: Queryable, words: readonly string[]): Promise<void> {
    const keys = words.filter((word) => !this.#beginnings.has(word));
    if (keys.length === 0) return;
    const { rows } = await sql<Row & { key: string }>`select key, begun.*
      from unnest(${keys}::text[]) as wanted (key) cross join lateral (
        select word, products, names from search_words where word >= key and word < key || ${last}
        order by word limit ${namedBeginnings + 1}) as begun`.execute(db);
    for (const key of keys) this.#beginnings.set(key, []);
    for (const row of rows) this.#beginnings.get(row.key)!.push(placesOf(row));
  }

  /** Words that begin so, of beginnings that were read; null for too many to name. */
  beginnings(word: string): readonly WordPlaces[] | null {
    const found = this.#beginnings.get(word);
    return found && found.length <= namedBeginnings ? found : null;
  }

  /** Whether a word begins so, of beginnings that were read. */
  hasBeginning(word: string): boolean {
    return (this.#beginnings.get(word)?.length ?? 0) > 0;
  }

  /** As `TermIndex.whole`, of words that were read. */
  whole(word: string): WordForm[] {
    const { content } = this.#languages;
    const own = this.#byWord.get(word);
    const found = new Map<string, WordForm>();
    const add = (row: Row, inDescriptions: boolean) => {
      if (!found.has(row.word)) found.set(row.word, { ...placesOf(row), inDescriptions });
    };
    if (own) add(own, true);
    for (const language of this.#used()) {
      for (const row of this.#byStem.get(`${language} ${stemOf(word, language)}`) ?? [])
        add(row, language === content);
    }
    return [...found.values()];
  }

  #used(): StemLanguage[] {
    const { content, search } = this.#languages;
    return [...new Set([content, search])].filter((language) => language !== null);
  }
}

/**
 * @param typed folded
 * @param forms is filled
 */
export async function readVocabulary(
  db: Queryable,
  typed: readonly string[],
  forms: WordForms,
): Promise<Vocabulary> {
  // Who has no umlauts on the keyboard writes ae for ä.
  const keys = [...new Set(typed.flatMap((word) => [word, word.replace(/([aou])e/g, '$1')]))];
  await Promise.all([forms.readBeginnings(db, keys), forms.read(db, keys)]);
  const isKnown = (word: string) => forms.hasBeginning(word) || forms.whole(word).length > 0;
  const unknown = typed.filter((word) => !isKnown(word));
  const near: Candidate[] = [];
  if (unknown.length > 0) {
    const parts = unknown.filter((word) => word.length <= longestCompound).flatMap(partsOf);
    await Promise.all([
      forms.read(db, [...new Set(parts)]),
      ...unknown.map(async (word) => near.push(...(await nearTo(db, word)))),
    ]);
  }
  return {
    // What was put right is one of those that are near.
    knows: (word) => isKnown(word) || near.some((one) => one.word === word),
    knowsWhole: (word, asName) =>
      forms.whole(word).some((form) => form.isName || (form.inDescriptions && !asName)),
    offer: (nearest) => {
      for (const one of near) nearest.look(one);
    },
  };
}

/** All that compounds.ts may ask for. */
function partsOf(word: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from <= word.length - 3; from += 1) {
    for (let to = from + 3; to <= word.length; to += 1)
      parts.push(word.slice(from, to), `${word.slice(from, to)}e`);
  }
  return parts;
}

/** Words that look alike, by what they have in common in runs of three letters; of short ones all that begin and end about there. */
async function nearTo(db: Queryable, word: string): Promise<Candidate[]> {
  if (/\p{N}/u.test(word) || word.length < 3) return [];
  const alike = sql`select word, spelling, products, names from search_words where not (word ~ '[0-9]')`;
  const queries =
    word.length < shortWord
      ? [
          sql<Row>`select word, spelling, products, names from search_words
            where word >= ${word[0]!} and word < ${word[0]! + last} and names > 0
              and length(word) between ${word.length - 1} and ${word.length + 1} and not (word ~ '[0-9]')
            order by products desc limit ${maxShortNear}`,
        ]
      : [
          sql<Row>`${alike} order by word <-> ${word} limit ${maxNear}`,
          sql<Row>`${alike} order by ${word} <<-> word limit ${maxNear}`,
        ];
  const found = await Promise.all(queries.map((query) => query.execute(db)));
  return found.flatMap(({ rows }) =>
    rows.map(({ word: one, spelling, products, names }) => ({
      word: one,
      spelling,
      letters: lettersOf(one),
      isName: names > 0,
      count: products,
    })),
  );
}
