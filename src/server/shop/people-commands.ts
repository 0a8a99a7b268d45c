/** Commands about people: their mails, and what the law gives them (R134). */
import { erasePerson } from '../customers/erase.ts';
import { exportPerson } from '../customers/export.ts';
import { personOfAddress } from '../customers/person.ts';
import { mailTokens } from '../jobs/table.ts';
import { withTokens } from '../mail/mail-tokens.ts';
import { listMails, readMail } from '../mail/outbox-store.ts';
import { BadUsage, type Command, exactly, onOneLine, whole } from './command.ts';

/** `2 orders`, '' for none. */
function counted(count: number, one: string, several: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : several}`;
}

export const peopleCommands: Record<string, Command> = {
  customers: {
    usage: 'customers export|erase EMAIL',
    summary: 'Prints what the shop has of a customer or guest as JSON, or takes the person out of the shop.',
    run: async ({ services, words, say }) => {
      const [what = '', email = ''] = exactly(words, 2);
      if (what !== 'export' && what !== 'erase') throw new BadUsage(`"${what}" is neither export nor erase.`);
      const person = await personOfAddress(services.db.read, email);
      const data = await exportPerson(services, person);
      const { newsletter, account, back_in_stock, reviews, checkouts, reminders, emails, orders } = data;
      const isListed = newsletter !== null;
      const found = [account, ...back_in_stock, ...reviews, ...checkouts, ...reminders, ...emails, ...orders];
      const nothing = `The shop has nothing of ${email}: no account, order, subscription, waiting list, email or review.`;
      if (what === 'export') {
        if (!isListed && !found.some(Boolean)) throw new Error(nothing);
        say(JSON.stringify(data, null, 2));
        return true;
      }
      // Also where nothing is exported: an order that was never placed holds an address as well.
      const orderNos = await erasePerson(services, person, services.now());
      if (!isListed && !found.some(Boolean) && orderNos.length === 0) throw new Error(nothing);
      const erased = [
        ...(account ? ['the account'] : []),
        ...(isListed ? ['the newsletter subscription'] : []),
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
      return true;
    },
  },

  mails: {
    usage: 'mails [EMAIL | NUMBER]',
    summary: 'Lists the newest mails, or those to an address; with its number, prints one as it is sent.',
    run: async ({ services, words, say }) => {
      if (words.length > 1) throw new BadUsage('There are too many words.');
      const [word = ''] = words;
      if (/^\d+$/.test(word)) {
        const mail = await readMail(services.db.read, whole(word, 1, Number.MAX_SAFE_INTEGER));
        if (!mail) throw new Error(`There is no mail ${word}.`);
        const sent = await withTokens(services, mail, mailTokens);
        say(`To: ${sent.to}\nSubject: ${sent.subject}\n\n${sent.text}`);
        return true;
      }
      const mails = await listMails(services.db.read, word);
      for (const { id, to, subject, createdAt, sentAt } of mails) {
        const when = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ');
        say(
          `${String(id).padStart(6)}  ${when}  ${sentAt === null ? 'waits' : 'sent '}  ${onOneLine(to)}  ${onOneLine(subject)}`,
        );
      }
      if (mails.length === 0) say('No mails yet.');
      return true;
    },
  },
};
