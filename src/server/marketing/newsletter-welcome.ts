/** Renders and queues the newsletter's welcome email, which contains an unsubscribe link (R78, R131). */

import { encryptText } from '../core/text-encryption.ts';
import type { Transaction } from '../db/database.ts';
import { type EmailShopData, resolveMailLanguage } from '../mail/email-shop-data.ts';
import type { MailTokenResolvers } from '../mail/mail-tokens.ts';
import type { MailObsolescenceChecks } from '../mail/obsolete-mails.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { renderEmail } from '../mail/render-email.ts';
import { serverKey } from '../settings/server-key.ts';
import { readSubscriptionStatus } from './subscribers-store.ts';

/** Placeholder for the subscriber's unsubscribe code until the email is sent. */
export const readerCodePlaceholder = '~reader-code~';

export const newsletterTokenResolvers: MailTokenResolvers = {
  [readerCodePlaceholder]: async ({ db, now }, mail) =>
    encryptText(await serverKey(db, 'subscribe', now()), mail.to),
};

/** Cancels the welcome email of a subscriber who has unsubscribed in the meantime. */
export const newsletterObsolescenceChecks: MailObsolescenceChecks = {
  'newsletter-welcome': async ({ db }, { to }) => (await readSubscriptionStatus(db.read, to)) !== 1,
};

/** Queues the welcome email, once per address. @param lang language of the subscriber, '' for the shop's default */
export async function writeNewsletterWelcome(
  trx: Transaction,
  shop: EmailShopData,
  reader: { email: string; lang: string },
  now: number,
): Promise<void> {
  await queueMail(trx, newsletterWelcome(shop, reader), now);
}

export function newsletterWelcomeMailKey(email: string): string {
  return `newsletter-welcome:${email.toLowerCase()}`;
}

export function newsletterWelcome(
  shop: EmailShopData,
  { email, lang }: { email: string; lang: string },
): Mail {
  const language = resolveMailLanguage(shop, lang);
  const { texts, home } = language;
  const query = `aesCode=${readerCodePlaceholder}`;
  const leave = { label: texts.mailWelcomeLeave, href: `${home}/pages/unsubscribe?${query}` };
  return {
    dedupeKey: newsletterWelcomeMailKey(email),
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
