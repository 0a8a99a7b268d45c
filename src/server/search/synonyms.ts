/** Schema of the setting `synonyms` (shop/synonyms.json): words that shoppers use for products, by language (R152). */
import { z } from 'zod';
import type { SettingValue } from '../settings/store.ts';
import { tokenize } from './tokenizer.ts';

/** Maximum number of words in a phrase. */
const maxPhraseWords = 4;

/** Returns an error message for an invalid word or phrase; null if it is valid. */
function phraseProblem(text: string): string | null {
  const count = tokenize(text).length;
  if (count === 0) return `"${text}" must contain a letter or a digit`;
  return count > maxPhraseWords ? `"${text}" must have at most ${maxPhraseWords} words` : null;
}

const phrase = z
  .string()
  .max(60)
  .superRefine((text, context) => {
    const message = phraseProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const phrases = z.array(phrase).min(1).max(30);

const ofLanguage = z
  .strictObject({
    same: z
      .array(phrases.min(2, 'must have at least two words'))
      .max(2000)
      .default([])
      .describe('Groups of words with the same meaning: a search for one finds all of them.'),
    finds: z
      .record(z.string().max(60), phrases)
      .default({})
      .describe(
        'Additional search terms by word, in one direction: "chair": ["stool"] finds stools, but a search for stool finds no chairs.',
      ),
    colours: z
      .record(z.string().max(60), phrases)
      .default({})
      .describe(
        'Your colour names by common colour: "blue": ["Ink"]. They match titles, options and tags only.',
      ),
    popular: z
      .array(phrase)
      .max(12)
      .default([])
      .describe('Searches suggested in the empty field until shoppers have made enough searches.'),
  })
  .superRefine(rejectInvalidPhrases);

/** Synonyms by language code; each code must be one of the shop's languages. */
export const synonymSettings = z.record(z.string().max(12), ofLanguage);
export type SynonymSettings = SettingValue<typeof synonymSettings>;
export type LanguageSynonyms = SynonymSettings[string];

/** Returns the JSON Schema of synonyms.json, for completion and validation in editors (`npm run shop -- schema`). */
export function synonymsJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(synonymSettings, { io: 'input' }) as Record<string, unknown>;
  return {
    ...schema,
    title: 'Search synonyms of an Atoll shop, by language code',
    properties: { $schema: { type: 'string' } },
  };
}

/** Rejects keys without words, and duplicates, because a person reading the file might notice only one of the two entries. */
function rejectInvalidPhrases(written: z.output<typeof ofLanguage>, context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const lists: [string, (string | number)[], readonly string[]][] = [
    ['same', ['same'], written.same.flat()],
    ['popular', ['popular'], written.popular],
  ];
  for (const kind of ['finds', 'colours'] as const) {
    lists.push([kind, [kind], Object.keys(written[kind])]);
    for (const [word, found] of Object.entries(written[kind])) {
      const problem = phraseProblem(word);
      if (problem !== null) refuse([kind], problem);
      lists.push([`${kind} of "${word}"`, [kind, word], [word, ...found]]);
    }
  }
  for (const [place, path, list] of lists) {
    const repeated = firstRepeated(list);
    if (repeated !== undefined) refuse(path, `"${repeated}" appears twice in ${place}`);
  }
}

function firstRepeated(list: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return list.find((text) => {
    const key = phraseKey(tokenize(text));
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

/** Returns the lookup key of a phrase. @param words folded words of the phrase */
export function phraseKey(words: readonly string[]): string {
  return words.join(' ');
}

/** Returns the language codes in synonyms.json that the shop does not offer. */
export function unsupportedLanguages(synonyms: SynonymSettings, spoken: readonly string[]): string[] {
  return Object.keys(synonyms).filter((lang) => !spoken.includes(lang));
}
