import { type EmailContent, type EmailNote, type EmailPart, withSingleLineTexts } from './email-content.ts';
import type { EmailShopData, MailLanguage } from './email-shop-data.ts';
import type { Mail } from './outbox-store.ts';
import { renderEmailHtml } from './render-email-html.ts';

/** Returns the plain text of an email. @param content texts without line breaks (`withSingleLineTexts`) */
function renderEmailText(content: EmailContent): string {
  const head = [content.about, content.title].filter((line) => line !== '');
  const blocks = [
    [content.from.label, content.from.href],
    head,
    ...content.parts.map(partLines),
    ...(content.notes.length > 0 ? [content.notes.map(noteLine)] : []),
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function partLines(part: EmailPart): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [part.text];
    case 'button':
      return [`${part.label}: ${part.href}`];
    case 'summary':
      return [
        ...part.items.flatMap(({ quantity, name, details, amount, before }) => [
          `${quantity} × ${name}  ${amount}${before && ` (${before})`}`,
          ...details.map((detail) => `    ${detail}`),
        ]),
        '',
        ...part.sums.map(({ name, detail, amount }) => `${detail ? `${name}, ${detail}` : name}: ${amount}`),
      ];
    case 'address':
      return [`${part.title}:`, ...part.lines];
  }
}

function noteLine({ text, link: { label, href } }: EmailNote): string {
  return `${text} ${href.startsWith('mailto:') ? label : `${label}: ${href}`}`;
}

/** Returns the subject of an email, and the same content as plain text and as HTML; the HTML escapes user input. */
export function renderEmail(
  shop: EmailShopData,
  language: MailLanguage,
  content: Omit<EmailContent, 'from' | 'about' | 'notes'> & Partial<EmailContent>,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const email = withSingleLineTexts({
    about: '',
    notes: [],
    ...content,
    from: { label: shop.name, href: language.home },
  });
  return {
    subject: email.subject,
    text: renderEmailText(email),
    html: renderEmailHtml(shop.colors, language, email),
  };
}
