/**
 * Renders the texts of emails that are queued without a text. The sending job does this, so that the request that queues the email
 * does not have to wait. The text is stored before the first attempt, so that every attempt sends the same text.
 */
import type { Services } from '../core/services.ts';
import { type MailText, readMail, type StoredMail, storeMailText } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'env' | 'log'>;

/** For each email type, a function that renders the text of emails queued without a text. Each domain registers its own types. */
export type MailTextRenderers = Readonly<
  Record<string, (services: Needs, mail: StoredMail) => Promise<MailText>>
>;

/**
 * Returns an email with its text, which is rendered and stored if it is missing.
 * @returns null if the email was erased in the meantime
 */
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
