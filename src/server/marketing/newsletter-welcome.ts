/** The newsletter's welcome email, with an unsubscribe link (R78, R131). */
import type { Transaction } from '../db/database.ts';
import type { MailEnds } from '../mail/mail-ends.ts';
import { type MailShop, mailLanguage } from '../mail/mail-shop.ts';
import type { MailTokens } from '../mail/mail-tokens.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { renderEmail } from '../mail/render-email.ts';
import { serverKey } from '../settings/server-key.ts';
import { aesCode } from './aes-code.ts';
import { readSubscribed } from './subscribers-store.ts';

/** Placeholder for the reader's unsubscribe code until the email is sent. */
export const readerCodePlaceholder = '~reader-code~';

export const newsletterTokens: MailTokens = {
  [readerCodePlaceholder]: async ({ db, now }, mail) =>
    aesCode(await serverKey(db, 'subscribe', now()), mail.to),
};

/** Cancels the welcome email of a reader who has unsubscribed since. */
export const newsletterEnds: MailEnds = {
  'newsletter-welcome': async ({ db }, { to }) => (await readSubscribed(db.read, to)) !== 1,
};

/** Queues the welcome email, once per address. @param lang the reader's language, '' for the default */
export async function writeNewsletterWelcome(
  trx: Transaction,
  shop: MailShop,
  reader: { email: string; lang: string },
  now: number,
): Promise<void> {
  await queueMail(trx, newsletterWelcome(shop, reader), now);
}

export function welcomeKey(email: string): string {
  return `newsletter-welcome:${email.toLowerCase()}`;
}

export function newsletterWelcome(shop: MailShop, { email, lang }: { email: string; lang: string }): Mail {
  const language = mailLanguage(shop, lang);
  const { texts, home } = language;
  const query = `aesCode=${readerCodePlaceholder}`;
  const leave = { label: texts.mailWelcomeLeave, href: `${home}/pages/unsubscribe?${query}` };
  return {
    dedupeKey: welcomeKey(email),
    kind: 'newsletter-welcome',
    to: email,
    unsubscribeUrl: `${shop.url}/api/v1/customer/unsubscribe?${query}`,
    ...renderEmail(shop, language, {
      subject: texts.text('mailWelcomeSubject', { shop: shop.name }),
      preview: texts.mailWelcomeText,
      title: texts.mailWelcomeTitle,
      parts: [
        { kind: 'text', text: texts.mailWelcomeText },
        { kind: 'button', label: texts.mailWelcomeVisit, href: home },
      ],
      notes: [{ text: texts.mailWelcomeDoubt, link: leave }],
    }),
  };
}
