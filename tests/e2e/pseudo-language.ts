/** A language that nobody speaks, from right to left and longer than English: what is not translated or mirrored shows. */
import { allTexts } from '#lib/messages/all.ts';

const letters = 'ابجدهوزحطيكلمنسعفصقرشتثخذضظغ';

/** English words in Arabic letters, a third longer; values such as `{count}` stay as they are. */
export function pseudoText(text: string): string {
  return text
    .split(/(\{\w+\}|\{\d\})/)
    .map((part) => (part.startsWith('{') ? part : part.replace(/[a-z]/gi, mirrored)))
    .join('');
}

/** A shop's language file, `languages/ar.json`. */
export function pseudoLanguage(): { name: string; texts: Record<string, string> } {
  const texts = Object.entries(allTexts).map(([key, text]) => [key, pseudoText(text).slice(0, 1000)]);
  return { name: 'عربي', texts: Object.fromEntries(texts) };
}

function mirrored(letter: string): string {
  const index = letter.toLowerCase().charCodeAt(0) - 97;
  const drawn = letters[index % letters.length]!;
  // Vowels twice: languages are longer than English.
  return 'aeiou'.includes(letter.toLowerCase()) ? drawn + drawn : drawn;
}
