/** Commands about people: their mails, and what the law gives them (R134). */
import { withoutControls } from '#lib/control-characters.ts';
import { findCustomer } from '../customers/customers-store.ts';
import { eraseCustomer } from '../customers/erase.ts';
import { exportCustomer } from '../customers/export.ts';
import { mailTokens } from '../jobs/table.ts';
import { withTokens } from '../mail/mail-tokens.ts';
import { listMails, readMail } from '../mail/outbox-store.ts';
import { BadUsage, type Command, exactly, onOneLine, whole } from './command.ts';

export const peopleCommands: Record<string, Command> = {
  customers: {
    usage: 'customers export|erase EMAIL',
    summary: 'Prints all that the shop has of a customer as JSON, or takes the person out of the shop.',
    run: async ({ services, words, say }) => {
      const [what = '', email = ''] = exactly(words, 2);
      if (what !== 'export' && what !== 'erase') throw new BadUsage(`"${what}" is neither export nor erase.`);
      const customer = await findCustomer(services.db.read, email);
      if (!customer) throw new Error(`There is no account with the address ${email}.`);
      if (what === 'export') {
        say(asciiControls(JSON.stringify(await exportCustomer(services, customer), null, 2)));
        return true;
      }
      const orderNos = await eraseCustomer(services, customer, services.now());
      say(`The account is erased; ${orderNos.length} of its orders stay without a person.`);
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
        say(
          `To: ${onOneLine(sent.to)}\nSubject: ${onOneLine(sent.subject)}\n\n${withoutControls(sent.text)}`,
        );
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

/** Escapes what JSON leaves as it is and a terminal or an editor obeys; the JSON means the same. */
function asciiControls(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
