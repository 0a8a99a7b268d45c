/**
 * How a message is said: its form by number and language, and its values. The types read the keys and the values off the
 * English table, so a key that is none and a value that is missing do not compile.
 */
import { fill } from './fill.ts';

/** A language's own texts by key; `lang` is the language, where one of them has forms. */
export type OwnTexts = Readonly<Record<string, string | undefined>>;

type Form<Key extends string> = `${Key}_${Intl.LDMLPluralRule}`;
type Message<Key> = Key extends Form<infer Base> ? Base : Key;
type Named<Template> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
/** A message with forms needs the number they go by, also where none of them shows it. */
type Needs<Table, Key extends string> =
  | Named<Table[Extract<keyof Table, Key | Form<Key>>]>
  | (Form<Key> & keyof Table extends never ? never : 'count');
type Values<Name extends string> = { readonly [Key in Name]: Key extends 'count' ? number : string | number };

/** The messages of a table with the values each needs; what has forms is one message. */
export type Messages<Table> = {
  [Key in Message<keyof Table & string>]: [Needs<Table, Key>] extends [never]
    ? []
    : [values: Values<Needs<Table, Key>>];
};

/** Says the messages of a table. A method, so that an object that says more messages fits where fewer are needed. */
export interface Says<Table> {
  text<Key extends keyof Messages<Table>>(key: Key, ...values: Messages<Table>[Key]): string;
}

/** The messages of a table that are always the same, as properties: `words.city`. */
export type Fixed<Table> = {
  readonly [Key in keyof Messages<Table> as Messages<Table>[Key] extends [] ? Key : never]: string;
};

export type WordsOf<Table> = Says<Table> & Fixed<Table>;

/** Kept: making rules costs more than a whole card of a product. */
const rules: Record<string, Intl.PluralRules> = {};

/** The form for a number, the one for all others, or what has no forms. */
function find(texts: OwnTexts, key: string, count?: number): string | undefined {
  if (count === undefined) return texts[key];
  const lang = texts.lang ?? 'en';
  rules[lang] ??= new Intl.PluralRules(lang);
  return texts[`${key}_${rules[lang].select(count)}`] ?? texts[`${key}_other`] ?? texts[key];
}

/** @param own what the page's language says instead; what it does not say is said in English, by the rules of English */
export function textIn<Table extends OwnTexts>(
  english: Table,
  customTexts: OwnTexts = {},
): Says<Table>['text'] {
  return (key: string, values: { readonly count?: number } = {}) =>
    fill((find(customTexts, key, values.count) ?? find(english, key, values.count))!, values);
}

/** @param own as for `textIn` */
export function wordsIn<Table extends OwnTexts>(english: Table, customTexts: OwnTexts = {}): WordsOf<Table> {
  return { ...english, ...customTexts, text: textIn(english, customTexts) } as WordsOf<Table>;
}

/**
 * A hint of a promotion as a sentence, in the form of its first value (R68); '' for none.
 * @param own what the page's language says, by the template of the wire
 */
export function hintText(
  hint: { desc: string; params: readonly (string | number)[] } | null,
  customTexts: OwnTexts = {},
): string {
  if (!hint) return '';
  // What is no number, as an amount that was written out, has the form of all others.
  return fill(find(customTexts, hint.desc, hint.params[0] as number) ?? hint.desc, hint.params);
}
