/** Queues emails about an account: password reset, address verification, and notices of changes. */
import { z } from 'zod';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import {
  type EmailShopData,
  type MailLanguage,
  readEmailShopData,
  resolveMailLanguage,
} from '../mail/email-shop-data.ts';
import type { MailObsolescenceChecks } from '../mail/obsolete-mails.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { renderEmail } from '../mail/render-email.ts';
import { enqueue } from '../queue/enqueue.ts';
import { defineJobHandler, type JobHandlers } from '../queue/job.ts';
import { type Customer, emailKey, findCustomer } from './customers-store.ts';
import { customerCodePlaceholder, insertCode, isCodeUsable, newLinkId } from './mailed-code.ts';

type Reader = Pick<Customer, 'id' | 'email' | 'lang'>;
type CodeMail = 'reset' | 'verify' | 'email';

const pages: Record<CodeMail, string> = {
  reset: '/reset-pwd',
  verify: '/pages/verify',
  email: '/pages/verify',
};

/** Text keys per email: subject, title, text, button, and a note for recipients who did not request the email. */
const textsOf = {
  reset: ['mailResetSubject', 'mailResetTitle', 'mailResetText', 'mailResetButton', 'mailResetDoubt'],
  verify: ['mailVerifySubject', 'mailVerifyTitle', 'mailVerifyText', 'mailVerifyButton', 'mailVerifyDoubt'],
  email: ['mailVerifySubject', 'mailEmailTitle', 'mailEmailText', 'mailVerifyButton', 'mailEmailDoubt'],
} as const satisfies Record<CodeMail, readonly string[]>;

/**
 * Stores a code and queues the email that contains the code.
 * @param to the address to verify
 * @param linkId id of the code; a repeated id queues nothing
 */
export async function queueCodeMail(
  trx: Transaction,
  shop: EmailShopData,
  kind: CodeMail,
  { id, email: to, lang }: Reader,
  now: number,
  linkId = newLinkId(),
): Promise<void> {
  await insertCode(trx, linkId, { customerId: id, purpose: kind, email: to }, now);
  const language = resolveMailLanguage(shop, lang);
  const { texts, home } = language;
  const [subject, title, text, button, doubt] = textsOf[kind];
  const href = `${home}${pages[kind]}?code=${customerCodePlaceholder}`;
  const content = {
    subject: texts.text(subject, { shop: shop.name }),
    preview: texts[text],
    title: texts[title],
    parts: [
      { kind: 'text' as const, text: texts[text] },
      { kind: 'button' as const, label: texts[button], href },
      { kind: 'text' as const, text: texts[doubt] },
    ],
  };
  await queueMail(trx, mailOf(kind, id, linkId, to, renderEmail(shop, language, content)), now);
}

/**
 * Notifies the owner of an email address, once per order, that the address already has an account: a guest tried to create an
 * account with this address for an order. The entered password is discarded.
 */
export async function queueAccountExistsMail(
  trx: Transaction,
  shop: EmailShopData,
  { email: to, lang, orderNo }: { email: string; lang: string; orderNo: string },
  now: number,
): Promise<void> {
  const language = resolveMailLanguage(shop, lang);
  const { texts } = language;
  const about = texts.text('orderNamed', { number: orderNo });
  const content = { ...accountExistsContent(shop, language, texts.mailKnownText), about };
  const mail = { dedupeKey: accountExistsMailKey(orderNo), kind: 'customer-known', to };
  await queueMail(trx, { ...mail, ...renderEmail(shop, language, content) }, now);
}

/**
 * Notifies the owner of an email address, at most once a day, that another account tried to change to this address. Inserts a code
 * as `queueCodeMail` does, so that timing does not reveal whether the address has an account. No email contains this code, so the
 * owner keeps the address.
 */
export async function queueEmailInUseMail(
  trx: Transaction,
  shop: EmailShopData,
  owner: Reader,
  asker: Reader,
  now: number,
): Promise<void> {
  await insertCode(trx, newLinkId(), { customerId: asker.id, purpose: 'email', email: asker.email }, now);
  const language = resolveMailLanguage(shop, owner.lang);
  const content = accountExistsContent(shop, language, language.texts.mailTakenText);
  const today = new Date(now).toISOString().slice(0, 10);
  await queueMail(
    trx,
    mailOf('taken', owner.id, today, owner.email, renderEmail(shop, language, content)),
    now,
  );
}

