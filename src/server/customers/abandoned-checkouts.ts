/** Sends one reminder of an abandoned checkout to shoppers who opted in (R122, R135). */
import { checkoutPath } from '../checkout/checkout.ts';
import { readAbandonedCheckout, readAbandonedCheckoutVisitor } from '../checkout/checkouts-of-browser.ts';
import { deriveLinkToken } from '../checkout/link-token.ts';
import type { Handlers } from '../core/handler.ts';
import { hashVisitorCookie } from '../core/identity.ts';
import { toMailbox } from '../core/mailbox.ts';
import type { Services } from '../core/services.ts';
import { type EmailShopData, readEmailShopData, resolveMailLanguage } from '../mail/email-shop-data.ts';
import type { MailTokenResolvers } from '../mail/mail-tokens.ts';
import { readRecipients } from '../mail/mails-by-recipient.ts';
import type { MailObsolescenceChecks } from '../mail/obsolete-mails.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { renderEmail } from '../mail/render-email.ts';
import type { RecurringJob } from '../queue/job.ts';
import { readCallerLanguage } from '../theme/page-language.ts';
import {
  type Contact,
  claimReminder,
  hasContact,
  readWaitingContacts,
  removeContact,
  writeContact,
} from './contacts-store.ts';
import { checkEmail } from './login-api.ts';

const hour = 60 * 60_000;
/** Time after the last change at which a checkout counts as abandoned, ms. */
const abandonedAfterMs = 3 * hour;
/**
 * Minimum time between reminders to one recipient, ms. It is needed because anyone can enter another person's address in any
 * number of checkouts.
 */
const pause = 7 * 24 * hour;
/** Maximum age of a reminder, ms; an older one is not sent. */
const tooLate = 72 * hour;
const batch = 50;

const mailKind = 'left-checkout';
const mailKey = `${mailKind}:`;
const tokenMark = '~checkout-token~';

export const contactHandlers: Handlers = {
  'POST /api/v1/customer/email': async ({ body }, context) => {
    checkEmail(body.email);
    const { services, now } = context;
    // Store the contact under the secret visitor cookie and not under `distinct_id`, which others may know, because the emailed
    // link opens the checkout.
    const visitor = hashVisitorCookie(context.ensureVisitor());
    const lang = (await readCallerLanguage(context)) ?? '';
    await writeContact(services.db.write, { visitor, email: body.email, lang }, now);
    return {};
  },

  'DELETE /api/v1/storefront/customer/contact': async (_, context) => {
    await removeContact(context.services.db.write, hashVisitorCookie(context.ensureVisitor()));
    return {};
  },
};

export const abandonedCheckoutTokenResolvers: MailTokenResolvers = {
  [tokenMark]: (services, mail) => deriveLinkToken(services, mail.dedupeKey.slice(mailKey.length)),
};

/** Drops reminders that are too old, whose checkout was ordered, or that the recipient no longer wants. */
export const abandonedCheckoutObsolescenceChecks: MailObsolescenceChecks = {
  [mailKind]: async ({ db, now }, mail) => {
    if (now() - mail.createdAt > tooLate) return true;
    const visitor = await readAbandonedCheckoutVisitor(db.read, mail.dedupeKey.slice(mailKey.length));
    return visitor === null || !(await hasContact(db.read, visitor, mail.to));
  },
};

/** Queues the reminders that are due. @returns the number of contacts checked */
export async function sendCheckoutReminders(services: Services): Promise<number> {
  const { db, now } = services;
  const at = now();
  const contacts = await readWaitingContacts(db.read, {
    from: at - tooLate,
    until: at - abandonedAfterMs,
    limit: batch,
  });
  if (contacts.length === 0) return 0;
  const shop = await readEmailShopData(services);
  for (const contact of contacts) {
    await db.transaction(async (trx) => {
      const checkout = await readAbandonedCheckout(trx, contact.visitor, at - abandonedAfterMs);
      // A checkout that is still being filled in is checked again later; one that was ordered gets no reminder.
      if (checkout === 'busy' || !(await claimReminder(trx, contact.visitor, at)) || checkout === null)
        return;
      const recipients = await readRecipients(trx, mailKind, at - pause);
      if (recipients.some((each) => toMailbox(each) === toMailbox(contact.email))) return;
      await queueMail(trx, reminder(shop, contact, checkout), at);
    });
  }
  return contacts.length;
}

/** Returns the reminder email. Its `dedupeKey` limits reminders to one per checkout, even if a checkout has several contacts. */
function reminder(
  shop: EmailShopData,
  { email, lang }: Contact,
  checkout: { linkId: string; shopId: number },
): Mail {
  const language = resolveMailLanguage(shop, lang);
  const { texts, home } = language;
  return {
    dedupeKey: `${mailKey}${checkout.linkId}`,
    kind: mailKind,
    to: email,
    ...renderEmail(shop, language, {
      subject: texts.text('mailLeftSubject', { shop: shop.name }),
      preview: texts.mailLeftText,
      title: texts.mailLeftTitle,
      parts: [
        { kind: 'text', text: texts.mailLeftText },
        {
          kind: 'button',
          label: texts.mailLeftButton,
          href: home + checkoutPath(checkout.shopId, tokenMark),
        },
        { kind: 'text', text: texts.mailLeftOnce },
      ],
    }),
  };
}

export const checkoutReminderJob: RecurringJob = {
  kind: 'left-checkouts',
  every: 5 * 60_000,
  run: async ({ services, signal }) => {
    while (!signal.aborted && (await sendCheckoutReminders(services)) === batch);
  },
};
