/** A right-to-left pseudo-language, longer than English, which reveals untranslated or unmirrored parts. */
import { allTexts } from '#lib/messages/all.ts';

const letters = 'ابجدهوزحطيكلمنسعفصقرشتثخذضظغ';

/** Returns English text in Arabic letters, a third longer; placeholders such as `{count}` stay. */
export function pseudoText(text: string): string {
  return text
    .split(/(\{\w+\}|\{\d\})/)
    .map((part) => (part.startsWith('{') ? part : part.replace(/[a-z]/gi, mirrored)))
    .join('');
}

/** Returns a language file for `languages/ar.json`. */
export function pseudoLanguage(): { name: string; texts: Record<string, string> } {
  const texts = Object.entries(allTexts).map(([key, text]) => [key, pseudoText(text).slice(0, 1000)]);
  return { name: 'عربي', texts: Object.fromEntries(texts) };
}

function mirrored(letter: string): string {
  const index = letter.toLowerCase().charCodeAt(0) - 97;
  const drawn = letters[index % letters.length]!;
  // Doubles vowels, because other languages are longer than English.
  return 'aeiou'.includes(letter.toLowerCase()) ? drawn + drawn : drawn;
}

/** Returns the texts with a word in them for `findUntranslated`, except those with placeholders, which vary. */
export function englishTexts(): string[] {
  return Object.values(allTexts).filter((text) => /[a-z]{3}/i.test(text) && !text.includes('{'));
}

/** Returns texts and labels in the page's own language that are still English. Runs in the page. */
export function findUntranslated(texts: string[]): string[] {
  const english = new Set(texts);
  const { lang } = document.documentElement;
  const found: string[] = [];
  const look = (holder: Element, text: string) => {
    const words = text.trim().replace(/\s+/g, ' ');
    if (!/[a-z]{3}/i.test(words) || holder.closest('[lang]')?.getAttribute('lang') !== lang) return;
    if (holder.closest('script, style, noscript, template, option')) return;
    if (english.has(words)) found.push(`“${words}” is not translated`);
  };
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) look(nodes.currentNode.parentElement!, nodes.currentNode.nodeValue ?? '');
  for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
    for (const element of document.querySelectorAll(`[${name}]`))
      look(element, element.getAttribute(name) ?? '');
  return found;
}
