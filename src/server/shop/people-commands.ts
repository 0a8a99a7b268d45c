/** Commands about people: their mails, and what the law gives them (R134). */
import type { Command } from 'commander';
import { asciiEmail } from '#lib/ascii-email.ts';
import { withoutControls } from '#lib/control-characters.ts';
import { erasePerson } from '../customers/erase.ts';
import { exportPerson } from '../customers/export.ts';
import { personOfAddress } from '../customers/person.ts';
import { mailEnds, mailTokens } from '../jobs/table.ts';
import { withTokens } from '../mail/mail-tokens.ts';
import { listMails, readMail } from '../mail/outbox-store.ts';
import { readUnsentMails, type UnsentMails } from '../mail/waiting-mails.ts';
import { type CommandContext, onOneLine, whole } from './command.ts';

/** `2 orders`, '' for none. */
function counted(count: number, one: string, several: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : several}`;
}

const waiting = ['turn', 'noServer', 'retry'] as const;

/** Emails that are not in the list are older than all that wait. */
function isWaiting({ reasons }: UnsentMails, id: number): boolean {
  return waiting.some((reason) => reason === reasons.get(id));
}

/** How many emails wait and why, and how many are not sent any more; no sentence for none. */
function unsentSentences({ counts, lastError }: UnsentMails): string[] {
  const { turn, noServer, retry, over, old, failed } = counts;
  const reasons = [
    noServer > 0 && `${noServer} until SMTP_URL is set`,
    retry > 0 && `${retry} for another attempt (the mail server: ${onOneLine(lastError)})`,
    turn > 0 && `${turn} to be sent within a minute while the shop runs`,
  ].filter(Boolean);
  const ends = [
    over > 0 && `${over} because the code, link or occasion has ended`,
    old > 0 && `${old} because of their age of more than 7 days`,
    failed > 0 && `${failed} because every attempt failed (see \`jobs\`)`,
  ].filter(Boolean);
  const sum = (count: number) => (count === 1 ? '1 email' : `${count} emails`);
  return [
    ...(reasons.length > 0 ? [`Waiting: ${sum(turn + noServer + retry)}: ${reasons.join(', ')}.`] : []),
    ...(ends.length > 0 ? [`Not sent any more: ${sum(over + old + failed)}: ${ends.join(', ')}.`] : []),
  ];
}

/** Adds the commands about customers and emails. */
export function addPeopleCommands(program: Command, context: CommandContext): void {
  const { say } = context;
  const nothingOf = (email: string) =>
    new Error(
      `The shop has nothing of ${email}: no account, order, subscription, waiting list, email or review.`,
    );
  const customers = program
    .command('customers')
    .description('Prints what the shop has of a customer or guest, or takes the person out of the shop.');

  customers
    .command('export <email>')
    .description('Prints what the shop has of a customer or guest as JSON.')
    .action(async (email: string) => {
      const { db } = context.services;
      const data = await exportPerson(context.services, await personOfAddress(db.read, email));
      if (!hasAnything(data)) throw nothingOf(email);
      say(asciiControls(JSON.stringify(data, null, 2)));
    });

  customers
    .command('erase <email>')
    .description('Takes a customer or guest out of the shop.')
    .action(async (email: string) => {
      const { services } = context;
      const person = await personOfAddress(services.db.read, email);
      const data = await exportPerson(services, person);
      // Also where nothing is exported: an order that was never placed holds an address as well.
      const orderNos = await erasePerson(services, person, services.now());
      if (!hasAnything(data) && orderNos.length === 0) throw nothingOf(email);
      const { newsletter, account, back_in_stock, reviews, checkouts, reminders, emails } = data;
      const erased = [
        ...(account ? ['the account'] : []),
        ...(newsletter ? ['the newsletter subscription'] : []),
        counted(back_in_stock.length, 'waiting list entry', 'waiting list entries'),
        counted(checkouts.length + reminders.length, 'open checkout', 'open checkouts'),
        counted(emails.length, 'email', 'emails'),
      ].filter(Boolean);
      const kept = [
        counted(orderNos.length, 'order', 'orders'),
        counted(reviews.length, 'review', 'reviews'),
      ].filter(Boolean);
      if (erased.length > 0) say(`Erased: ${erased.join(', ')}.`);
      if (kept.length > 0) say(`Kept without the person: ${kept.join(', ')}.`);
    });

  program
    .command('mails [email|number]')
    .description(
      'Lists the newest emails, or those to an address, and says how many wait and why; with its number, prints one as it is sent.',
    )
    .action(async (word = '') => {
      const { services } = context;
      if (/^\d+$/.test(word)) {
        const mail = await readMail(services.db.read, whole(word, 1, Number.MAX_SAFE_INTEGER));
        if (!mail) throw new Error(`There is no mail ${word}.`);
        const sent = await withTokens(services, mail, mailTokens);
        say(
          `To: ${onOneLine(sent.to)}\nSubject: ${onOneLine(sent.subject)}\n\n${withoutControls(sent.text)}`,
        );
        return;
      }
      const address = asciiEmail(word);
      const mails = await listMails(services.db.read, address);
      const unsent = await readUnsentMails(services, mailEnds, address);
      for (const { id, to, subject, createdAt, sentAt } of mails) {
        const when = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ');
        const state = sentAt !== null ? 'sent ' : isWaiting(unsent, id) ? 'waits' : 'ended';
        say(`${String(id).padStart(6)}  ${when}  ${state}  ${onOneLine(to)}  ${onOneLine(subject)}`);
      }
      if (mails.length === 0) say('No emails yet.');
      for (const sentence of unsentSentences(unsent)) say(sentence);
    });
}

function hasAnything(data: Awaited<ReturnType<typeof exportPerson>>): boolean {
  const { newsletter, account, back_in_stock, reviews, checkouts, reminders, emails, orders } = data;
  const found = [account, ...back_in_stock, ...reviews, ...checkouts, ...reminders, ...emails, ...orders];
  return newsletter !== null || found.some(Boolean);
}

/** Escapes what JSON leaves as it is and a terminal or an editor obeys; the JSON means the same. */
function asciiControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
