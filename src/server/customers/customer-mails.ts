/** The mails of an account: a new password, an address to be proven, and what was changed. */
import { z } from 'zod';
import type { AllWords } from '#lib/messages/all.ts';
import type { Services } from '../core/services.ts';
import type { Transaction } from '../db/database.ts';
import type { Part } from '../mail/letter.ts';
import type { MailEnds } from '../mail/mail-ends.ts';
import { type MailShop, mailLanguage, readMailShop } from '../mail/mail-shop.ts';
import type { Mail } from '../mail/outbox-store.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { writeLetter } from '../mail/write-letter.ts';
import { enqueue } from '../queue/enqueue.ts';
import { handle, type JobHandlers } from '../queue/job.ts';
import { type Customer, emailKey, findCustomer } from './customers-store.ts';
import { customerCodeMark, insertCode, isCodeAlive, newLinkId } from './mailed-code.ts';

type Reader = Pick<Customer, 'id' | 'email' | 'lang'>;
type CodeMail = 'reset' | 'verify' | 'email';

const pages: Record<CodeMail, string> = {
  reset: '/reset-pwd',
  verify: '/pages/verify',
  email: '/pages/verify',
};

interface Said {
  subject: string;
  title: string;
  text: string;
  button: string;
  doubt: string;
}

function wordsOf(kind: CodeMail, texts: AllWords, shop: string): Said {
  if (kind === 'reset') {
    const {
      mailResetTitle: title,
      mailResetText: text,
      mailResetButton: button,
      mailResetDoubt: doubt,
    } = texts;
    return { subject: texts.text('mailResetSubject', { shop }), title, text, button, doubt };
  }
  const { mailVerifyButton: button } = texts;
  const subject = texts.text('mailVerifySubject', { shop });
  if (kind === 'verify') {
    const { mailVerifyTitle: title, mailVerifyText: text, mailVerifyDoubt: doubt } = texts;
    return { subject, title, text, button, doubt };
  }
  const { mailEmailTitle: title, mailEmailText: text, mailEmailDoubt: doubt } = texts;
  return { subject, title, text, button, doubt };
}

/**
 * Writes the mail with a code, and the code.
 * @param to the address that is to be proven
 * @param linkId of the code; the same one again writes nothing again
 */
export async function queueCodeMail(
  trx: Transaction,
  shop: MailShop,
  kind: CodeMail,
  { id, email: to, lang }: Reader,
  now: number,
  linkId = newLinkId(),
): Promise<void> {
  await insertCode(trx, linkId, { customerId: id, purpose: kind, email: to }, now);
  const language = mailLanguage(shop, lang);
  const said = wordsOf(kind, language.texts, shop.name);
  const href = `${language.home}${pages[kind]}?code=${customerCodeMark}`;
  const parts: Part[] = [
    { kind: 'text', text: said.text },
    { kind: 'button', label: said.button, href },
    { kind: 'text', text: said.doubt },
  ];
  const letter = {
    subject: said.subject,
    preview: said.text,
    about: '',
    title: said.title,
    parts,
    notes: [],
  };
  await queueMail(trx, mailOf(kind, id, linkId, to, writeLetter(shop, language, letter)), now);
}

/**
 * Tells the owner of an address that it has an account, after an order was to be kept in a new one; once an order.
 * The password that was typed for it is forgotten.
 */
export async function queueKnownMail(
  trx: Transaction,
  shop: MailShop,
  { email: to, lang, orderNo }: { email: string; lang: string; orderNo: string },
  now: number,
): Promise<void> {
  const language = mailLanguage(shop, lang);
  const { texts, home } = language;
  const title = texts.mailKnownTitle;
  const letter = {
    ...{ subject: `${shop.name}: ${title}`, preview: texts.mailKnownText, title },
    about: texts.text('orderNamed', { number: orderNo }),
    parts: [
      { kind: 'text' as const, text: texts.mailKnownText },
      { kind: 'button' as const, label: texts.loginTitle, href: `${home}/login` },
    ],
    notes: [{ text: texts.mailKnownForgot, link: { label: texts.forgotTitle, href: `${home}/forgot` } }],
  };
  const mail = { dedupeKey: `customer-known:${orderNo}`, kind: 'customer-known', to };
  await queueMail(trx, { ...mail, ...writeLetter(shop, language, letter) }, now);
}

/**
 * Writes to the owner of an address which somebody wants for another account; once a day. Makes a code as `queueCodeMail`
 * does, so that the time of the call reveals nothing; no mail holds it, and the address stays its owner's.
 */
