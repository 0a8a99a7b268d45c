/**
 * Inserts link tokens into an email only when it is sent. The outbox stores placeholders, so that the links in a copy of the
 * outbox give no access.
 */
import type { Services } from '../core/services.ts';
import type { Mail } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'now'>;

/** For each placeholder, a function that returns the link token. Each domain registers its own placeholders. */
export type MailTokenResolvers = Readonly<Record<string, (services: Needs, mail: Mail) => Promise<string>>>;

/** Returns the email with its placeholders replaced. */
export async function withMailTokens(services: Needs, mail: Mail, tokens: MailTokenResolvers): Promise<Mail> {
  const content = [mail.text, mail.html, mail.unsubscribeUrl].join();
  const found = new Map<string, string>();
  for (const [mark, word] of Object.entries(tokens)) {
    if (content.includes(mark)) found.set(mark, await word(services, mail));
  }
  const fill = (text: string) =>
    [...found].reduce((filled, [mark, word]) => filled.replaceAll(mark, word), text);
  return {
    ...mail,
    text: fill(mail.text),
    html: fill(mail.html),
    ...(mail.unsubscribeUrl !== undefined && { unsubscribeUrl: fill(mail.unsubscribeUrl) }),
  };
}
