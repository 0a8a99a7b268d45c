/** Defines the CLI commands that list emails, and export or erase a person's data (R134). */
import type { Command } from 'commander';
import { stripControlCharacters } from '#lib/control-characters.ts';
import { normaliseEmail } from '#lib/normalise-email.ts';
import { findDataSubject } from '../customers/data-subject.ts';
import { erasePersonalData } from '../customers/erase.ts';
import { exportPersonalData } from '../customers/export.ts';
import { mailObsolescenceChecks, mailTextRenderers, mailTokenResolvers } from '../jobs/table.ts';
import { withMailText } from '../mail/mail-texts.ts';
import { withMailTokens } from '../mail/mail-tokens.ts';
import { listMails } from '../mail/mails-by-recipient.ts';
import { readMail } from '../mail/outbox-store.ts';
import { readUnsentMails, type UnsentMails } from '../mail/unsent-mails.ts';
import {
  addExamples,
  type CommandContext,
  escapeControlCharacters,
  isoTime,
  jsonOption,
  parseIntegerInRange,
  printResult,
  toTerminalLine,
} from './command.ts';

/** Returns a count with its noun, as in `2 orders`; '' for 0. */
function counted(count: number, one: string, several: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : several}`;
}

const waiting = ['turn', 'noServer', 'retry'] as const;

/** Returns whether an email is still queued. Emails that are too old to be sent have no entry in `reasons`. */
function isWaiting({ reasons }: UnsentMails, id: number): boolean {
  return waiting.some((reason) => reason === reasons.get(id));
}

/** Returns sentences that state how many emails are queued and why, and how many will not be sent. */
function unsentSentences({ counts, lastError }: UnsentMails): string[] {
  const { turn, noServer, retry, over, old, failed } = counts;
  const reasons = [
    noServer > 0 && `${noServer} until SMTP_URL is set`,
    retry > 0 && `${retry} for another attempt (the mail server answered: ${toTerminalLine(lastError)})`,
    turn > 0 && `${turn} to be sent within a minute while the shop runs`,
  ].filter(Boolean);
  const ends = [
    over > 0 && `${over} because their code or link has expired, or their reason no longer applies`,
    old > 0 && `${old} because they are older than 7 days`,
    failed > 0 && `${failed} because all attempts failed (see \`jobs\`)`,
  ].filter(Boolean);
  const sum = (count: number) => (count === 1 ? '1 email' : `${count} emails`);
  return [
    ...(reasons.length > 0 ? [`Waiting: ${sum(turn + noServer + retry)}: ${reasons.join(', ')}.`] : []),
    ...(ends.length > 0 ? [`Will not be sent: ${sum(over + old + failed)}: ${ends.join(', ')}.`] : []),
  ];
}

export function addPersonalDataCommands(program: Command, context: CommandContext): void {
  const { say: printLine } = context;
  const nothingOf = (email: string) =>
    new Error(
      `The shop has no data about ${email}: no account, order, subscription, waiting list entry, email or review. Check the address.`,
    );
  const customers = program
    .command('customers')
    .summary('Export or erase the data of a person')
    .description('Exports or erases the data of a customer or a guest, by email address.');
  addExamples(customers, 'customers export ada@example.com', 'customers erase ada@example.com');

  customers
    .command('export <email>')
    .summary('Print the data of a person as JSON')
    .description('Prints all data that the shop has about a customer or guest, as JSON.')
    .action(async (email: string) => {
      const { db } = context.services;
      const data = await exportPersonalData(context.services, await findDataSubject(db.read, email));
      if (!hasAnything(data)) throw nothingOf(email);
      printLine(escapeControlCharacters(JSON.stringify(data, null, 2)));
    });

  customers
    .command('erase <email>')
    .summary('Erase the data of a person')
    .description(
      'Erases a customer or guest: account, subscription, open checkouts and emails. Orders and reviews stay, without personal data.',
    )
    .action(async (email: string) => {
      const { services } = context;
      const person = await findDataSubject(services.db.read, email);
      const data = await exportPersonalData(services, person);
      // Erase even if there is no data to export, because a draft order may also contain an email address.
      const orderNos = await erasePersonalData(services, person, services.now());
      if (!hasAnything(data) && orderNos.length === 0) throw nothingOf(email);
      const { newsletter, account, back_in_stock, reviews, checkouts, reminders, emails } = data;
      const erased = [
        ...(account ? ['the account'] : []),
        ...(newsletter ? ['the newsletter subscription'] : []),
        counted(back_in_stock.length, 'waiting list entry', 'waiting list entries'),
        counted(checkouts.length + reminders.length, 'open checkout', 'open checkouts'),
        counted(emails.length, 'email', 'emails'),
      ].filter(Boolean);
      const retained = [
        counted(orderNos.length, 'order', 'orders'),
        counted(reviews.length, 'review', 'reviews'),
      ].filter(Boolean);
      if (erased.length > 0) printLine(`Erased: ${erased.join(', ')}.`);
      if (retained.length > 0) printLine(`Kept without personal data: ${retained.join(', ')}.`);
    });

  const mails = program
    .command('mails [email|number]')
    .summary('List the emails of the shop')
    .description(
      'Lists the 20 newest emails, or those to one address, and shows how many are waiting and why. With a number, prints that email as it is sent.',
    )
    .option(...jsonOption)
    .action(async (word = '') => {
      const { services } = context;
      if (/^\d+$/.test(word)) {
        const stored = await readMail(
          services.db.read,
          parseIntegerInRange(word, 1, Number.MAX_SAFE_INTEGER),
        );
        const mail = stored && (await withMailText(services, stored, mailTextRenderers));
        if (!mail) throw new Error(`There is no email ${word}. \`mails\` lists the newest ones.`);
        const { to, subject, text } = await withMailTokens(services, mail, mailTokenResolvers);
        printResult(context, { id: Number(word), to, subject, text }, [
          `To: ${toTerminalLine(to)}\nSubject: ${toTerminalLine(subject)}\n\n${stripControlCharacters(text)}`,
        ]);
        return;
      }
      const address = normaliseEmail(word);
      const mails = await listMails(services.db.read, address);
      const unsent = await readUnsentMails(services, mailObsolescenceChecks, address);
      const listed = mails.map(({ id, to, subject, createdAt, sentAt }) => ({
        ...{ id, to, subject, created_at: isoTime(createdAt) },
        sent_at: sentAt === null ? null : isoTime(sentAt),
        state: sentAt !== null ? 'sent' : isWaiting(unsent, id) ? 'waiting' : 'ended',
      }));
      const lines = listed.map(({ id, to, subject, created_at, state }) => {
        const when = created_at.slice(0, 16).replace('T', ' ');
        return `${String(id).padStart(6)}  ${when}  ${state.padEnd(7)}  ${toTerminalLine(to)}  ${toTerminalLine(subject)}`;
      });
      printResult(context, { emails: listed, unsent: unsent.counts }, [
        ...(lines.length > 0 ? lines : ['No emails yet.']),
        ...unsentSentences(unsent),
      ]);
    });
  addExamples(mails, 'mails', 'mails ada@example.com', 'mails 12');
}

function hasAnything(data: Awaited<ReturnType<typeof exportPersonalData>>): boolean {
  const { newsletter, account, back_in_stock, reviews, checkouts, reminders, emails, orders } = data;
  const found = [account, ...back_in_stock, ...reviews, ...checkouts, ...reminders, ...emails, ...orders];
  return newsletter !== null || found.some(Boolean);
}
