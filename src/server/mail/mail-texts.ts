/**
 * Emails whose text is rendered by the sending job, so that the request that queues them need not wait. The text is stored before
 * the first attempt, so that every attempt sends the same text.
 */
import type { Services } from '../core/services.ts';
import { type MailText, readMail, type StoredMail, storeMailText } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'env' | 'log'>;

/** Renders emails queued without a text, by kind. Each domain registers its own kinds. */
export type MailTextRenderers = Readonly<
  Record<string, (services: Needs, mail: StoredMail) => Promise<MailText>>
>;

/** Returns an email with its text, rendered and stored if missing. @returns null when the email was erased meanwhile */
export async function withMailText(
  services: Needs,
  mail: StoredMail,
  texts: MailTextRenderers,
): Promise<StoredMail | null> {
  const render = mail.text === '' && texts[mail.kind];
  if (!render) return mail;
  const text = await render(services, mail);
  const isStored = await storeMailText(services.db, mail.id, text);
  return isStored ? { ...mail, ...text } : readMail(services.db.read, mail.id);
}
