/**
 * Message formatting: plural forms by number and language, and values. The types derive keys and values from the English table,
 * so an unknown key or a missing value does not compile.
 */
import { fillTemplate } from './fill.ts';

/** A language's own texts by key; `lang` is the language, set if a text has plural forms. */
export type CustomTexts = Readonly<Record<string, string | undefined>>;

type Form<Key extends string> = `${Key}_${Intl.LDMLPluralRule}`;
type Message<Key> = Key extends Form<infer Base> ? Base : Key;
type Named<Template> = Template extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
/** A message with plural forms requires `count`, even if no form shows it. */
type Needs<Table, Key extends string> =
  | Named<Table[Extract<keyof Table, Key | Form<Key>>]>
  | (Form<Key> & keyof Table extends never ? never : 'count');
type Values<Name extends string> = { readonly [Key in Name]: Key extends 'count' ? number : string | number };

/** The messages of a table with the values that each needs; plural forms count as one message. */
export type Messages<Table> = {
  [Key in Message<keyof Table & string>]: [Needs<Table, Key>] extends [never]
    ? []
    : [values: Values<Needs<Table, Key>>];
};

/** Returns the messages of a table. A method, so that an object with more messages is assignable where fewer are needed. */
export interface Translator<Table> {
  text<Key extends keyof Messages<Table>>(key: Key, ...values: Messages<Table>[Key]): string;
}

/** The messages of a table without values, as properties: `words.city`. */
export type StaticTexts<Table> = {
  readonly [Key in keyof Messages<Table> as Messages<Table>[Key] extends [] ? Key : never]: string;
};

export type TextsOf<Table> = Translator<Table> & StaticTexts<Table>;

/** Cached: creating PluralRules costs more than rendering a whole product card. */
const rules: Record<string, Intl.PluralRules> = {};

/** Returns the plural form for a number, else the form `other`, else the text without forms. */
function find(texts: CustomTexts, key: string, count?: number): string | undefined {
  if (count === undefined) return texts[key];
  const lang = texts.lang ?? 'en';
  rules[lang] ??= new Intl.PluralRules(lang);
  return texts[`${key}_${rules[lang].select(count)}`] ?? texts[`${key}_other`] ?? texts[key];
}

/** @param customTexts texts of the page's language; a missing one falls back to English with English plural rules */
export function createTranslate<Table extends CustomTexts>(
  english: Table,
  customTexts: CustomTexts = {},
): Translator<Table>['text'] {
  return (key: string, values: { readonly count?: number } = {}) =>
    fillTemplate((find(customTexts, key, values.count) ?? find(english, key, values.count))!, values);
}

/** @param customTexts as for `createTranslate` */
export function createTexts<Table extends CustomTexts>(
  english: Table,
  customTexts: CustomTexts = {},
): TextsOf<Table> {
  return { ...english, ...customTexts, text: createTranslate(english, customTexts) } as TextsOf<Table>;
}

/**
 * Returns a promotion's message, in the plural form of its first value (R68); '' for none.
 * @param customTexts texts of the page's language, by the template on the wire
 */
export function formatPromotionMessage(
  hint: { desc: string; params: readonly (string | number)[] } | null,
  customTexts: CustomTexts = {},
): string {
  if (!hint) return '';
  // A value that is not a number, such as a formatted amount, selects the form `other`.
  return fillTemplate(find(customTexts, hint.desc, hint.params[0] as number) ?? hint.desc, hint.params);
}
