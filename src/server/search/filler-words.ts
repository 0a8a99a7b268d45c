/**
 * Words that a question needs and a product does not have: they are passed over where other words are left. Folded
 * (tokenizer.ts). Pure.
 */
import type { StemLanguage } from './stemmers.ts';

const list = (words: string) => new Set(words.split(' '));

const single: Record<StemLanguage, ReadonlySet<string>> = {
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
};

/** Runs that ask; their words say something elsewhere: a long table. */
const runs: Record<StemLanguage, readonly string[]> = {
  en: ['how long', 'how many', 'how much', 'does it take', 'do you have'],
  de: ['wie lange', 'wie viel', 'wie viele', 'gibt es', 'habt ihr', 'haben sie'],
};

/** How many words from `at` on are filler: 0 where the word says something. */
export function fillerAt(words: readonly string[], at: number, language: StemLanguage | null): number {
  if (language === null) return 0;
  for (const run of runs[language]) {
    const count = run.split(' ').length;
    if (words.slice(at, at + count).join(' ') === run) return count;
  }
  return single[language].has(words[at]!) ? 1 : 0;
}

export function isFiller(word: string, language: StemLanguage | null): boolean {
  return language !== null && single[language].has(word);
}
