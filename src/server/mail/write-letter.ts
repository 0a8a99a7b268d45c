/** From what a mail says to what is sent. */
import { inLines, type Letter } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import type { MailLanguage, MailShop } from './mail-shop.ts';
import type { Mail } from './outbox-store.ts';

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
