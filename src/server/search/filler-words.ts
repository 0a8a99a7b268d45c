/**
 * Filler words such as "how" and "for", which a search ignores if it contains other words. The lists are in folded form
 * (tokenizer.ts). Pure.
 */
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import type { StemLanguage } from './stemmers.ts';
import { tokenize } from './tokenizer.ts';

const list = (words: string) => new Set(words.split(' '));

/**
 * Stop words that a search must not ignore, because product names contain them: sizes, "t-shirt", French for summer, and "without"
 * as in "sans fil".
 */
const telling = new Set('l m s t x ete sans sem zonder utan uden uten без'.split(' '));

/**
 * Returns the stop words in folded form, as products are indexed. Skips entries that fold to two words ("it's"), because each of
 * the two may carry meaning.
 */
function folded(words: readonly string[]): ReadonlySet<string> {
  const single = words.map((word) => tokenize(word)).filter((parts) => parts.length === 1);
  return new Set(single.flat().filter((word) => !telling.has(word)));
}

const single: Partial<Record<StemLanguage, ReadonlySet<string>>> = {
  en: list(
    'a an and any anything are as at be by can could do does for from get has have how i if in is it its ' +
      'looking may me much my need of on or please show so some something somebody someone that the their ' +
      'there these this those to under us want was we what when where which who whom whose why will with would you your',
  ),
  de: list(
    'aber als am an auf aus bei bin bis brauche da das dem den der des die dies diese diesen dieser dieses ein ' +
      'eine einem einen einer eines er es etwas euch eure fur gibt hab habe haben hat ich ihr im in ins ist ' +
      'kann man mein meine meinen mich mir mit nach oder ob sich sie sind suche uber um unter und uns unser unsere ' +
      'vom von vor wann war was welche welcher welches wer wie wir wird wo zu zum zur',
  ),
  // Lists that contain only function words. The lists of other languages contain product words ("grande", "nuevo") or have a broken
  // encoding.
  da: folded(danish),
  fi: folded(finnish),
  fr: folded(french),
  it: folded(italian),
  nl: folded(dutch),
  no: folded(norwegian),
  pt: folded(portuguese),
  ru: folded(russian),
  sv: folded(swedish),
};

/** Question phrases to ignore whose words carry meaning elsewhere, such as "long" in "long table". */
const runs: Partial<Record<StemLanguage, readonly string[]>> = {
  en: ['how long', 'how many', 'how much', 'does it take', 'do you have'],
  de: ['wie lange', 'wie viel', 'wie viele', 'gibt es', 'habt ihr', 'haben sie'],
};

/** Returns the number of words in the filler phrase or word at index `at`; 0 if the word there carries meaning. */
export function countFillerWordsAt(
  words: readonly string[],
  at: number,
  language: StemLanguage | null,
): number {
  if (language === null) return 0;
  for (const run of runs[language] ?? []) {
    const count = run.split(' ').length;
    if (words.slice(at, at + count).join(' ') === run) return count;
  }
  return isFiller(words[at]!, language) ? 1 : 0;
}

export function isFiller(word: string, language: StemLanguage | null): boolean {
  return language !== null && (single[language]?.has(word) ?? false);
}
