/** What a search asks of documents (documents.ts), as PostgreSQL's text search is asked. Pure. */
import { type RawBuilder, sql } from 'kysely';
import type { Alternative, Unit } from '../read-search.ts';
import type { Choices } from '../selection.ts';
import { allProducts, marks } from './documents.ts';
import type { OfferedValues } from './numbered-values.ts';
import type { WordForms, WordPlaces } from './vocabulary.ts';

/** A `tsquery` as it is written; null for what nothing fits. */
export type TextQuery = string | null;

/**
 * Queries that have to fit together, each asked by itself: PostgreSQL's index answers `doc @@ a and doc @@ b` two to three times as fast as
 * one query of both, for then it weighs all their words at each product. None says only what shall not be: that would be looked up in all.
 */
export type Together = readonly string[];

/** null where nothing fits one of them. */
export function together(...queries: readonly TextQuery[]): Together | null {
  const all = [...new Set(queries)];
  return all.includes(null) ? null : (all as string[]);
}

/** As a condition on rows of search_products. */
export const fits = (queries: Together): RawBuilder<unknown> =>
  sql.join(
    queries.map((query) => sql`doc @@ ${query}::tsquery`),
    sql` and `,
  );

/** What is asked of the words that were read. */
export type KnownForms = Pick<WordForms, 'whole' | 'beginnings'>;

/** Letters with which a beginning counts in descriptions: as in the embedded index. */
const telling = 3;

export const lexeme = (word: string, isBeginning = false) => `'${word}'${isBeginning ? ':*' : ''}`;

export function allOf(queries: readonly TextQuery[]): TextQuery {
  if (queries.some((query) => query === null)) return null;
  const all = [...new Set(queries)];
  return all.length === 1 ? all[0]! : `(${all.join(' & ')})`;
}

export function anyOf(queries: readonly TextQuery[]): TextQuery {
  const some = [...new Set(queries)].filter((query) => query !== null);
  if (some.length === 0) return null;
  return some.length === 1 ? some[0]! : `(${some.join(' | ')})`;
}

/** Some of what fits a query. @param power of the sample; see `allProducts` */
export const inSample = (queries: Together, power: number): Together =>
  power === allProducts ? queries : [...queries, lexeme(marks.sample(power))];

/** Where a word has to stand, and how whole; `described` says of single words only that they stand in the description. */
export type Strictness = 'anywhere' | 'called' | 'calledWhole' | 'titledWhole' | 'described';

const namePlaces: Record<Strictness, string> = {
  anywhere: 'tk',
  called: 'tk',
  calledWhole: 'tk',
  titledWhole: 't',
  described: '',
};

/** A word or phrase of the search stands there. */
export function unitQuery({ alternatives }: Unit, forms: KnownForms, strictness: Strictness): TextQuery {
  return anyOf(alternatives.flatMap((one) => alternativeQueries(one, forms, strictness)));
}

/** One of them is enough. */
function alternativeQueries(
  { words, isTyped, isColour }: Alternative,
  forms: KnownForms,
  strictness: Strictness,
): TextQuery[] {
  // The words of a phrase may stand in different places, of which the least counts.
  const where = words.length > 1 && strictness === 'described' ? 'anywhere' : strictness;
  const mayDescribe = (where === 'anywhere' || where === 'described') && !isColour;
  const whole = (word: string) =>
    forms.whole(word).flatMap((form) => lexemesOf(form, where, mayDescribe && form.inDescriptions));
  if (words.length > 1) return [allOf(words.map((word) => anyOf(whole(word))))];
  const word = words[0]!;
  if (!isTyped || strictness === 'calledWhole' || strictness === 'titledWhole') return whole(word);
  const inDescriptions = mayDescribe && word.length >= telling;
  const named = forms.beginnings(word);
  const begun = named
    ? named.flatMap((one) => lexemesOf(one, strictness, inDescriptions))
    : lexemesOf({ word, isName: true, isDescription: true }, strictness, inDescriptions, true);
  return [...whole(word), ...begun];
}

/** Of the places that count those where any product has the word: an index answers sooner what it is not asked. */
function lexemesOf(
  { word, isName, isDescription }: WordPlaces,
  strictness: Strictness,
  inDescriptions: boolean,
  isBeginning = false,
): string[] {
  const places = (isName ? namePlaces[strictness] : '') + (inDescriptions && isDescription ? 'd' : '');
  return [...places].map((place) => lexeme(place + word, isBeginning));
}

/**
 * What the choices but the price ask; a selection (selection.ts) says the same.
 * @returns undefined where they ask nothing
 */
export function choicesQuery(choices: Choices, values: OfferedValues): TextQuery | undefined {
  const groups = choices.groups.map(({ kind, name, values: chosen }) => {
    const numbers = chosen.flatMap((value) => {
      const offered = values.values.findValue(kind, name, value);
      return offered === undefined ? [] : values.behind(offered);
    });
    const had = anyOf(numbers.map((number) => lexeme(marks.had(number))));
    return { had, any: anyOf([had, ...numbers.map((number) => lexeme(marks.soldOut(number)))]) };
  });
  const live = allOf([lexeme(marks.inStock), ...groups.map(({ had }) => had)]);
  if (choices.inStock === true) return live;
  const any = groups.map((group) => group.any);
  if (choices.inStock === false) return live === null ? allOf(any) : allOf([...any, `!${live}`]);
  return any.length === 0 ? undefined : allOf(any);
}
