/**
 * Emails whose text is rendered by their job: what causes them does not wait for it. The text is stored before the first
 * attempt to send it, so that every attempt sends the same.
 */
import type { Services } from '../core/services.ts';
import { type MailText, readMail, type StoredMail, writeText } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'env' | 'log'>;

/** Renders emails that were queued without a text, by their kind; the domain that queues them brings it. */
export type MailTexts = Readonly<Record<string, (services: Needs, mail: StoredMail) => Promise<MailText>>>;

/**
 * Returns an email with its text, which is rendered and stored where it has none.
 * @returns null when the email is erased meanwhile
 */
export async function withText(
  services: Needs,
  mail: StoredMail,
  texts: MailTexts,
): Promise<StoredMail | null> {
  const render = mail.text === '' && texts[mail.kind];
  if (!render) return mail;
  const text = await render(services, mail);
  const isStored = await writeText(services.db, mail.id, text);
  return isStored ? { ...mail, ...text } : readMail(services.db.read, mail.id);
}
