import { type EmailContent, inLines, type Note, type Part } from './email-content.ts';
import type { MailLanguage, MailShop } from './mail-shop.ts';
import type { Mail } from './outbox-store.ts';
import { renderEmailHtml } from './render-email-html.ts';

/** Returns the plain text of an email. @param letter without line breaks (`inLines`) */
function letterText(letter: EmailContent): string {
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

/** Returns the subject and the same content as plain text and as HTML; the HTML escapes user input. */
export function renderEmail(
  shop: MailShop,
  language: MailLanguage,
  letter: Omit<EmailContent, 'from' | 'about' | 'notes'> & Partial<EmailContent>,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const email = inLines({ about: '', notes: [], ...letter, from: { label: shop.name, href: language.home } });
  return {
    subject: email.subject,
    text: letterText(email),
    html: renderEmailHtml(shop.colors, language, email),
  };
}
