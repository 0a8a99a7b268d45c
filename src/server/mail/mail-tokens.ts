/**
 * What a mail says only when it is sent: the tokens in its links. In the outbox and in a copy of it a mark stands in their
 * place, and the links open nothing.
 */
import type { Services } from '../core/services.ts';
import type { Mail } from './outbox-store.ts';

type Needs = Pick<Services, 'db' | 'now'>;

/** What stands in a mail for each mark, by mark; the domain that writes the mail brings it. */
export type MailTokens = Readonly<Record<string, (services: Needs, mail: Mail) => Promise<string>>>;

/** The mail as it goes out. */
export async function withTokens(services: Needs, mail: Mail, tokens: MailTokens): Promise<Mail> {
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