export async function queueTakenMail(
  trx: Transaction,
  shop: MailShop,
  owner: Reader,
  asker: Reader,
  now: number,
): Promise<void> {
  await insertCode(trx, newLinkId(), { customerId: asker.id, purpose: 'email', email: asker.email }, now);
  const language = mailLanguage(shop, owner.lang);
  const { texts, home } = language;
  const title = texts.mailKnownTitle;
  const letter = {
    ...{ subject: `${shop.name}: ${title}`, preview: texts.mailTakenText, about: '', title },
    parts: [
      { kind: 'text' as const, text: texts.mailTakenText },
      { kind: 'button' as const, label: texts.loginTitle, href: `${home}/login` },
    ],
    notes: [{ text: texts.mailKnownForgot, link: { label: texts.forgotTitle, href: `${home}/forgot` } }],
  };
  const today = new Date(now).toISOString().slice(0, 10);
  await queueMail(
    trx,
    mailOf('taken', owner.id, today, owner.email, writeLetter(shop, language, letter)),
    now,
  );
}

/** Tells the customer what was changed in the account. @param to the address of before */
export async function queueChangeNotice(
  trx: Transaction,
  shop: MailShop,
  what: 'password' | 'email',
  { id, email: to, lang }: Reader,
  now: number,
): Promise<void> {
  const language = mailLanguage(shop, lang);
  const { texts, home } = language;
  const isPassword = what === 'password';
  const title = isPassword ? texts.mailPasswordTitle : texts.mailMovedTitle;
  const text = isPassword ? texts.mailPasswordText : texts.mailMovedText;
  const forgot = { label: texts.forgotTitle, href: `${home}/forgot` };
  const contact = { label: shop.email, href: `mailto:${shop.email}` };
  const letter = {
    ...{ subject: `${shop.name}: ${title}`, preview: text, about: '', title },
    parts: [{ kind: 'text' as const, text }],
    notes:
      isPassword || shop.email === ''
        ? [{ text: texts.mailChangeDoubt, link: forgot }]
        : [{ text: texts.mailChangeDoubt, link: contact }],
  };
  await queueMail(trx, mailOf(what, id, newLinkId(), to, writeLetter(shop, language, letter)), now);
}

function mailOf(
  kind: string,
  customerId: number,
  linkId: string,
  to: string,
  written: Pick<Mail, 'subject' | 'text' | 'html'>,
): Mail {
  const own = mailKeysOf(customerId);
  return { dedupeKey: `${own}${kind}:${linkId}`, kind: `customer-${kind}`, to, ...written };
}

/** What the keys of a customer's mails begin with, to whatever address they went. */
export function mailKeysOf(customerId: number): string {
  return `customer:${customerId}:`;
}

const hasDeadCode: MailEnds[string] = async ({ db, now }, mail) =>
  mail.text.includes(customerCodeMark) && !(await isCodeAlive(db.read, mail, now()));

/** Codes that were used or are too old, and an account that is gone. A notice that something was changed never ends. */
export const customerMailEnds: MailEnds = {
  'customer-reset': hasDeadCode,
  'customer-verify': hasDeadCode,
  'customer-email': hasDeadCode,
  'customer-known': async ({ db }, { to }) => (await findCustomer(db.read, to)) === null,
};

const resetMail = z.object({ email: z.string(), lang: z.string(), linkId: z.string() });

/** Job key of a mail that was asked for, for whoever has the address erased. */
export function resetJobKey(email: string): string {
  return `customer-reset:${emailKey(email)}`;
}

/**
 * Asks for a reset mail. Whether there is such an account is only looked up afterwards, so that the answer and its time say
 * nothing of it (R78).
 */
export async function askForResetMail(
  { db }: Pick<Services, 'db'>,
  reader: { email: string; lang: string },
  now: number,
): Promise<void> {
  const payload: z.input<typeof resetMail> = { ...reader, linkId: newLinkId() };
  const dedupeKey = resetJobKey(reader.email);
  await db.transaction((trx) => enqueue(trx, { kind: 'customer-reset', dedupeKey, payload, runAt: now }));
}

export const customerMailJobs: JobHandlers = {
  'customer-reset': handle(resetMail, async ({ email, lang, linkId }, { services }) => {
    const { db, now } = services;
    const shop = await readMailShop(services);
    await db.transaction(async (trx) => {
      const customer = await findCustomer(trx, email);
      if (customer) await queueCodeMail(trx, shop, 'reset', { ...customer, lang }, now(), linkId);
    });
  }),
};
