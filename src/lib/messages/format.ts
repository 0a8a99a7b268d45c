/**
 * Formats messages: selects plural forms by number and language, and inserts values. The types derive keys and values from the English
 * table, so that an unknown key or a missing value does not compile.
 */
import { fillTemplate } from './fill.ts';

/** Texts of a language by key; `lang` is the language, set if a text has plural forms. */
export type CustomTexts = Readonly<Record<string, string | undefined>>;

type Form<Key extends string> = `${Key}_${Intl.LDMLPluralRule}`;
type Message<Key> = Key extends Form<infer Base> ? Base : Key;
type Named<Template> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
/** Values that a message needs. A message with plural forms needs `count`, even if no form contains it. */
type Needs<Table, Key extends string> =
  | Named<Table[Extract<keyof Table, Key | Form<Key>>]>
  | (Form<Key> & keyof Table extends never ? never : 'count');
type Values<Name extends string> = { readonly [Key in Name]: Key extends 'count' ? number : string | number };

/** Messages of a table with the values that each message needs; the plural forms of a text count as one message. */
export type Messages<Table> = {
  [Key in Message<keyof Table & string>]: [Needs<Table, Key>] extends [never]
    ? []
    : [values: Values<Needs<Table, Key>>];
};

/** Returns messages of a table. Declared as a method, so that an object with more messages is assignable where fewer are needed. */
export interface Translator<Table> {
  text<Key extends keyof Messages<Table>>(key: Key, ...values: Messages<Table>[Key]): string;
}

/** Messages of a table that need no values, as properties: `words.city`. */
export type StaticTexts<Table> = {
  readonly [Key in keyof Messages<Table> as Messages<Table>[Key] extends [] ? Key : never]: string;
};

export type TextsOf<Table> = Translator<Table> & StaticTexts<Table>;

/** Cached, because creating PluralRules costs more than rendering a whole product card. */
const rules: Record<string, Intl.PluralRules> = {};

/** Returns the plural form of a text for a number; falls back to the form `other`, then to the text without plural forms. */
function find(texts: CustomTexts, key: string, count?: number): string | undefined {
  if (count === undefined) return texts[key];
  const lang = texts.lang ?? 'en';
  rules[lang] ??= new Intl.PluralRules(lang);
  return texts[`${key}_${rules[lang].select(count)}`] ?? texts[`${key}_other`] ?? texts[key];
}

/**
 * Creates the function that returns a table's messages.
 * @param customTexts texts of the page's language; a missing text falls back to English with English plural rules
 */
export function createTranslate<Table extends CustomTexts>(
  english: Table,
  customTexts: CustomTexts = {},
): Translator<Table>['text'] {
  return (key: string, values: { readonly count?: number } = {}) =>
    fillTemplate((find(customTexts, key, values.count) ?? find(english, key, values.count))!, values);
}

/**
 * Creates an object with a table's messages: static texts as properties, and the function `text` for all of them.
 * @param customTexts as for `createTranslate`
 */
export function createTexts<Table extends CustomTexts>(
  english: Table,
  customTexts: CustomTexts = {},
): TextsOf<Table> {
  return { ...english, ...customTexts, text: createTranslate(english, customTexts) } as TextsOf<Table>;
}

/**
 * Returns a promotion's message, in the plural form for its first value (R68); '' if there is no message.
 * @param customTexts texts of the page's language, keyed by the English template that the API returns
 */
export function formatPromotionMessage(
  hint: { desc: string; params: readonly (string | number)[] } | null,
  customTexts: CustomTexts = {},
): string {
  if (!hint) return '';
  // A value that is not a number, such as a formatted amount, selects the plural form `other`.
  return fillTemplate(find(customTexts, hint.desc, hint.params[0] as number) ?? hint.desc, hint.params);
}
