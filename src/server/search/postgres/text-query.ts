/** What a search asks of documents (documents.ts), as PostgreSQL's text search is asked. Pure. */
import type { Alternative, Unit } from '../read-search.ts';
import type { Choices } from '../selection.ts';
import { marks } from './documents.ts';
import type { OfferedValues } from './numbered-values.ts';
import type { WordForms } from './vocabulary.ts';

/** A `tsquery` as it is written; null for what nothing fits. */
export type TextQuery = string | null;

/** Letters with which a beginning counts in descriptions: as in the embedded index. */
const telling = 3;

export const lexeme = (word: string, isBeginning = false) => `'${word}'${isBeginning ? ':*' : ''}`;

export function allOf(queries: readonly TextQuery[]): TextQuery {
  if (queries.some((query) => query === null)) return null;
  return queries.length === 1 ? queries[0]! : `(${queries.join(' & ')})`;
}

export function anyOf(queries: readonly TextQuery[]): TextQuery {
  const some = queries.filter((query) => query !== null);
  if (some.length === 0) return null;
  return some.length === 1 ? some[0]! : `(${some.join(' | ')})`;
}

/** Where a word has to stand, and how whole. */
export type Strictness = 'anywhere' | 'called' | 'calledWhole' | 'titledWhole';

/** A word or phrase of the search stands there. */
export function unitQuery({ alternatives }: Unit, forms: WordForms, strictness: Strictness): TextQuery {
  return anyOf(alternatives.map((one) => alternativeQuery(one, forms, strictness)));
}

function alternativeQuery(
  { words, isTyped, isColour }: Alternative,
  forms: WordForms,
  strictness: Strictness,
): TextQuery {
  const whole = (word: string) =>
    anyOf(
      forms.whole(word).flatMap((form) => {
        const inDescriptions = strictness === 'anywhere' && form.inDescriptions && !isColour;
        return placesOf(form.word, strictness, inDescriptions, false);
      }),
    );
  if (words.length > 1) return allOf(words.map(whole));
  const word = words[0]!;
  if (!isTyped || strictness === 'calledWhole' || strictness === 'titledWhole') return whole(word);
  const inDescriptions = strictness === 'anywhere' && word.length >= telling && !isColour;
  const named = forms.beginnings(word);
  const begun = named
    ? named.flatMap((one) => placesOf(one, strictness, inDescriptions, false))
    : placesOf(word, strictness, inDescriptions, true);
  return anyOf([whole(word), ...begun]);
}

function placesOf(
  word: string,
  strictness: Strictness,
  inDescriptions: boolean,
  isBeginning: boolean,
): string[] {
  const places = strictness === 'titledWhole' ? 't' : inDescriptions ? 'tkd' : 'tk';
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
