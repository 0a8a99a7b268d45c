/** The setting `synonyms` (shop/synonyms.json): what shoppers call things, by language (R152). */
import { z } from 'zod';
import { searchWords } from './tokenizer.ts';

/** Words of a phrase. */
const longestPhrase = 4;

const phrase = z
  .string()
  .max(60)
  .refine((text) => searchWords(text).length > 0, 'must have a letter or a digit')
  .refine((text) => searchWords(text).length <= longestPhrase, `must be ${longestPhrase} words at most`);

const phrases = z.array(phrase).min(1).max(30);

const ofLanguage = z
  .strictObject({
    /** Groups of words that mean the same: each finds what the others find. */
    same: z.array(phrases.min(2, 'must have two words that mean the same')).max(2000).default([]),
    /** What a word finds as well, one way: a chair finds the stool, a stool no chair. */
    finds: z.record(phrase, phrases).default({}),
    /** Names of the shop's colours that a colour stands for: they count in titles, options and tags only. */
    colours: z.record(phrase, phrases).default({}),
    /** Searches shown before there are enough real ones. */
    popular: z.array(phrase).max(12).default([]),
  })
  .superRefine(refuseRepeats);

/** By language code, as in the shop's languages. */
export const synonymSettings = z.record(
  z.string().regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/, 'must be a language code such as en'),
  ofLanguage,
);
export type SynonymSettings = z.output<typeof synonymSettings>;
export type LanguageSynonyms = SynonymSettings[string];

/** One word in two places is surely not meant so, and whoever reads the file sees only one of them. */
function refuseRepeats(written: z.output<typeof ofLanguage>, context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const lists: [string, (string | number)[], readonly string[]][] = [
    ['same', ['same'], written.same.flat()],
    ['popular', ['popular'], written.popular],
  ];
  for (const kind of ['finds', 'colours'] as const) {
    lists.push([kind, [kind], Object.keys(written[kind])]);
    for (const [word, found] of Object.entries(written[kind])) {
      lists.push([`${kind} of "${word}"`, [kind, word], [word, ...found]]);
    }
  }
  for (const [place, path, list] of lists) {
    const repeated = firstRepeated(list);
    if (repeated !== undefined) refuse(path, `"${repeated}" stands twice in ${place}`);
  }
}

function firstRepeated(list: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return list.find((text) => {
    const key = phraseKey(searchWords(text));
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** What a phrase is looked up by. @param words folded */
export function phraseKey(words: readonly string[]): string {
  return words.join(' ');
}

/** Languages of the file that the shop does not speak. */
export function unspokenLanguages(synonyms: SynonymSettings, spoken: readonly string[]): string[] {
  return Object.keys(synonyms).filter((lang) => !spoken.includes(lang));
}