/** Returns the content of an email that informs the recipient of the existing account and of how to log in. */
function accountExistsContent(shop: EmailShopData, { texts, home }: MailLanguage, text: string) {
  const title = texts.mailKnownTitle;
  return {
    ...{ subject: `${shop.name}: ${title}`, preview: text, title },
    parts: [
      { kind: 'text' as const, text },
      { kind: 'button' as const, label: texts.loginTitle, href: `${home}/login` },
    ],
    notes: [{ text: texts.mailKnownForgot, link: { label: texts.forgotTitle, href: `${home}/forgot` } }],
  };
}

/** Notifies the customer of a change to the account. @param to the email address before the change */
export async function queueChangeNotice(
  trx: Transaction,
  shop: EmailShopData,
  what: 'password' | 'email',
  { id, email: to, lang }: Reader,
  now: number,
): Promise<void> {
  const language = resolveMailLanguage(shop, lang);
  const { texts, home } = language;
  const isPassword = what === 'password';
  const title = isPassword ? texts.mailPasswordTitle : texts.mailMovedTitle;
  const text = isPassword ? texts.mailPasswordText : texts.mailMovedText;
  const forgot = { label: texts.forgotTitle, href: `${home}/forgot` };
  const contact = { label: shop.email, href: `mailto:${shop.email}` };
  const content = {
    ...{ subject: `${shop.name}: ${title}`, preview: text, title },
    parts: [{ kind: 'text' as const, text }],
    notes: [{ text: texts.mailChangeDoubt, link: isPassword || shop.email === '' ? forgot : contact }],
  };
  await queueMail(trx, mailOf(what, id, newLinkId(), to, renderEmail(shop, language, content)), now);
}

function mailOf(
  kind: string,
  customerId: number,
  linkId: string,
  to: string,
  written: Pick<Mail, 'subject' | 'text' | 'html'>,
): Mail {
  const keyPrefix = mailKeyPrefix(customerId);
  return { dedupeKey: `${keyPrefix}${kind}:${linkId}`, kind: `customer-${kind}`, to, ...written };
}

/** Returns the dedupe key of the email that `queueAccountExistsMail` queues for an order. */
export function accountExistsMailKey(orderNo: string): string {
  return `customer-known:${orderNo}`;
}

/** Returns the prefix of the dedupe keys of all emails about a customer's account, whatever their recipient. */
export function mailKeyPrefix(customerId: number): string {
  return `customer:${customerId}:`;
}

const hasDeadCode: MailObsolescenceChecks[string] = async ({ db, now }, mail) =>
  mail.text.includes(customerCodePlaceholder) && !(await isCodeUsable(db.read, mail, now()));

/** Drops emails whose code was used or has expired, or whose account was deleted. Notices of a change are always sent. */
export const customerMailObsolescenceChecks: MailObsolescenceChecks = {
  'customer-reset': hasDeadCode,
  'customer-verify': hasDeadCode,
  'customer-email': hasDeadCode,
  'customer-known': async ({ db }, { to }) => (await findCustomer(db.read, to)) === null,
};

const resetMail = z.object({ email: z.string(), lang: z.string(), linkId: z.string() });

/** Returns the dedupe key of the job that sends a reset email, so that erasing a person's data can delete the job. */
export function passwordResetJobKey(email: string): string {
  return `customer-reset:${emailKey(email)}`;
}

/**
 * Requests a password reset email. The account is looked up later by a job, so that neither the response nor its timing reveals
 * whether the account exists (R78).
 */
export async function requestResetMail(
  { db }: Pick<Services, 'db'>,
  reader: { email: string; lang: string },
  now: number,
): Promise<void> {
  const payload: z.input<typeof resetMail> = { ...reader, linkId: newLinkId() };
  const dedupeKey = passwordResetJobKey(reader.email);
  await db.transaction((trx) => enqueue(trx, { kind: 'customer-reset', dedupeKey, payload, runAt: now }));
}

export const customerMailJobs: JobHandlers = {
  'customer-reset': defineJobHandler(resetMail, async ({ email, lang, linkId }, { services }) => {
    const { db, now } = services;
    const shop = await readEmailShopData(services);
    await db.transaction(async (trx) => {
      const customer = await findCustomer(trx, email);
      if (customer) await queueCodeMail(trx, shop, 'reset', { ...customer, lang }, now(), linkId);
    });
  }),
};
