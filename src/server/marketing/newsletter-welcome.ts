/** The first mail of the newsletter: says what one has asked for, and how to leave again (R78, R131). */

import type { Transaction } from 'kysely';
import { escapeHtml } from '#lib/escape-html.ts';
import type { Tables } from '../db/tables.ts';
import type { LateWords } from '../mail/late-words.ts';
import type { MailShop } from '../mail/mail-shop.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { serverKey } from '../settings/server-key.ts';
import { aesCode } from './aes-code.ts';

/** Stands for the code by which the mail's reader leaves the newsletter, until the mail is sent. */
export const readerCodeMark = '~reader-code~';

export const newsletterWords: LateWords = {
  [readerCodeMark]: async ({ db, now }, mail) => aesCode(await serverKey(db, 'subscribe', now()), mail.to),
};

/** Writes it into the outbox, once an address, and asks for it to be sent. */
export async function writeNewsletterWelcome(
  trx: Transaction<Tables>,
  shop: MailShop,
  email: string,
  now: number,
): Promise<void> {
  await queueMail(trx, newsletterWelcome(shop, email), now);
}

/** @returns the mail in plain text and HTML; the shop's own words are escaped in the latter */
export function newsletterWelcome(shop: MailShop, email: string): Mail {
  const query = `aesCode=${readerCodeMark}`;
  const page = `${shop.url}/pages/unsubscribe?${query}`;
  const [name, link] = [escapeHtml(shop.name), escapeHtml(page)];
  return {
    dedupeKey: `newsletter-welcome:${email.toLowerCase()}`,
    kind: 'newsletter-welcome',
    to: email,
    subject: `${shop.name}: you are on the list`,
    unsubscribeUrl: `${shop.url}/api/v1/customer/unsubscribe?${query}`,
    text: [
      `Thank you for subscribing to the newsletter of ${shop.name}.`,
      'We write seldom, and only when there is something to say.',
      '',
      `Was it not you, or is it enough? Leave the list here: ${page}`,
      '',
    ].join('\n'),
    html: `<!doctype html>
<html lang="${escapeHtml(shop.lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title></head>
<body style="margin:0;background:#faf7f2;color:#26241f;font:16px/1.5 Figtree,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 24px;font:400 20px/1.2 Fraunces,Georgia,serif">${name}</p>
<h1 style="margin:0 0 8px;font:400 28px/1.2 Fraunces,Georgia,serif">Thank you for subscribing</h1>
<p style="margin:0 0 24px">We write seldom, and only when there is something to say.</p>
<p style="margin:0;font-size:14px">Was it not you, or is it enough? <a href="${link}" style="color:#2f4a3a">Leave the list</a></p>
</div></body></html>
`,
  };
}
