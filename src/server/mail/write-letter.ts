/** From what a mail says to what is sent. */
import { inLines, type Letter, type Note, type Part } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import type { MailLanguage, MailShop } from './mail-shop.ts';
import type { Mail } from './outbox-store.ts';

/** @param letter without line breaks (`inLines`) */
function letterText(letter: Letter): string {
  const head = [letter.about, letter.title].filter((line) => line !== '');
  const blocks = [
    [letter.from.label, letter.from.href],
    head,
    ...letter.parts.map(partLines),
    ...(letter.notes.length > 0 ? [letter.notes.map(noteLine)] : []),
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function partLines(part: Part): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'button':
      return [`${part.label}: ${part.href}`];
    case 'bill':
      return [
        ...part.items.flatMap(({ quantity, name, details, amount, before }) => [
          `${quantity} × ${name}  ${amount}${aside(before)}`,
          ...details.map((detail) => `    ${detail}`),
        ]),
        '',
        ...part.sums.map(
          ({ name, detail, amount, before = '' }) =>
            `${detail ? `${name}, ${detail}` : name}: ${amount}${aside(before)}`,
        ),
      ];
    case 'address':
      return [`${part.title}:`, ...part.lines];
  }
}

function aside(words: string): string {
  return words === '' ? '' : ` (${words})`;
}

function noteLine({ text, link: { label, href } }: Note): string {
  return `${text} ${href.startsWith('mailto:') ? label : `${label}: ${href}`}`;
}

/** @returns the mail's subject, and the same letter in plain text and in HTML, which escapes what anybody wrote */
export function writeLetter(
  shop: MailShop,
  language: MailLanguage,
  letter: Omit<Letter, 'from'>,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const said = inLines({ ...letter, from: { label: shop.name, href: language.home } });
  return {
    subject: said.subject,
    text: letterText(said),
    html: letterHtml(shop.colors, language, said),
  };
}
